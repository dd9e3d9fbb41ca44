import { from as copyFrom } from 'pg-copy-streams'
import type { Rejects } from '#platform/server/csv/rejects.ts'
import type { Database } from '#platform/server/database.ts'
import type { ImportSession } from '#platform/server/import-session.ts'
import { copyLine } from './copy-line.ts'
import { placer } from './geocode-rows.ts'
import type { Reference } from './lookup-tables.ts'
import type { RowReader } from './mapping.ts'
import type { LocatedRow } from './provider-row.ts'
import { gatherRows } from './read-rows.ts'
import type { ImportCounts, RosterImport } from './roster-import.ts'
import { checkedRow } from './row-check.ts'
import { sortBatches } from './sort-batches.ts'
import { neighbourOrder } from './spatial-order.ts'
import { copyStatement, type Incoming, type IncomingTable } from './staging-tables.ts'

type Copying = Pick<RosterImport, 'source' | 'network' | 'progress'> & {
  sourceName: string
  owner: Database
  reader: RowReader
  reference: Reference
  rejects: Rejects
  warnings: Rejects
}

/**
 * Reads a roster, and copies and counts its good rows into the tables of their networks; places are looked up on
 * another connection.
 */
export async function copyRows(
  { client }: ImportSession,
  { tables }: Incoming,
  copying: Copying,
): Promise<ImportCounts> {
  const { source, network, sourceName, progress, reader, reference, rejects, warnings, owner } = copying
  const runs = sortBatches((table: IncomingTable) => client.query(copyFrom(copyStatement(table))))
  const tableOf = new Map(tables.map((each) => [each.network, each]))
  const keep = (row: LocatedRow) => {
    const table = tableOf.get(row.network)
    if (!table) throw new Error(`No table for ${row.network}.`)
    table.rows += 1
    return runs.add(copyLine(row), neighbourOrder(row), table)
  }
  try {
    const counts = await gatherRows(source, {
      reader,
      check: (row, line) => checkedRow(row, line, reference, { network, source: sourceName }),
      place: placer(owner, reference),
      keep,
      reject: rejects.add,
      warn: warnings.add,
      progress: ({ read }) => progress?.(read, source.progress()),
    })
    await runs.end()
    return counts
  } catch (error) {
    await runs.abort(error as Error)
    throw error
  }
}
