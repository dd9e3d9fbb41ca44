import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, queryRow, sql } from '#platform/server/database.ts'
import { attemptMs } from './session-limits.ts'
import { generateKey, hashKey } from './tokens.ts'

const attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
})
/** A pending sign-in. */
export type Attempt = z.infer<typeof attempt>

const earliest = () => new Date(now().getTime() - attemptMs)

/** Stores an attempt and returns its cookie key; deletes expired attempts. */
export async function saveAttempt(db: Database, { state, nonce, codeVerifier, returnTo }: Attempt) {
  const key = generateKey()
  await execute(db, sql`delete from sign_in_attempt where made_at < ${earliest()}`)
  await execute(
    db,
    sql`
    insert into sign_in_attempt (key_hash, state, nonce, code_verifier, return_to, made_at)
    values (${hashKey(key)}, ${state}, ${nonce}, ${codeVerifier}, ${returnTo}, ${now()})`,
  )
  return key
}

/** Returns and deletes the attempt of this cookie key and state; undefined if it is missing or expired. */
export function consumeAttempt(db: Database, key: string, state: string): Promise<Attempt | undefined> {
  return queryRow(
    db,
    attempt,
    sql`
    delete from sign_in_attempt
     where key_hash = ${hashKey(key)} and state = ${state} and made_at >= ${earliest()}
    returning state, nonce, code_verifier as "codeVerifier", return_to as "returnTo"`,
  )
}
