import { from as copyFrom } from 'pg-copy-streams'
import type { Rejects } from '#platform/server/csv/rejects.ts'
import type { Database } from '#platform/server/database.ts'
import type { ImportSession } from '#platform/server/import-session.ts'
import { copyLine } from './copy-line.ts'
import { createRowGeocoder } from './geocode-rows.ts'
import type { LookupTables } from './lookup-tables.ts'
import type { RowReader } from './mapping.ts'
import type { LocatedRow } from './provider-row.ts'
import { readRows } from './read-rows.ts'
import type { ImportCounts, RosterImport } from './roster-import.ts'
import { toProviderRow } from './row-check.ts'
import { sortBatches } from './sort-batches.ts'
import { spatialOrder } from './spatial-order.ts'
import { copyStatement, type StagingTable, type StagingTables } from './staging-tables.ts'

type CopyOptions = Pick<RosterImport, 'source' | 'network' | 'progress'> & {
  sourceName: string
  owner: Database
  reader: RowReader
  lookups: LookupTables
  rejects: Rejects
  warnings: Rejects
}

/**
 * Reads a roster, copies its valid rows into the staging tables of their networks and counts them. Looks up places on
 * another connection.
 */
export async function copyRows(
  { client }: ImportSession,
  { tables }: StagingTables,
  options: CopyOptions,
): Promise<ImportCounts> {
  const { source, network, sourceName, progress, reader, lookups, rejects, warnings, owner } = options
  const batches = sortBatches((table: StagingTable) => client.query(copyFrom(copyStatement(table))))
  const tablesByNetwork = new Map(tables.map((each) => [each.network, each]))
  const store = (row: LocatedRow) => {
    const table = tablesByNetwork.get(row.network)
    if (!table) throw new Error(`No table for ${row.network}.`)
    table.rows += 1
    return batches.add(copyLine(row), spatialOrder(row), table)
  }
  try {
    const counts = await readRows(source, {
      reader,
      check: (row, line) => toProviderRow(row, line, lookups, { network, source: sourceName }),
      geocode: createRowGeocoder(owner, lookups),
      store,
      reject: rejects.add,
      warn: warnings.add,
      progress: ({ read }) => progress?.(read, source.progress()),
    })
    await batches.end()
    return counts
  } catch (error) {
    await batches.abort(error as Error)
    throw error
  }
}
