import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import type { CleanupJob } from '#platform/jobs/cleanup.ts'
import { type CaptchaChallenge, captchaChallenge } from '../mail-contract.ts'

const algorithm = 'PBKDF2/SHA-256'
/** 3,000 attempts at this cost take about one second on a desktop core and a few seconds on a phone. */
const cost = 2000
const minutesToSolve = 10

const solved = z.object({
  challenge: captchaChallenge,
  solution: z.object({ counter: z.int().nonnegative(), derivedKey: z.string().max(128) }),
})
/** A solved challenge, valid for one use until it expires. */
type SolvedCaptcha = { nonce: string; expiresAt: Date }

/**
 * Creates a challenge that is valid for ten minutes and takes between a third of `maxIterations` and
 * `maxIterations` attempts.
 */
export async function createCaptchaChallenge(db: Database, maxIterations: number): Promise<CaptchaChallenge> {
  const secret = await captchaKey(db)
  const expiresAt = Math.floor(now().getTime() / 1000) + minutesToSolve * 60
  const counter = randomInt(maxIterations, Math.floor(maxIterations / 3))
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} key` }
  return captchaChallenge.parse(
    await createChallenge({ algorithm, cost, counter, deriveKey, expiresAt, ...secrets }),
  )
}

/** The challenge that a token solves; undefined if the token is missing, forged, expired or wrong. */
export async function verifyCaptcha(db: Database, token: string): Promise<SolvedCaptcha | undefined> {
  const { data } = solved.safeParse(parseToken(token))
  if (!data) return undefined
  const { nonce, expiresAt } = data.challenge.parameters
  const until = new Date(expiresAt * 1000)
  if (until <= now()) return undefined
  const secret = await captchaKey(db)
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret} key` }
  const { verified } = await verifySolution({ ...data, deriveKey, ...secrets })
  return verified ? { nonce, expiresAt: until } : undefined
}

/** Consumes a solved challenge. Returns false if it has been used before, by any process. */
export async function consumeCaptcha(db: Database, { nonce, expiresAt }: SolvedCaptcha): Promise<boolean> {
  const inserted = sql`
    insert into captcha_used (nonce, expires_at) values (${nonce}, ${expiresAt}) on conflict do nothing`
  return (await execute(db, inserted)) === 1
}

/** Parses the widget's token, which is JSON in Base64; returns undefined if it is malformed. */
function parseToken(token: string): unknown {
  try {
    return JSON.parse(atob(token))
  } catch {
    return undefined
  }
}

async function captchaKey(db: Database): Promise<string> {
  const row = await queryRow(
    db,
    z.object({ secret: z.string().min(32) }),
    sql`select secret from captcha_key`,
  )
  if (!row) throw new Error('The database has no captcha key.')
  return row.secret
}

/** Keeps a used captcha a little longer than it is accepted, so that no request in progress can use it again. */
export const captchaCleanup: readonly CleanupJob[] = [
  {
    name: 'captcha_used',
    statements: () => [sql`delete from captcha_used where expires_at < ${timeAgo(60_000)}`],
  },
]
