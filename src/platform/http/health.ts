import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Database, execute, sql } from '../db/database.ts'
import { problem } from './problem.ts'
import { problemMessages } from './problem-messages.ts'

/** Returns why the product cannot serve yet, or undefined if it can. */
export type Readiness = () => string | undefined

/** GET /healthz: the process is alive. GET /readyz: it can serve; otherwise 503 with the reason. */
export function healthRoutes(app: FastifyInstance, db: Database, reasonToWait: Readiness) {
  const logLevel = { schema: { hide: true }, config: { rateLimit: false } as const }
  app.get('/healthz', logLevel, async () => ({ status: 'alive' }))
  app.get('/readyz', logLevel, async () => {
    const reason = reasonToWait() ?? (await databaseFault(db))
    if (reason) throw problem(503, reason)
    return { status: 'ready' }
  })
}

/** The time limit for the database, so that a probe gets a response soon even if the database is silent. */
const databaseTimeoutMs = 3_000

async function databaseFault(db: Database): Promise<string | undefined> {
  const reached = execute(db, sql`select 1`).then(
    () => true,
    () => false,
  )
  const isThere = await Promise.race([reached, delay(databaseTimeoutMs, false, { ref: false })])
  return isThere ? undefined : problemMessages.databaseAway
}
