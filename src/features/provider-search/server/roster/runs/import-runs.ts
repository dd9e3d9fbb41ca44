import { z } from 'zod'
import { audit } from '#platform/db/audit.ts'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { recordImportRun } from '#platform/import/import-runs.ts'
import type { ImportCounts, ImportResult, NetworkResult } from '../import-options.ts'

const run = z.object({
  id: z.string(),
  kind: z.string(),
  file: z.string(),
  source: z.string().nullable(),
  networks: z.string().nullable(),
  read: z.number(),
  added: z.number(),
  changed: z.number(),
  removed: z.number(),
  rejected: z.number(),
  warned: z.number(),
  actor: z.string().nullable(),
  startedAt: z.date(),
  outcome: z.string().nullable(),
  undoneAt: z.date().nullable(),
  undoneBy: z.string().nullable(),
  canUndo: z.boolean(),
})
export type ImportRun = z.infer<typeof run>

/** The latest imports of all kinds, newest first. */
export const importRuns = (db: Database, most: number): Promise<ImportRun[]> =>
  queryRows(
    db,
    run,
    sql`
    select id::text, kind, source as file, source_name as source, rows_read as read, rows_added as added,
           rows_changed as changed, rows_removed as removed, rows_rejected as rejected, rows_warned as warned, actor,
           started_at as "startedAt", outcome, undone_at as "undoneAt", undone_by as "undoneBy",
           (select string_agg(network_code, ', ' order by network_code)
              from import_run_network where run_id = import_run.id) as networks,
           coalesce((select bool_and(can_undo)
                       from import_run_network where run_id = import_run.id), false) as "canUndo"
      from import_run
     order by import_run.id desc
     limit ${most}`,
  )

/** When the last import of each network was completed, whether or not it changed anything. */
export const listLastImports = (db: Database) =>
  queryRows(
    db,
    z.object({ network: z.string(), importedAt: z.date() }),
    sql`
    select network_code as network, max(finished_at) as "importedAt"
      from import_run join import_run_network on run_id = id
     where outcome <> 'refused' and undone_at is null
     group by network_code`,
  )

type Run = {
  file: string
  sourceName: string
  actor: string
  startedAt: Date
  /** The run, if it was recorded at its start. */
  startedRun?: string | undefined
  outcome: ImportResult['outcome']
  counts: Pick<ImportCounts, 'read' | 'rejected' | 'warned'>
  networks: readonly NetworkResult[]
  /** The audit action to record for each changed network. */
  action: string
}

/** Records an import run and an audit event for each network that it changes. Returns the run ID. */
export async function recordRun(db: Database, run: Run): Promise<string> {
  const { file, sourceName, actor, startedAt, startedRun, outcome, counts, networks, action } = run
  const sum = (count: 'added' | 'changed' | 'removed') => networks.reduce((all, each) => all + each[count], 0)
  const { read, rejected, warned } = counts
  const id = await recordImportRun(db, {
    kind: 'providers',
    file,
    sourceName,
    actor,
    startedAt,
    startedRun,
    outcome,
    counts: { read, added: sum('added'), changed: sum('changed'), removed: sum('removed'), rejected, warned },
  })
  for (const { network, added, changed, removed } of networks) {
    if (added + changed + removed === 0) continue
    const detail = {
      run: id,
      file,
      source: sourceName,
      added,
      changed,
      removed,
      rejected,
    }
    await audit(db, { actor, action, subject: network, detail })
  }
  return id
}
