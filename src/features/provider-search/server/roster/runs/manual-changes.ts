import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { execute, queryRow, type Sql, sql } from '#platform/db/database.ts'
import { type DatabaseContext, type ImportSession, inImportSession } from '#platform/db/database-context.ts'
import { applyChanges, lockNetwork } from '../apply-import.ts'
import { type RosterImport, UsageError } from '../import-options.ts'
import { type NetworkChange, planChange } from '../network-changes.ts'
import { hashProvider } from '../row-check.ts'
import { type StagingTable, withStagingTables, writtenColumns } from '../staging-tables.ts'
import { importRunMessages as messages } from './import-run-messages.ts'
import { recordRun } from './import-runs.ts'
import { savePreviousRows } from './undo-history.ts'

export type ProviderCommand = { network: string; id: string; actor: string } & Pick<RosterImport, 'onStatus'>

const providerRow = z.object({ name: z.string(), source: z.string(), hidden: z.boolean() })
type KnownProvider = z.infer<typeof providerRow>

/** Hides a provider from every search, or shows it again. Imports do not change this. Returns the provider's name. */
export function hideProvider(
  databaseContext: DatabaseContext,
  command: ProviderCommand,
  hidden: boolean,
): Promise<string> {
  return withProvider(databaseContext, command, async (session, table, provider) => {
    const { network, id, actor } = command
    const { db } = session
    if (provider.hidden === hidden) throw new UsageError(messages.visibilityUnchanged(id, network, hidden))
    const hash = hashProvider(network, id)
    table.rows = await execute(
      db,
      sql`
      insert into ${sql.table(table.table)} (${writtenColumns})
      select ${writtenColumns} from provider where network_code = ${network} and hash = ${hash}`,
    )
    await execute(db, sql`update ${sql.table(table.table)} set hidden = ${hidden}`)
    const change = await planManualChange(session, table, provider, sql`false`)
    await applyChanges(session, databaseContext, [change], command, async () => {
      await execute(
        db,
        hidden
          ? sql`
            insert into hidden_provider (network_code, hash, roster_id, hidden_at, hidden_by)
            values (${network}, ${hash}, ${id}, ${now()}, ${actor})`
          : sql`delete from hidden_provider where network_code = ${network} and hash = ${hash}`,
      )
      const action = hidden ? 'provider hidden' : 'provider shown'
      await audit(db, { actor, action, subject: network, detail: { id, name: provider.name } })
    })
    return provider.name
  })
}

/**
 * Removes a provider until a roster lists it again. Records an import run, so that `import undo` can revert it.
 * Returns the provider's name and the run ID.
 */
export function removeProvider(databaseContext: DatabaseContext, command: ProviderCommand) {
  return withProvider(databaseContext, command, async (session, table, provider) => {
    const { network, id, actor } = command
    const targetCondition = sql`current.hash = ${hashProvider(network, id)}`
    const change = await planManualChange(session, table, provider, targetCondition)
    const runId = await applyChanges(session, databaseContext, [change], command, async (networks) => {
      const run = await recordRun(session.db, {
        file: messages.manualChange(id),
        sourceName: provider.source,
        actor,
        startedAt: now(),
        outcome: 'done',
        counts: { read: 0, rejected: 0, warned: 0 },
        networks,
        action: 'provider removed',
      })
      await savePreviousRows(session.db, run, change)
      return run
    })
    return { name: provider.name, runId }
  })
}

async function planManualChange(
  { db, transaction }: ImportSession,
  table: StagingTable,
  { source }: KnownProvider,
  removed: Sql,
) {
  await transaction(() =>
    execute(db, sql`alter table ${sql.table(table.table)} add primary key (hash, network_code)`),
  )
  const change: NetworkChange = await planChange(db, table, { source, removed })
  return change
}

/**
 * Runs `work` while no other session can change the network. Throws `UsageError` if the network has no such provider.
 */
async function withProvider<T>(
  databaseContext: DatabaseContext,
  { network, id, onStatus }: ProviderCommand,
  work: (session: ImportSession, table: StagingTable, provider: KnownProvider) => Promise<T>,
): Promise<T> {
  return inImportSession(databaseContext, async (session) => {
    const { db } = session
    await lockNetwork(db, network, onStatus)
    const provider = await queryRow(
      db,
      providerRow,
      sql`
      select name, source_name as source, hidden
        from provider
       where network_code = ${network} and hash = ${hashProvider(network, id)}`,
    )
    if (!provider) throw new UsageError(messages.unknownProvider(id, network))
    return withStagingTables(session, databaseContext, [network], async ({ tables: [table] }) => {
      if (!table) throw new Error('No table was reserved.')
      return work(session, table, provider)
    })
  })
}
