import { isDeepStrictEqual } from 'node:util'
import { audit } from '#platform/server/audit.ts'
import { type Database, inTransaction } from '#platform/server/database.ts'
import { type Client, contentPages } from './client-snapshot.ts'
import { loadState } from './client-snapshot-queries.ts'
import {
  lockClients,
  writeAccountManagers,
  writeClient,
  writeCodes,
  writeExternalSearches,
  writeProviderSearches,
  writeReports,
} from './client-write-queries.ts'
import { ClientsRejectedError, type ParsedFile, type Source } from './clients-file.ts'
import { messages } from './clients-messages.ts'
import { storeSanitized } from './content-store.ts'
import { findConflicts } from './import-conflicts.ts'
import { createPlan, type Plan } from './import-plan.ts'

/** Ends all member sessions of a client in the transaction that closes or opens it. */
export type EndMemberSessions = (db: Database, clientId: string) => Promise<unknown>

/** Ends no sessions: for imports before any client has members. */
export const noMembers: EndMemberSessions = async () => {}

/** The context of an import: file name, actor, and the function that ends member sessions. */
type ImportContext = Pick<Source, 'name'> & { actor: string; endMemberSessions: EndMemberSessions }

/**
 * Previews an import. Applies all changes and rolls them back, so that database errors appear before the prompt. Throws
 * `ClientsRejectedError` for a conflict with stored data.
 */
export async function planImport(owner: Database, file: ParsedFile, context: ImportContext): Promise<Plan> {
  const rollback = new DryRunRollback()
  await inTransaction(owner, async (db) => {
    await lockClients(db)
    rollback.plan = await computePlan(db, file, context)
    await applyPlan(db, rollback.plan, context)
    throw rollback
  }).catch((error: unknown) => {
    if (error !== rollback) throw error
  })
  if (!rollback.plan) throw new Error('The dry run has no plan.')
  return rollback.plan
}

/** Thrown to roll back a dry run. */
class DryRunRollback extends Error {
  plan: Plan | undefined
}

async function computePlan(db: Database, file: ParsedFile, source: Pick<Source, 'name'>): Promise<Plan> {
  const state = await loadState(db)
  const conflicts = await findConflicts(db, file, state)
  if (conflicts.length > 0) throw new ClientsRejectedError(source, conflicts)
  return createPlan(file, state)
}

/**
 * Applies a file in one transaction and returns the changes. `confirmed` is the text of the confirmed preview; throws
 * if the changes differ from it. Throws `ClientsRejectedError` for a conflict with stored data.
 */
export function applyImport(
  owner: Database,
  file: ParsedFile,
  context: ImportContext,
  confirmed?: string,
): Promise<Plan> {
  return inTransaction(owner, async (db) => {
    await lockClients(db)
    const plan = await computePlan(db, file, context)
    if (confirmed !== undefined && confirmed !== plan.text) throw new Error(messages.changedSincePreview)
    await applyPlan(db, plan, context)
    return plan
  })
}

async function applyPlan(db: Database, { changes, externalSearches }: Plan, context: ImportContext) {
  for (const { client } of changes) await writeClient(db, client)
  for (const { client, before } of changes) {
    await writeCodes(db, client)
    await writeProviderSearches(db, client)
    await writeReports(db, client)
    if (!isDeepStrictEqual(client.accountManagers, before?.accountManagers))
      await writeAccountManagers(db, client)
    await writeContent(db, client, before, context)
    if (before && before.enabled !== client.enabled) await context.endMemberSessions(db, client.id)
    await auditChange(db, `client ${before ? 'changed' : 'added'}`, client.id, context)
  }
  if (externalSearches) {
    await writeExternalSearches(db, externalSearches)
    await auditChange(db, 'external searches changed', 'client selector', context)
  }
}

async function writeContent(
  db: Database,
  { id, html }: Client,
  before: Client | undefined,
  { actor }: ImportContext,
) {
  for (const page of contentPages) {
    const isChanged = html[page] !== (before?.html[page] ?? '')
    if (isChanged) await storeSanitized(db, `${page}/${id}`, html[page], actor)
  }
}

const auditChange = (db: Database, action: string, subject: string, { actor, name }: ImportContext) =>
  audit(db, { actor, action, subject, detail: { file: name } })
