import { z } from 'zod'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import { attemptMs, generateKey, hashKey } from './cookies.ts'

const attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
  /** Whether the sign-in has to prove a recent, strong sign-in. */
  isStepUp: z.boolean(),
  /** The name of the identity provider; null for the standard one. */
  provider: z.string().nullable(),
})
/** A pending sign-in. */
export type Attempt = z.infer<typeof attempt>

const earliest = () => timeAgo(attemptMs)

/** Stores an attempt and returns its cookie key. */
export async function saveAttempt(
  db: Database,
  { state, nonce, codeVerifier, returnTo, isStepUp, provider }: Attempt,
) {
  const key = generateKey()
  await execute(
    db,
    sql`
    insert into sign_in_attempt (key_hash, state, nonce, code_verifier, return_to, is_step_up, provider, made_at)
    values (${hashKey(key)}, ${state}, ${nonce}, ${codeVerifier}, ${returnTo}, ${isStepUp}, ${provider}, ${now()})`,
  )
  return key
}

/** Returns and deletes the attempt of this cookie key and state; undefined if it is missing or expired. */
export function consumeAttempt(db: Database, key: string, state: string): Promise<Attempt | undefined> {
  return queryRow(
    db,
    attempt,
    sql`
    delete from sign_in_attempt where key_hash = ${hashKey(key)}
       and state = ${state} and made_at >= ${earliest()}
    returning state, nonce, code_verifier as "codeVerifier", return_to as "returnTo",
              is_step_up as "isStepUp", provider`,
  )
}
