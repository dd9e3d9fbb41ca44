import { type Database, execute, sql } from '#platform/db/database.ts'
import { diffTable } from '../diff-tables.ts'
import type { NetworkChange } from '../network-changes.ts'
import { currentRows, writtenColumns } from '../staging-tables.ts'

/** How many runs of a source can be undone, latest first; older history is deleted. */
export const undoableRuns = 3

/**
 * Whether the source had no providers in the network. If so, undo removes all of its providers, so added rows
 * are not stored.
 */
const isNewSource = ({ ofSource }: NetworkChange) => ofSource === 0

/** Stores the rows that a run is about to change in a network, for undo. */
export async function savePreviousRows(db: Database, runId: string, change: NetworkChange) {
  const { network, source, added, changed, removed } = change
  if (added + changed + removed === 0) return
  await execute(
    db,
    sql`
    insert into import_run_network (run_id, network_code, source_name, rows_added, rows_changed, rows_removed,
                                    began_source)
    values (${runId}, ${network}, ${source}, ${added}, ${changed}, ${removed}, ${isNewSource(change)})`,
  )
  await saveRows(db, runId, change)
  await deleteOldHistory(db, network, source)
}

async function saveRows(db: Database, runId: string, change: NetworkChange) {
  const { network, table } = change
  const current = await currentRows(db, network)
  await execute(
    db,
    sql`
    insert into provider_before (run_id, network_code, hash, row)
    select ${runId}, ${network}, hash, row_to_json(previous)
      from ${diffTable(table)}
      left join (select ${writtenColumns} from ${current} as current) as previous using (hash)
     where change <> 'added' or ${!isNewSource(change)}`,
  )
}

/** Deletes the history of all but the last few runs of a source, to limit disk usage. */
async function deleteOldHistory(db: Database, network: string, source: string) {
  await execute(
    db,
    sql`
    with older as (
      update import_run_network
         set can_undo = false
       where network_code = ${network} and source_name = ${source} and can_undo
         and run_id not in (select run_id
                              from import_run_network as other
                              join import_run on import_run.id = run_id and undone_at is null
                             where network_code = ${network} and other.source_name = ${source}
                             order by run_id desc
                             limit ${undoableRuns})
      returning run_id
    )
    delete from provider_before where network_code = ${network} and run_id in (select run_id from older)`,
  )
}

/** Deletes the history of a run that was undone. */
export async function deleteRunHistory(db: Database, runId: string) {
  await execute(db, sql`delete from provider_before where run_id = ${runId}`)
  await execute(db, sql`update import_run_network set can_undo = false where run_id = ${runId}`)
}
