import { jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, queryRow, sql } from '#platform/server/database.ts'

const algorithm = 'HS256'
const issuer = 'portal'
const audience = 'portal-staff'
const claims = z.object({ sub: z.uuid(), sid: z.uuid() })

/** The IDs of the person and the session in a token. */
export type TokenOwner = { userId: string; sessionId: string }

/** Signs and verifies portal tokens with the key shared by all processes on this database. */
export function createPortalTokens(db: Database) {
  let key: Promise<Uint8Array> | undefined
  const secret = () => {
    key ??= readSigningKey(db).catch((error: unknown) => {
      key = undefined
      throw error
    })
    return key
  }
  return {
    async sign({ userId, sessionId }: TokenOwner, expires: Date): Promise<string> {
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(now())
        .setNotBefore(now())
        .setExpirationTime(expires)
        .sign(await secret())
    },
    /**
     * Verifies a token and returns its owner. Returns undefined for a foreign, non-staff, expired or not yet valid
     * token, or one with another algorithm.
     */
    async verify(token: string): Promise<TokenOwner | undefined> {
      const key = await secret()
      try {
        const options = { issuer, audience, algorithms: [algorithm], typ: 'JWT', currentDate: now() }
        const { payload } = await jwtVerify(token, key, { ...options, requiredClaims: ['exp', 'nbf'] })
        const owner = claims.safeParse(payload)
        return owner.success ? { userId: owner.data.sub, sessionId: owner.data.sid } : undefined
      } catch {
        return undefined
      }
    },
  }
}

export type PortalTokens = ReturnType<typeof createPortalTokens>

async function readSigningKey(db: Database): Promise<Uint8Array> {
  const row = await queryRow(
    db,
    z.object({ secret: z.instanceof(Buffer) }),
    sql`select secret from signing_key`,
  )
  if (!row) throw new Error('The database has no signing key.')
  return new Uint8Array(row.secret)
}
