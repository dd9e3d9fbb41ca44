import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { openLog } from '#platform/config/log.ts'
import { now } from '#platform/contract/clock.ts'
import { queryRows, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { refusalCleanup } from '#platform/http/unauthenticated-requests.ts'
import { runCleanup } from '#platform/jobs/cleanup.ts'
import { freezeClock } from './fake-clock.ts'

type Portal = { app: FastifyInstance; databaseContext: DatabaseContext }

/** The actions of entries about refused requests without authentication. */
export const suspicious = 'unverified requests refused'
export const harmless = 'requests without sign-in refused'

/** A request with an unsigned token. */
export const forged = { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }

const entry = z.object({
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  address: z.string().nullable(),
  reference: z.string(),
  detail: z.object({ reason: z.string(), requests: z.number(), first: z.string(), last: z.string() }),
})

/** Writes the counts, and moves those of minutes that are over into the trail. */
export async function recordRefusals({ app, databaseContext }: Portal) {
  await app.refusedRequests.flush()
  await runCleanup({ db: databaseContext.app, jobs: refusalCleanup, log: openLog('silent') })
}

/**
 * Returns the entries that some requests leave once their minute is over. The clock stands at the beginning of a minute
 * until they move it.
 */
export async function collectEntries(
  portal: Portal,
  requests: (clock: ReturnType<typeof freezeClock>) => Promise<unknown>,
) {
  const clock = freezeClock()
  clock.forward({ minutes: 3, seconds: 60 - now().getSeconds() })
  await recordRefusals(portal)
  const { owner } = portal.databaseContext
  const [last] = await queryRows(
    owner,
    z.object({ id: z.number() }),
    sql`select coalesce(max(id), 0) as id from audit_event`,
  )
  await requests(clock)
  clock.forward({ minutes: 2 })
  await recordRefusals(portal)
  return queryRows(
    owner,
    entry,
    sql`
    select actor, action, subject, address, reference, detail from audit_event
     where id > ${last?.id ?? 0} and action like '%requests%refused' order by id`,
  )
}
