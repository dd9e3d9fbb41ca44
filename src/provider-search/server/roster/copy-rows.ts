import { from as copyFrom } from 'pg-copy-streams'
import type { Rejects } from '#platform/server/csv/rejects.ts'
import type { Database } from '#platform/server/database.ts'
import type { ImportSession } from '#platform/server/import-session.ts'
import { copyLine } from './copy-line.ts'
import { type Counts, gatherRows } from './gather-rows.ts'
import { locator } from './locate.ts'
import type { RowReader } from './mapping.ts'
import { neighbourOrder } from './neighbour-order.ts'
import type { Reference } from './reference.ts'
import type { RosterImport } from './roster-import.ts'
import { checkedRow } from './row-check.ts'
import { sortedRuns } from './sorted-runs.ts'

type Copying = Pick<RosterImport, 'source' | 'network' | 'progress'> & {
  owner: Database
  reader: RowReader
  reference: Reference
  rejects: Rejects
}

/** Reads a roster and copies its good rows by a COPY statement; places are looked up on another connection. */
export async function copyRows(
  { client }: ImportSession,
  statement: string,
  copying: Copying,
): Promise<Counts> {
  const { source, network, progress, reader, reference, rejects, owner } = copying
  const runs = sortedRuns(client.query(copyFrom(statement)))
  try {
    const counts = await gatherRows(source, {
      reader,
      check: (row, line) => checkedRow(row, line, reference, network),
      locate: locator(owner),
      keep: (row) => runs.add(copyLine(row), neighbourOrder(row)),
      reject: rejects.add,
      progress: ({ read }) => progress?.(read, source.progress()),
    })
    await runs.end()
    return counts
  } catch (error) {
    runs.abort(error as Error)
    throw error
  }
}
