import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/server/audit.ts'
import { type Database, execute, sql } from '#platform/server/database.ts'
import type { ImportResult, RosterImport } from './roster-import.ts'

/** Writes down an import: a row of `import_run`, and an audit event for each network that it changed. */
export async function recordRun(
  db: Database,
  { source, actor }: Pick<RosterImport, 'source' | 'actor'>,
  { outcome, read, rejected, networks }: ImportResult,
  startedAt: Date,
) {
  const sum = (count: 'added' | 'changed' | 'removed') => networks.reduce((all, each) => all + each[count], 0)
  await execute(
    db,
    sql`
    insert into import_run (kind, source, started_at, finished_at, rows_read, rows_added, rows_changed, rows_removed,
                            rows_rejected, outcome)
    values ('providers', ${source.name}, ${startedAt}, ${now()}, ${read}, ${sum('added')}, ${sum('changed')},
            ${sum('removed')}, ${rejected}, ${outcome})`,
  )
  for (const { network, added, changed, removed } of networks) {
    if (added + changed + removed === 0) continue
    const detail = { source: source.name, added, changed, removed, rejected }
    await audit(db, { actor, action: 'providers imported', subject: network, detail })
  }
}
