import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/server/audit.ts'
import { type Database, queryRow, sql } from '#platform/server/database.ts'
import type { ImportCounts, ImportResult, NetworkResult } from './roster-import.ts'

export type Run = {
  file: string
  sourceName: string
  actor: string
  startedAt: Date
  outcome: ImportResult['outcome']
  counts: Pick<ImportCounts, 'read' | 'rejected' | 'warned'>
  networks: readonly NetworkResult[]
  /** The audit action to record for each changed network. */
  action: string
}

/** Records an import run and an audit event for each network that it changes. Returns the run ID. */
export async function recordRun(db: Database, run: Run): Promise<string> {
  const { file, sourceName, actor, startedAt, outcome, counts, networks, action } = run
  const sum = (count: 'added' | 'changed' | 'removed') => networks.reduce((all, each) => all + each[count], 0)
  const row = await queryRow(
    db,
    z.object({ id: z.string() }),
    sql`
    insert into import_run (kind, source, source_name, actor, started_at, finished_at, rows_read, rows_added,
                            rows_changed, rows_removed, rows_rejected, rows_warned, outcome)
    values ('providers', ${file}, ${sourceName}, ${actor}, ${startedAt}, ${now()}, ${counts.read}, ${sum('added')},
            ${sum('changed')}, ${sum('removed')}, ${counts.rejected}, ${counts.warned}, ${outcome})
    returning id::text`,
  )
  if (!row) throw new Error('The import run was not recorded.')
  for (const { network, added, changed, removed } of networks) {
    if (added + changed + removed === 0) continue
    const detail = {
      run: row.id,
      file,
      source: sourceName,
      added,
      changed,
      removed,
      rejected: counts.rejected,
    }
    await audit(db, { actor, action, subject: network, detail })
  }
  return row.id
}
