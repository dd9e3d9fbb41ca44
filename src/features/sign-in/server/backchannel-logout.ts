import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/server/audit.ts'
import { type Database, execute, inTransaction, queryRows, sql } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import type { Config } from '#platform/server/settings.ts'
import { messages } from '../messages.ts'
import { type IdentityProviders, isProviderUnavailable, issuerName } from './identity-provider.ts'
import { createLogoutTokenVerifier, type LogoutToken } from './logout-token.ts'
import { hashKey } from './tokens.ts'

type Parts = { db: Database; config: Config; providers: IdentityProviders }

const form = z.object({ logout_token: z.string().max(20_000) })
const ended = z.object({ userId: z.string(), sessions: z.number() })

/**
 * `POST /auth/backchannel-logout`: the identity provider reports that a session has ended (OpenID Connect
 * Back-Channel Logout 1.0). Each token works once; its sessions end in the same transaction.
 */
export function backchannelLogoutRoute(app: FastifyInstance, { db, config, providers }: Parts) {
  const tokens = createLogoutTokenVerifier()

  async function verifyToken(request: FastifyRequest): Promise<LogoutToken | undefined> {
    const { data } = form.safeParse(request.body)
    if (!data) return undefined
    try {
      const expected = { metadata: await providers.metadata(), audience: config.OIDC_CLIENT_ID }
      return await tokens.verify(data.logout_token, expected)
    } catch (error) {
      request.log.warn({ err: error }, 'logout token verification failed')
      throw isProviderUnavailable(error) ? problem(503, messages.providerAway, { retryAfter: 30 }) : error
    }
  }

  app.post('/auth/backchannel-logout', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const token = await verifyToken(request)
    const isNew =
      token && (await inTransaction(db, (transaction) => redeemToken(transaction, token, request)))
    return isNew ? reply.status(200).send() : reject(request, reply, token ? 'replayed' : 'invalid')
  })

  /** Ends and audits the sessions that a token names; returns false if it was used before. */
  async function redeemToken(
    transaction: Database,
    token: LogoutToken,
    request: FastifyRequest,
  ): Promise<boolean> {
    if (!(await recordFirstUse(transaction, token))) return false
    const issuer = issuerName(config)
    const people = await endMatchingSessions(transaction, issuer, token)
    const subject = `${issuer} ${token.subject ?? token.providerSession}`
    for (const { userId, sessions } of people.length > 0 ? people : [{ userId: subject, sessions: 0 }])
      await audit(transaction, {
        ...{ actor: issuer, action: 'signed out by the identity provider', subject: userId },
        ...{ address: request.ip, reference: request.id, detail: { sessions } },
      })
    return true
  }
}

function reject(request: FastifyRequest, reply: FastifyReply, why: 'invalid' | 'replayed') {
  request.log.warn({ why }, 'logout token rejected')
  return reply.status(400).send({ error: 'invalid_request', error_description: messages.logoutToken[why] })
}

async function recordFirstUse(db: Database, { id, expiresAt }: LogoutToken): Promise<boolean> {
  await execute(db, sql`delete from used_logout_token where expires_at < ${now()}`)
  const insert = sql`
    insert into used_logout_token (token_hash, expires_at) values (${hashKey(id)}, ${expiresAt})
        on conflict do nothing`
  return (await execute(db, insert)) === 1
}

/** If the token names a person, their sessions without a known `sid` end too: any could be the one in the token. */
const endMatchingSessions = (db: Database, issuer: string, { subject, providerSession }: LogoutToken) =>
  queryRows(
    db,
    ended,
    sql`
    with ended as (
      update staff_session s
         set ended_at = ${now()}, id_token = ''
        from staff_user u
       where u.id = s.user_id and u.issuer = ${issuer} and s.ended_at is null
         and u.subject = coalesce(${subject ?? null}, u.subject)
         and (${providerSession ?? null}::text is null or s.provider_session = ${providerSession ?? null}
              or s.provider_session is null and ${subject !== undefined})
      returning u.id)
    select id as "userId", count(*)::int as sessions from ended group by id`,
  )
