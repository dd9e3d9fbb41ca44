import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { audit } from '#platform/db/audit.ts'
import { type Database, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { type Client, contentPages, diffLines, type ParsedClient, type State } from './client-diff.ts'
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
import type { ExternalSearch } from './clients-file-schema.ts'
import { messages } from './clients-messages.ts'
import { storeSanitized } from './content-store.ts'

/** What other features keep about a client and update in the transaction that changes it. */
export type ClientDependents = {
  /** Ends all member sessions of a client that was closed or opened. */
  endMemberSessions: (db: Database, clientId: string) => Promise<unknown>
  /** Computes when the pending bills of a client are due, after its rules or codes changed. */
  updateDueTimes: (db: Database, clientId: string) => Promise<unknown>
}

/** For imports before any client has members or bills. */
export const noDependents: ClientDependents = {
  endMemberSessions: async () => {},
  updateDueTimes: async () => {},
}

/** The context of an import: file name, actor, and what to update with each client. */
type ImportContext = Pick<Source, 'name'> & { actor: string; dependents: ClientDependents }

/**
 * Previews an import. Applies all changes and rolls them back, so that database errors appear before the prompt. Throws
 * `ClientsRejectedError` for a conflict with stored data.
 */
export async function planImport(owner: Database, file: ParsedFile, context: ImportContext): Promise<Plan> {
  const rollback = new DryRunRollbackError()
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
class DryRunRollbackError extends Error {
  override name = 'DryRunRollbackError'
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
    if (before && before.enabled !== client.enabled) await context.dependents.endMemberSessions(db, client.id)
    await auditChange(db, `client ${before ? 'changed' : 'added'}`, client.id, context)
  }
  // A code may come from another client, so the codes of all of them are written first.
  for (const { client, before } of changes)
    if (!isDeepStrictEqual(dueRules(client), before && dueRules(before)))
      await context.dependents.updateDueTimes(db, client.id)
  if (externalSearches) {
    await writeExternalSearches(db, externalSearches)
    await auditChange(db, 'external searches changed', 'client selector', context)
  }
}

/** The rules that apply to each code of a client, by code. */
const dueRules = ({ codes, dueRule }: Client) =>
  new Map(codes.map((each) => [each.code, each.dueRule ?? dueRule]))

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

/** Finds conflicts between a file and stored data; returns a message with the line for each. */
async function findConflicts(db: Database, file: ParsedFile, state: State): Promise<string[]> {
  return [...codeConflicts(file, state), ...searchConflicts(file, await listSearchNetworks(db))]
}

/** Finds codes taken from clients that the file omits: codes can move only between clients in the file. */
function codeConflicts({ clients, faultAt }: ParsedFile, state: State): string[] {
  const named = new Set(clients.map(({ id }) => id))
  const others = state.clients.filter(({ id }) => !named.has(id))
  const holders = new Map(others.flatMap(({ id, codes }) => codes.map(({ code }) => [code, id])))
  return clients.flatMap(({ codes }, at) =>
    codes.flatMap(({ code }, index) => {
      const holder = holders.get(code)
      if (!holder) return []
      return [faultAt(['clients', at, 'codes', index, 'code'], messages.taken(code, holder))]
    }),
  )
}

function searchConflicts({ clients, faultAt }: ParsedFile, known: Map<string, string[]>): string[] {
  return clients.flatMap(({ providerSearches }, at) =>
    providerSearches.flatMap(({ key, networks }, index) => {
      const path = ['clients', at, 'providerSearches', index]
      const available = known.get(key)
      if (!available) return [faultAt(path, messages.unknownSearch(key))]
      const foreign = (networks ?? []).filter((network) => !available.includes(network))
      return foreign.map((network) => faultAt(path, messages.foreignNetwork(network, key)))
    }),
  )
}

async function listSearchNetworks(db: Database): Promise<Map<string, string[]>> {
  const rows = await queryRows(
    db,
    z.object({ key: z.string(), networks: z.array(z.string()) }),
    sql`
    select key, array(select network_code from search_definition_network where definition_key = key) as networks
      from search_definition`,
  )
  return new Map(rows.map(({ key, networks }) => [key, networks]))
}

type Change = { client: Client; before: Client | undefined }

/** The changes that an import would make. */
type Plan = {
  changes: Change[]
  externalSearches: ExternalSearch[] | undefined
  /** The changes as text; empty if there are none. */
  text: string
}

/** Compares a file with the database. Unlisted clients stay unchanged. */
function createPlan(file: ParsedFile, state: State): Plan {
  const known = new Map(state.clients.map((client) => [client.id, client]))
  const compared = file.clients.map((entry) => {
    const before = known.get(entry.id)
    const client = mergeWithStored(entry, before)
    return {
      client,
      before,
      lines: diffLines(before && describedProperties(before), describedProperties(client)),
    }
  })
  const changed = compared.filter(({ lines, before }) => lines.length > 0 || !before)
  const external = diffExternalSearches(file.externalSearches, state.externalSearches)
  const paragraphs = changed.map(({ client: { id }, before, lines }) => [
    before ? messages.changed(id) : messages.added(id),
    ...lines,
  ])
  if (external.length > 0) paragraphs.push([messages.externalChanged, ...external])
  return {
    changes: changed.map(({ client, before }) => ({ client, before })),
    externalSearches: external.length > 0 ? file.externalSearches : undefined,
    text: paragraphs.map((lines) => lines.join('\n')).join('\n\n'),
  }
}

/** The properties of a client to describe: all but its ID, which is the heading. */
export const describedProperties = ({ id: _, ...rest }: Client) => rest

function mergeWithStored({ html, ...rest }: ParsedClient, before: Client | undefined): Client {
  const stored = before?.html ?? { home: '', member: '' }
  return { ...rest, html: { home: html.home ?? stored.home, member: html.member ?? stored.member } }
}

function diffExternalSearches(after: ExternalSearch[] | undefined, before: ExternalSearch[]): string[] {
  if (!after) return []
  const byName = (searches: ExternalSearch[]) =>
    Object.fromEntries(searches.map(({ name, url, position }) => [name, `${position}. ${url}`]))
  return diffLines(byName(before), byName(after))
}
