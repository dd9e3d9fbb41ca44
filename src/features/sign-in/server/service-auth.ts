import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { messages as platform } from '#platform/messages.ts'
import { type ClientScope, type Database, queryRow, sql } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { messages } from '../messages.ts'
import { hashKey } from './tokens.ts'

/** The rights of a service token. */
export const serviceRight = z.enum(['decisions'])
export type ServiceRight = z.infer<typeof serviceRight>

const caller = z.object({
  name: z.string(),
  may: serviceRight,
  codes: z.array(z.string()).transform((list) => list as readonly string[] as ClientScope),
})
type ServiceCaller = z.infer<typeof caller>

const callers = new WeakMap<FastifyRequest, ServiceCaller>()

/** Registers the guard of service endpoints, which requires an active service token (401 otherwise). */
export function admitServiceCalls(app: FastifyInstance, db: Database) {
  app.guards.service = async (_input, request) => {
    const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    const found = token === undefined ? undefined : await findCaller(db, token)
    if (!found) throw problem(401, messages.service.tokenNeeded)
    callers.set(request, found)
  }
}

/** Returns the program that makes this request; throws 404 if its token lacks the right. */
export function requireServiceRight(request: FastifyRequest, right: ServiceRight): ServiceCaller {
  const found = callers.get(request)
  if (found?.may !== right) throw problem(404, platform.notFound)
  return found
}

const findCaller = (db: Database, token: string) =>
  queryRow(
    db,
    caller,
    sql`
    select t.name, t.may,
           coalesce((select json_agg(k.code order by k.code)
                       from client_code k
                       join client c on c.id = k.client_id and c.enabled
                      where t.client_ids is null or c.id = any(t.client_ids)), '[]') as codes
      from service_token t
     where t.revoked_at is null
       and (t.key_hash = ${hashKey(token)} or t.former_key_hash = ${hashKey(token)} and t.former_until > ${now()})`,
    { prepared: 'caller with a service token' },
  )
