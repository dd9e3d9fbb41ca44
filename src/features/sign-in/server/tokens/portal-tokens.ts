import { randomBytes, randomUUID } from 'node:crypto'
import { errors, type JWTHeaderParameters, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { loadOnce } from '#platform/concurrency/load-once.ts'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { recordColumnKey } from '#platform/db/column-encryption/column-key-queries.ts'
import { encryptText, findSecret } from '#platform/db/column-encryption/column-texts.ts'
import { encryptedColumns } from '#platform/db/column-encryption/encrypted-columns.ts'
import { type Database, execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import { tokenLifeMs } from '../cookies.ts'

const minute = 60_000

const algorithm = 'HS256'
const issuer = 'portal'
const audience = 'portal-staff'
const claims = z.object({ sub: z.uuid(), sid: z.uuid() })

/** The IDs of the person and the session in a token. */
type TokenOwner = { userId: string; sessionId: string }

type SigningKey = { id: string; key: CryptoKey; madeAt: Date; replacedAt: Date | null }

/** How long a process uses the keys that it has read before it reads them again. */
const refreshMs = minute / 2
/** A new key signs after this time, when every process has read it. */
const activationMs = minute
/** How long a replaced key still verifies tokens, until the last one that it signed has expired. */
const graceMs = activationMs + refreshMs + tokenLifeMs

/** Signs and verifies portal tokens with the keys shared by all processes on this database. */
export function createPortalTokens(db: Database) {
  const listKeys = loadOnce(() => readSigningKeys(db), refreshMs)
  return {
    async sign({ userId, sessionId }: TokenOwner, expires: Date): Promise<string> {
      const { id, key } = chooseSigner(await listKeys())
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: id })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt(now())
        .setNotBefore(now())
        .setExpirationTime(expires)
        .sign(key)
    },
    /**
     * Verifies a token and returns its owner, also for one that was genuine and has expired. Returns undefined for a
     * foreign, non-staff or not yet valid token, or one with another algorithm or an unknown key.
     */
    async verify(token: string): Promise<{ owner: TokenOwner; isExpired: boolean } | undefined> {
      const keys = await listKeys()
      try {
        const options = { issuer, audience, algorithms: [algorithm], typ: 'JWT', currentDate: now() }
        const { payload } = await jwtVerify(token, (header) => chooseVerifier(keys, header), {
          ...options,
          requiredClaims: ['exp', 'nbf'],
        })
        return readVerified(payload, false)
      } catch (error) {
        // Thrown only once everything else has been verified.
        return error instanceof errors.JWTExpired ? readVerified(error.payload, true) : undefined
      }
    },
  }
}

function readVerified(payload: JWTPayload, isExpired: boolean) {
  const { data } = claims.safeParse(payload)
  return data && { owner: { userId: data.sub, sessionId: data.sid }, isExpired }
}

export type PortalTokens = ReturnType<typeof createPortalTokens>

/** The newest key that every process knows, or else the oldest. */
function chooseSigner(keys: readonly SigningKey[]): SigningKey {
  const known = timeAgo(activationMs)
  const chosen = keys.findLast(({ madeAt }) => madeAt <= known) ?? keys[0]
  if (!chosen) throw new Error('The database has no readable signing key. Add one: portal signing-key rotate')
  return chosen
}

function chooseVerifier(keys: readonly SigningKey[], { kid }: JWTHeaderParameters): CryptoKey {
  const found = keys.find(({ id }) => id === kid)
  const isUsed = !found?.replacedAt || found.replacedAt > timeAgo(graceMs)
  if (!found || !isUsed) throw new errors.JWKSNoMatchingKey()
  return found.key
}

const keyRow = z.object({
  id: z.uuid(),
  stored: z.string(),
  madeAt: z.date(),
  replacedAt: z.date().nullable(),
})

/**
 * Reads the keys, oldest first, without those that are lost. Throws `ColumnKeyMissingError` if one cannot be decrypted now.
 * They are imported once, since `jose` would import their bytes for each token.
 */
async function readSigningKeys(db: Database): Promise<SigningKey[]> {
  const rows = await queryRows(
    db,
    keyRow,
    sql`
    select id, secret_text as stored, made_at as "madeAt", lead(made_at) over (order by made_at, id) as "replacedAt"
      from signing_key
     order by made_at, id`,
  )
  const keys: SigningKey[] = []
  for (const { stored, ...row } of rows) {
    const secret = await findSecret(db, encryptedColumns.signingKey, [row.id], stored)
    if (secret !== undefined) keys.push({ ...row, key: await importKey(secret) })
  }
  return keys
}

const importKey = (secret: string) =>
  crypto.subtle.importKey('raw', Buffer.from(secret, 'base64'), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])

type Rotation = {
  actor: string
  /** For a key that leaked: ends the sessions of members, and returns how many. Those of staff end, too. */
  endMemberSessions?: (db: Database) => Promise<number>
}

/** Adds a key; for one that leaked, removes all others at once. Returns how many sessions ended. */
export async function rotateSigningKey(
  owner: Database,
  { actor, endMemberSessions }: Rotation,
): Promise<number> {
  await recordColumnKey(owner)
  return inTransaction(owner, async (db) => {
    await execute(db, sql`lock table signing_key in exclusive mode`)
    if (endMemberSessions) await execute(db, sql`delete from signing_key`)
    const id = randomUUID()
    const secret = encryptText(db, encryptedColumns.signingKey, [id], randomBytes(32).toString('base64'))
    await execute(
      db,
      sql`insert into signing_key (id, secret_text, made_at) values (${id}, ${secret}, ${now()})`,
    )
    const sessions = endMemberSessions ? (await endStaffSessions(db)) + (await endMemberSessions(db)) : 0
    await audit(db, { actor, action: 'signing key rotated', subject: 'all clients', detail: { sessions } })
    return sessions
  })
}

/** Deletes the keys that no longer verify. The serving role cannot change keys, so the owner does it. */
export const signingKeyCleanup: CleanupJob[] = [
  {
    name: 'signing_key',
    statements: () => [
      sql`
      delete from signing_key k
       where exists (select from signing_key later
                      where later.made_at > k.made_at and later.made_at < ${timeAgo(graceMs)})`,
    ],
  },
]

const endStaffSessions = (db: Database) =>
  execute(db, sql`update staff_session set ended_at = ${now()}, id_token = '' where ended_at is null`)
