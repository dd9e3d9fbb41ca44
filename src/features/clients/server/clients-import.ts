import { isDeepStrictEqual } from 'node:util'
import { audit } from '#platform/server/audit.ts'
import { type Database, inTransaction } from '#platform/server/database.ts'
import { type Client, contentPages } from './client-snapshot.ts'
import { stateOf } from './client-snapshot-queries.ts'
import {
  lockClients,
  writeAccountManagers,
  writeClient,
  writeCodes,
  writeExternalSearches,
  writeProviderSearches,
  writeReports,
} from './client-write-queries.ts'
import { ClientsRejectedError, type Said, type Source } from './clients-file.ts'
import { messages } from './clients-messages.ts'
import { storeSanitized } from './content-store.ts'
import { conflictsOf } from './import-conflicts.ts'
import { type Plan, planOf } from './import-plan.ts'

/** Ends all member sessions of a client in the transaction that closes or opens it. */
export type EndMemberSessions = (db: Database, clientId: string) => Promise<unknown>

/** For imports before any client has members. */
export const noMembers: EndMemberSessions = async () => {}

/** The file name, the actor, and the function that ends member sessions. */
type By = Pick<Source, 'name'> & { actor: string; endMemberSessions: EndMemberSessions }

/**
 * Previews an import. It applies all changes and rolls them back, so that database errors appear before the prompt.
 * Throws `ClientsRejectedError`.
 */
export async function planImport(owner: Database, said: Said, by: By): Promise<Plan> {
  const rehearsed = new DryRunRollback()
  await inTransaction(owner, async (db) => {
    await lockClients(db)
    rehearsed.plan = await planNow(db, said, by)
    await write(db, rehearsed.plan, by)
    throw rehearsed
  }).catch((error: unknown) => {
    if (error !== rehearsed) throw error
  })
  if (!rehearsed.plan) throw new Error('The import was not rehearsed.')
  return rehearsed.plan
}

/** Thrown to roll back a dry run. */
class DryRunRollback extends Error {
  plan: Plan | undefined
}

async function planNow(db: Database, said: Said, source: Pick<Source, 'name'>): Promise<Plan> {
  const state = await stateOf(db)
  const conflicts = await conflictsOf(db, said, state)
  if (conflicts.length > 0) throw new ClientsRejectedError(source, conflicts)
  return planOf(said, state)
}

/**
 * Applies a file in one transaction and returns the changes. `agreed` is the text of the confirmed preview; any
 * difference is rejected. Throws `ClientsRejectedError`.
 */
export function applyImport(owner: Database, said: Said, by: By, agreed?: string): Promise<Plan> {
  return inTransaction(owner, async (db) => {
    await lockClients(db)
    const plan = await planNow(db, said, by)
    if (agreed !== undefined && agreed !== plan.text) throw new Error(messages.changedMeanwhile)
    await write(db, plan, by)
    return plan
  })
}

async function write(db: Database, { changes, externalSearches }: Plan, by: By) {
  for (const { client } of changes) await writeClient(db, client)
  for (const { client, before } of changes) {
    await writeCodes(db, client)
    await writeProviderSearches(db, client)
    await writeReports(db, client)
    if (!isDeepStrictEqual(client.accountManagers, before?.accountManagers))
      await writeAccountManagers(db, client)
    await writeContent(db, client, before, by)
    if (before && before.enabled !== client.enabled) await by.endMemberSessions(db, client.id)
    await tell(db, `client ${before ? 'changed' : 'added'}`, client.id, by)
  }
  if (externalSearches) {
    await writeExternalSearches(db, externalSearches)
    await tell(db, 'external searches changed', 'client selector', by)
  }
}

async function writeContent(db: Database, { id, html }: Client, before: Client | undefined, { actor }: By) {
  for (const page of contentPages) {
    const isNews = html[page] !== (before?.html[page] ?? '')
    if (isNews) await storeSanitized(db, `${page}/${id}`, html[page], actor)
  }
}

const tell = (db: Database, action: string, subject: string, { actor, name }: By) =>
  audit(db, { actor, action, subject, detail: { file: name } })
