import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/server/database.ts'

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
