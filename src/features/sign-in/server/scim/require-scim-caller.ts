import type { FastifyRequest } from 'fastify'
import { createFairQueue, type Requester } from '#platform/concurrency/fair-queue.ts'
import type { Config } from '#platform/config/settings.ts'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { type Database, execute, inTransaction, type Sql, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { resolveOrigin } from '../identity-provider.ts'
import { findScimClients, type ProviderClients } from '../identity-providers/providers.ts'
import { requireServiceRight } from '../tokens/service-tokens.ts'
import { scimMessages } from './scim-messages.ts'

export type ScimDeps = {
  db: Database
  config: Config
  /** Lets the changes of a provider wait for each other before they take a connection. */
  enqueue: ReturnType<typeof createFairQueue>
}

const maxWaiting = 200

/** One change of a provider at a time; further ones wait, so that they do not use up the connections of everybody. */
export const createScimQueue = () =>
  createFairQueue({
    concurrency: Number.POSITIVE_INFINITY,
    concurrencyPerKey: 1,
    maxQueued: Number.POSITIVE_INFINITY,
    maxQueuedPerKey: maxWaiting,
    messages: { full: scimMessages.tooManyChanges, shareFull: scimMessages.tooManyChanges },
  })

/** The identity provider that makes a request, and the token for the audit trail. */
export type ScimCaller = {
  issuer: string
  clients: ProviderClients
  /** Where the portal is, for the addresses of resources. */
  origin: string
  audit: { actor: string; address: string; reference: string }
}

/** Returns the identity provider of the token. Throws 404 for another right, 403 if the provider does not use SCIM. */
export async function requireScimCaller(
  request: FastifyRequest,
  { db, config }: Pick<ScimDeps, 'db' | 'config'>,
): Promise<ScimCaller> {
  const { name, issuer } = requireServiceRight(request, 'scim')
  const clients = issuer ? findScimClients(config, issuer) : undefined
  if (!issuer || !clients) throw problem(403, scimMessages.notInUse)
  await recordUse(db, name)
  const audit = { actor: `service ${name}`, address: request.ip, reference: request.id }
  return { issuer, clients, origin: resolveOrigin(request, config), audit }
}

/** For `doctor` and `service list`; a minute is exact enough, and saves a write for most requests. */
const recordUse = (db: Database, name: string) =>
  execute(
    db,
    sql`
    update service_token set last_used_at = ${now()}
     where name = ${name} and (last_used_at is null or last_used_at < ${timeAgo(60_000)})`,
  )

/** Runs the changes of one provider one after the other, so that none of them is lost or decides on old rights. */
export const writeInTurn = <T>(
  { db, enqueue }: Pick<ScimDeps, 'db' | 'enqueue'>,
  { issuer }: Pick<ScimCaller, 'issuer'>,
  work: (transaction: Database) => Promise<T>,
  abortSignal?: Requester['abortSignal'],
) =>
  enqueue({ key: issuer, ...(abortSignal && { abortSignal }) }, () =>
    inTransaction(db, async (transaction) => {
      await execute(transaction, sql`select pg_advisory_xact_lock(hashtext('scim'), hashtext(${issuer}))`)
      return work(transaction)
    }),
  )

/** Whether a column names a client of the provider. */
export const ownClientCondition = (
  { clients: { ids, isExcept } }: Pick<ScimCaller, 'clients'>,
  column: Sql,
): Sql => sql`(${column} = any(${ids}::text[])) <> ${isExcept}::boolean`
