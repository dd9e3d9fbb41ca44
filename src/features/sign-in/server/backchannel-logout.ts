import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { ServerMetadata } from 'openid-client'
import { z } from 'zod'
import { isLoopback } from '#platform/config/host-ranges.ts'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { messages } from '../messages.ts'
import { hashKey } from './cookies.ts'
import { type IdentityProvider, isProviderUnavailable, issuerName } from './identity-provider.ts'

type LogoutDeps = { db: Database; provider: IdentityProvider }

const form = z.object({ logout_token: z.string().max(20_000) })
const ended = z.object({ userId: z.string(), sessions: z.number() })

/**
 * `POST /auth/backchannel-logout` of a provider: the identity provider reports that a session has ended (OpenID Connect
 * Back-Channel Logout 1.0). Each token works once; its sessions end in the same transaction.
 */
export function backchannelLogoutRoute(app: FastifyInstance, { db, provider }: LogoutDeps) {
  const tokens = createLogoutTokenVerifier()

  async function verifyToken(request: FastifyRequest): Promise<LogoutToken | undefined> {
    const { data } = form.safeParse(request.body)
    if (!data) return undefined
    try {
      const expected = { metadata: await provider.metadata(), audience: provider.config.OIDC_CLIENT_ID }
      return await tokens.verify(data.logout_token, expected)
    } catch (error) {
      request.log.warn({ err: error }, 'logout token verification failed')
      throw isProviderUnavailable(error) ? problem(503, messages.providerAway, { retryAfter: 30 }) : error
    }
  }

  app.post(provider.logoutPath, { schema: { hide: true } }, async (request, reply) => {
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
    const issuer = issuerName(provider.config)
    // Another provider could otherwise use up the ID of a token first.
    const id = provider.name === null ? token.id : `${issuer} ${token.id}`
    if (!(await recordFirstUse(transaction, { ...token, id }))) return false
    const people = await endMatchingSessions(transaction, issuer, token)
    const subject = `${issuer} ${token.subject ?? token.providerSession}`
    for (const { userId, sessions } of people.length > 0 ? people : [{ userId: subject, sessions: 0 }])
      await audit(transaction, {
        actor: issuer,
        action: 'signed out by the identity provider',
        subject: userId,
        address: request.ip,
        reference: request.id,
        detail: { sessions },
      })
    return true
  }
}

function reject(request: FastifyRequest, reply: FastifyReply, why: 'invalid' | 'replayed') {
  request.log.warn({ why }, 'logout token rejected')
  request.refusal = { reason: why === 'replayed' ? 'repeated logout token' : 'invalid logout token' }
  return reply.status(400).send({ error: 'invalid_request', error_description: messages.logoutToken[why] })
}

async function recordFirstUse(db: Database, { id, expiresAt }: LogoutToken): Promise<boolean> {
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
         and (${subject ?? null}::text is null or coalesce(s.provider_subject, u.subject) = ${subject ?? null})
         and (${providerSession ?? null}::text is null or s.provider_session = ${providerSession ?? null}
              or s.provider_session is null and ${subject !== undefined})
      returning u.id)
    select id as "userId", count(*)::int as sessions from ended group by id`,
  )

const event = 'http://schemas.openid.net/event/backchannel-logout'
const maxAgeSeconds = 10 * 60
const toleranceSeconds = 30
/** Signature algorithms that work with public keys. */
const asymmetric = /^((RS|PS|ES)(256|384|512)|EdDSA|Ed25519)$/
/** The type in the header of a logout token: another token of the same provider, such as an ID token, is none. */
const logoutType = /^(application\/)?logout\+jwt$/i

const claims = z
  .object({
    jti: z.string().min(1).max(1000),
    iat: z.number(),
    exp: z.number(),
    sub: z.string().min(1).optional(),
    sid: z.string().min(1).optional(),
    events: z.looseObject({ [event]: z.record(z.string(), z.unknown()) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

/** The content of a logout token: the person (`sub`) or session (`sid`) to end, and when its ID can be deleted. */
type LogoutToken = {
  id: string
  subject: string | undefined
  providerSession: string | undefined
  expiresAt: Date
}

type Expected = { metadata: ServerMetadata; audience: string }

/**
 * Verifies logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.6) with their provider's keys.
 */
function createLogoutTokenVerifier() {
  const keys = new Map<string, JWTVerifyGetKey>()
  const keySetFor = (address: string) => {
    const found = keys.get(address) ?? createRemoteJWKSet(new URL(address), { timeoutDuration: 5000 })
    keys.set(address, found)
    return found
  }
  return {
    /** Returns undefined for an invalid token. Throws if the provider keys are unavailable. */
    async verify(token: string, { metadata, audience }: Expected): Promise<LogoutToken | undefined> {
      const supported = metadata.id_token_signing_alg_values_supported ?? ['RS256']
      try {
        const { payload, protectedHeader } = await jwtVerify(token, keySetFor(jwksUrl(metadata)), {
          issuer: metadata.issuer,
          audience,
          algorithms: supported.filter((algorithm) => asymmetric.test(algorithm)),
          requiredClaims: ['iat', 'exp', 'jti', 'events'],
          maxTokenAge: maxAgeSeconds,
          clockTolerance: toleranceSeconds,
          currentDate: now(),
        })
        const { data } = claims.safeParse(payload)
        return data && logoutType.test(protectedHeader.typ ?? '') ? toLogoutToken(data) : undefined
      } catch (error) {
        if (isInvalidTokenError(error)) return undefined
        throw error
      }
    },
  }
}

/** A token is invalid after the maximum age, so its ID can be deleted then. */
function toLogoutToken({ jti, iat, sub, sid }: z.output<typeof claims>): LogoutToken {
  const expiresAt = new Date((iat + maxAgeSeconds + 2 * toleranceSeconds) * 1000)
  return { id: jti, subject: sub, providerSession: sid, expiresAt }
}

function jwksUrl({ jwks_uri }: ServerMetadata): string {
  const { protocol, hostname } = new URL(jwks_uri ?? '')
  if (protocol !== 'https:' && !isLoopback(hostname)) throw new Error('jwks_uri is not an https address.')
  return String(jwks_uri)
}

/** Whether an error means an invalid token rather than an unavailable provider. */
const isInvalidTokenError = (error: unknown) =>
  [
    errors.JWTInvalid,
    errors.JWTExpired,
    errors.JWTClaimValidationFailed,
    errors.JWSInvalid,
    errors.JWSSignatureVerificationFailed,
    errors.JOSEAlgNotAllowed,
    errors.JOSENotSupported,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
  ].some((kind) => error instanceof kind)
