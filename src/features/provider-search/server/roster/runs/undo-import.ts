import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { type DatabaseContext, type ImportSession, inImportSession } from '#platform/db/database-context.ts'
import { applyChanges, applyHidden, lockNetwork } from '../apply-import.ts'
import type { NetworkResult, RosterImport } from '../import-options.ts'
import { planChange } from '../network-changes.ts'
import { type StagingTable, withStagingTables, writtenColumns } from '../staging-tables.ts'
import { importRunMessages as messages } from './import-run-messages.ts'
import { deleteRunHistory, undoableRuns } from './undo-history.ts'

/** Thrown when an import cannot be undone; the message is the reason. */
export class UndoError extends Error {
  override name = 'UndoError'
}

type UndoOptions = { actor: string } & Pick<RosterImport, 'onStatus'>

const run = z.object({ kind: z.string(), changed: z.number(), undoneAt: z.date().nullable() })
const part = z.object({
  network: z.string(),
  source: z.string(),
  began: z.boolean(),
  canUndo: z.boolean(),
  later: z.string().nullable(),
})
type Part = z.infer<typeof part>

/**
 * Restores every provider that a run changed or removed, and removes those that it added, all at once. A
 * later run that changed the same source or providers must be undone first. Throws `UndoError`.
 */
export async function undoImport(
  databaseContext: DatabaseContext,
  runId: string,
  options: UndoOptions,
): Promise<NetworkResult[]> {
  return inImportSession(databaseContext, async (session) => {
    const { db } = session
    const networks = (await listParts(db, runId)).map(({ network }) => network)
    for (const network of networks) await lockNetwork(db, network, options.onStatus)
    const parts = await listUndoableParts(db, runId)
    return withStagingTables(session, databaseContext, networks, async (staging) => {
      const changes = []
      for (const [at, table] of staging.tables.entries())
        changes.push(await planPart(session, table, parts[at] as Part, runId))
      return await applyChanges(session, databaseContext, changes, options, async (results) => {
        await record(db, runId, options.actor, results)
        return results
      })
    })
  })
}

async function planPart({ db, transaction }: ImportSession, table: StagingTable, part: Part, runId: string) {
  const { network, source, began } = part
  await transaction(async () => {
    const into = sql.table(table.table)
    table.rows = await execute(
      db,
      sql`
      insert into ${into} (${writtenColumns})
      select ${writtenColumns}
        from (select restored.*
                from provider_before
               cross join lateral json_populate_record(null::provider, row) as restored
               where run_id = ${runId} and provider_before.network_code = ${network} and row is not null) as previous`,
    )
    await execute(db, sql`alter table ${into} add primary key (hash, network_code)`)
    await applyHidden(db, table)
  })
  const added = sql`
    exists (select from provider_before
             where run_id = ${runId} and network_code = ${network} and row is null
               and provider_before.hash = current.hash)`
  return planChange(db, table, { source, removed: began ? sql`current.source_name = ${source}` : added })
}

/**
 * The networks that the run changed, each with the latest subsequent run that changed the same source or
 * providers, if any. Sorted in the order in which imports lock networks.
 */
const listParts = (db: Database, runId: string) =>
  queryRows(
    db,
    part,
    sql`
    select network_code as network, source_name as source, began_source as began, can_undo as "canUndo",
           (select max(other.run_id)::text
              from import_run_network other
              join import_run on import_run.id = other.run_id and import_run.undone_at is null
             where other.network_code = part.network_code and other.run_id > part.run_id
               and (other.source_name = part.source_name
                    or exists (select from provider_before later
                                where later.run_id = other.run_id and later.network_code = part.network_code
                                  and (later.row ->> 'source_name' = part.source_name
                                       or exists (select from provider_before mine
                                                   where mine.run_id = part.run_id
                                                     and mine.network_code = part.network_code
                                                     and mine.hash = later.hash))))) as later
      from import_run_network part
     where run_id = ${runId}
     order by network_code collate "C"`,
  )

async function listUndoableParts(db: Database, runId: string): Promise<Part[]> {
  const found = await queryRow(
    db,
    run,
    sql`
    select kind, rows_added + rows_changed + rows_removed as changed, undone_at as "undoneAt"
      from import_run
     where id = ${runId}`,
  )
  if (!found) throw new UndoError(messages.unknownRun(runId))
  if (found.kind !== 'providers') throw new UndoError(messages.notProviderImport(runId, found.kind))
  if (found.undoneAt) throw new UndoError(messages.alreadyUndone(runId, found.undoneAt))
  const parts = await listParts(db, runId)
  if (parts.length === 0)
    throw new UndoError(found.changed > 0 ? messages.notUndoable(runId) : messages.nothingToUndo(runId))
  const later = parts.find((each) => each.later !== null)
  if (later?.later) throw new UndoError(messages.undoLaterFirst(runId, later.later))
  if (parts.some(({ canUndo }) => !canUndo)) throw new UndoError(messages.historyDeleted(runId, undoableRuns))
  return parts
}

async function record(db: Database, runId: string, actor: string, networks: readonly NetworkResult[]) {
  await execute(db, sql`update import_run set undone_at = ${now()}, undone_by = ${actor} where id = ${runId}`)
  for (const { network, added, changed, removed } of networks) {
    const detail = { run: runId, added, changed, removed }
    await audit(db, { actor, action: 'provider import undone', subject: network, detail })
  }
  await deleteRunHistory(db, runId)
}
