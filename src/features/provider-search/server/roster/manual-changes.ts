import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/server/audit.ts'
import { execute, inTransaction, rowOf, type Sql, sql } from '#platform/server/database.ts'
import type { DatabaseContext } from '#platform/server/database-context.ts'
import { type ImportSession, inImportSession } from '#platform/server/import-session.ts'
import { changeDirectory, waitForTurn } from './apply-import.ts'
import { type NetworkChange, planChange } from './apply-network.ts'
import { recordRun } from './import-log.ts'
import { written } from './network-tables.ts'
import { keepBefore } from './provider-history.ts'
import type { RosterImport } from './roster-import.ts'
import { hashOf } from './row-check.ts'
import { runMessages as messages } from './run-messages.ts'
import {
  createIncoming,
  dropAbandoned,
  dropIncoming,
  type IncomingTable,
  reserveIncoming,
} from './staging-tables.ts'
import { WrongUsage } from './usage-error.ts'

export type NamedProvider = { network: string; id: string; actor: string } & Pick<RosterImport, 'say'>

const known = z.object({ name: z.string(), source: z.string(), hidden: z.boolean() })
type Known = z.infer<typeof known>

/** Hides a provider from every search, or shows it again. Imports keep it so. Gives its name. */
export function hideProvider(
  databaseContext: DatabaseContext,
  asked: NamedProvider,
  hidden: boolean,
): Promise<string> {
  return withProvider(databaseContext, asked, async (session, table, provider) => {
    const { network, id, actor } = asked
    const { db } = session
    if (provider.hidden === hidden) throw new WrongUsage(messages.sameAsBefore(id, network, hidden))
    const hash = hashOf(network, id)
    table.rows = await execute(
      db,
      sql`
      insert into ${sql.table(table.table)} (${written})
      select ${written} from provider where network_code = ${network} and hash = ${hash}`,
    )
    await execute(db, sql`update ${sql.table(table.table)} set hidden = ${hidden}`)
    const change = await planHand(session, table, provider, sql`false`)
    await changeDirectory(session, databaseContext, [change], asked, async () => {
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

/** Removes a provider until a roster names it again; as a run that `import undo` takes back. Gives its name and run. */
export function removeProvider(databaseContext: DatabaseContext, asked: NamedProvider) {
  return withProvider(databaseContext, asked, async (session, table, provider) => {
    const { network, id, actor } = asked
    const isMeant = sql`present.hash = ${hashOf(network, id)}`
    const change = await planHand(session, table, provider, isMeant)
    const runId = await changeDirectory(session, databaseContext, [change], asked, async (networks) => {
      const run = await recordRun(session.db, {
        file: messages.byHand(id),
        sourceName: provider.source,
        actor,
        startedAt: now(),
        outcome: 'done',
        counts: { read: 0, rejected: 0, warned: 0 },
        networks,
        action: 'provider removed',
      })
      await keepBefore(session.db, run, change)
      return run
    })
    return { name: provider.name, runId }
  })
}

async function planHand(
  { db, transaction }: ImportSession,
  table: IncomingTable,
  { source }: Known,
  removed: Sql,
) {
  await transaction(() =>
    execute(db, sql`alter table ${sql.table(table.table)} add primary key (hash, network_code)`),
  )
  const change: NetworkChange = await planChange(db, table, { source, removed })
  return change
}

/** Runs `work` while nothing else changes the network. Throws `WrongUsage` when the network has no such provider. */
async function withProvider<T>(
  databaseContext: DatabaseContext,
  { network, id, say }: NamedProvider,
  work: (session: ImportSession, table: IncomingTable, provider: Known) => Promise<T>,
): Promise<T> {
  return inImportSession(databaseContext, async (session) => {
    const { db } = session
    await waitForTurn(db, network, say)
    const provider = await rowOf(
      db,
      known,
      sql`
      select name, source_name as source, hidden
        from provider
       where network_code = ${network} and hash = ${hashOf(network, id)}`,
    )
    if (!provider) throw new WrongUsage(messages.noProvider(id, network))
    await session.transaction(() => dropAbandoned(db))
    const incoming = await reserveIncoming(db, [network])
    const [table] = incoming.tables
    if (!table) throw new Error('No table was reserved.')
    try {
      await session.transaction(() => createIncoming(db, incoming))
      return await work(session, table, provider)
    } finally {
      await inTransaction(databaseContext.owner, (owner) => dropIncoming(owner, incoming)).catch(() => {})
    }
  })
}
