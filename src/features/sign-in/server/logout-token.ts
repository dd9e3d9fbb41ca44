import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { ServerMetadata } from 'openid-client'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { isLoopback } from '#platform/server/production-rules.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const maxAgeSeconds = 10 * 60
const toleranceSeconds = 30
/** Signature algorithms that work with public keys. */
const asymmetric = /^((RS|PS|ES)(256|384|512)|EdDSA|Ed25519)$/
const tokenTypes = /^(application\/)?(logout\+)?jwt$/i

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
export type LogoutToken = {
  id: string
  subject: string | undefined
  providerSession: string | undefined
  expiresAt: Date
}

type Expected = { metadata: ServerMetadata; audience: string }

/**
 * Verifies logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.6) with their provider's keys.
 */
export function createLogoutTokenVerifier() {
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
        return data && tokenTypes.test(protectedHeader.typ ?? 'JWT') ? toLogoutToken(data) : undefined
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
