import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import {
  type ClientScope,
  type Database,
  execute,
  inTransaction,
  queryRow,
  queryRows,
  sql,
} from '#platform/db/database.ts'
import { problem, type Refusal } from '#platform/http/problem.ts'
import type { Guard } from '#platform/http/register-endpoint.ts'
import { messages as platform } from '#platform/messages.ts'
import { initRefusalCounters } from '#platform/telemetry/process-metrics.ts'
import { serviceMessages } from '../command-messages.ts'
import { generateKey, hashKey } from '../cookies.ts'
import { clientScope } from '../staff-principal.ts'

/** The rights of a service token. */
export const serviceRight = z.enum(['decisions', 'itns', 'scim'])
export type ServiceRight = z.infer<typeof serviceRight>

const servicePrincipal = z.object({
  name: z.string(),
  may: serviceRight,
  codes: clientScope,
  /** The clients that the token is limited to; null for all. */
  clientIds: z.array(z.string()).nullable(),
  /** With the right `scim`, the identity provider that the token belongs to. */
  issuer: z.string().nullable(),
})
type ServicePrincipal = z.infer<typeof servicePrincipal>

declare module 'fastify' {
  interface FastifyRequest {
    /** The program with a service token; null until the guard finds one. Read it with `requireServiceRight`. */
    servicePrincipal: ServicePrincipal | null
  }
}

/** The guard of service endpoints, which requires an active service token (401 otherwise). */
export function serviceGuard(app: FastifyInstance, { db }: { db: Database }): Guard {
  app.decorateRequest('servicePrincipal', null)
  initRefusalCounters(app, 'service', ['no-token', 'token'])
  return async (request) => {
    const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    const found = token === undefined ? undefined : await findServicePrincipal(db, token)
    if (!found?.isActive) {
      app.refusedSignIns.inc({ kind: 'service', reason: token === undefined ? 'no-token' : 'token' })
      throw problem(401, serviceMessages.tokenNeeded, {}, { refusal: explain(token, found) })
    }
    request.servicePrincipal = found
  }
}

function explain(token: string | undefined, revoked: ServicePrincipal | undefined): Refusal {
  if (revoked) return { reason: 'revoked service token', actor: revoked.name }
  return { reason: token === undefined ? 'no sign-in' : 'invalid service token' }
}

/** Returns the program that makes this request; throws 404 if its token lacks the right. */
export function requireServiceRight(request: FastifyRequest, right: ServiceRight): ServicePrincipal {
  const found = request.servicePrincipal
  if (!found) throw new Error('The request has no authenticated service.')
  if (found.may !== right) throw problem(404, platform.notFound)
  return found
}

/**
 * Finds who has a token, active or not. Decisions of a closed client belong in the feed: if it left them out, those with a position
 * would be before what the back office has read once the client opens again. So do decisions on codes that belonged to
 * the client before; the feed selects those that were made for it.
 */
const findServicePrincipal = (db: Database, token: string) =>
  queryRow(
    db,
    servicePrincipal.extend({ isActive: z.boolean() }),
    sql`
    select t.name, t.may, t.issuer, t.client_ids as "clientIds",
           t.revoked_at is null and (t.key_hash = ${hashKey(token)} or t.former_until > ${now()}) as "isActive",
           coalesce((select json_agg(k.code order by k.code)
                       from client_code k
                       join client c on c.id = k.client_id and (c.enabled or t.may = 'decisions')
                      where t.client_ids is null or c.id = any(t.client_ids)
                          or t.may = 'decisions' and k.former_client_ids && t.client_ids), '[]') as codes
      from service_token t
     where t.key_hash = ${hashKey(token)} or t.former_key_hash = ${hashKey(token)}`,
    { isPrepared: true },
  )

/** The scope of work for programs that are limited to no clients: the codes of all clients, closed or not. */
export async function findServiceScope(db: Database): Promise<ClientScope> {
  const found = await queryRow(
    db,
    servicePrincipal.pick({ codes: true }),
    sql`select coalesce(json_agg(code order by code), '[]') as codes from client_code`,
  )
  return found?.codes ?? clientScope.parse([])
}

const serviceToken = z.object({
  name: z.string(),
  may: serviceRight,
  clientIds: z.array(z.string()).nullable(),
  issuer: z.string().nullable(),
  madeAt: z.date(),
  rotatedAt: z.date().nullable(),
  formerUntil: z.date().nullable(),
  revokedAt: z.date().nullable(),
  lastUsedAt: z.date().nullable(),
})
export type ServiceToken = z.infer<typeof serviceToken>

const tokens = sql`
  select name, may, client_ids as "clientIds", issuer, made_at as "madeAt", rotated_at as "rotatedAt",
         former_until as "formerUntil", revoked_at as "revokedAt", last_used_at as "lastUsedAt"
    from service_token`

/** Lists every token ever created, by name, without its secret. */
export async function listServiceTokens(db: Database, actor: string): Promise<ServiceToken[]> {
  const listed = await queryRows(db, serviceToken, sql`${tokens} order by revoked_at nulls first, name`)
  const detail = { rows: listed.length }
  await audit(db, { actor, action: 'service tokens listed', subject: 'service tokens', detail })
  return listed
}

type TokenCommand = { name: string; actor: string }
type NewToken = TokenCommand & {
  may: ServiceRight
  clientIds: readonly string[] | undefined
  /** The identity provider of a token for SCIM. */
  issuer?: string | undefined
}

/** Creates a token and returns it; only its hash is stored. Throws an error for an invalid name or client. */
export function createServiceToken(
  owner: Database,
  { name, may, clientIds, issuer, actor }: NewToken,
): Promise<string> {
  return inTransaction(owner, async (db) => {
    if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name)) throw new Error(serviceMessages.badName(name))
    if (await findTokenForUpdate(db, name)) throw new Error(serviceMessages.nameTaken(name))
    await rejectUnknownClients(db, clientIds ?? [])
    const token = generateToken()
    await execute(
      db,
      sql`
      insert into service_token (name, may, client_ids, issuer, key_hash, made_at)
      values (${name}, ${may}, ${clientIds ?? null}, ${issuer ?? null}, ${hashKey(token)}, ${now()})`,
    )
    const detail = { may, ...(issuer ? { issuer } : { clients: clientIds?.join(',') ?? 'all' }) }
    await audit(db, { actor, action: 'service token made', subject: name, detail })
    return token
  })
}

/** Rotates a token; the old one stays valid for the given number of hours. */
export function rotateServiceToken(
  owner: Database,
  { name, actor, hours }: TokenCommand & { hours: number },
) {
  return inTransaction(owner, async (db) => {
    await requireActive(db, name)
    const token = generateToken()
    const until = hours > 0 ? new Date(now().getTime() + hours * 3_600_000) : null
    await execute(
      db,
      sql`
      update service_token
         set former_key_hash = case when ${until}::timestamptz is not null then key_hash end,
             former_until = ${until}, key_hash = ${hashKey(token)}, rotated_at = ${now()}
       where name = ${name}`,
    )
    await audit(db, { actor, action: 'service token rotated', subject: name, detail: { hours } })
    return token
  })
}

/** Revokes a token and its predecessor, effective with the next request. */
export function revokeServiceToken(owner: Database, { name, actor }: TokenCommand): Promise<void> {
  return inTransaction(owner, async (db) => {
    await requireActive(db, name)
    await execute(db, sql`update service_token set revoked_at = ${now()} where name = ${name}`)
    await audit(db, { actor, action: 'service token revoked', subject: name })
  })
}

/** A fixed prefix lets secret scanners find leaked tokens. */
const generateToken = () => `portal-service-${generateKey()}`

const findTokenForUpdate = (db: Database, name: string) =>
  queryRow(db, serviceToken, sql`${tokens} where name = ${name} for update`)

async function requireActive(db: Database, name: string) {
  const found = await findTokenForUpdate(db, name)
  if (!found) throw new Error(serviceMessages.unknown(name))
  if (found.revokedAt) throw new Error(serviceMessages.wasRevoked(name))
}

async function rejectUnknownClients(db: Database, ids: readonly string[]) {
  const id = z.object({ id: z.string() })
  const known = await queryRows(db, id, sql`select id from client where id = any(${ids})`)
  const unknown = ids.filter((each) => !known.some((client) => client.id === each))
  if (unknown.length > 0) throw new Error(serviceMessages.unknownClients(unknown))
}
