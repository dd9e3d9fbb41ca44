import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { messages } from '#platform/messages.ts'
import { type Database, rowOf, sql } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { clientOf } from '#sign-in/server/viewer.ts'

const features = z.object({
  patientSearch: z.boolean(),
  currentActivity: z.boolean(),
  clientAuth: z.boolean(),
  caseSummary: z.boolean(),
})
export type Feature = keyof z.infer<typeof features>

/** Refuses a call (404) unless the viewed client has one of these features. */
export async function needFeature(db: Database, request: FastifyRequest, ...oneOf: readonly Feature[]) {
  const { id } = clientOf(request)
  const found = await rowOf(
    db,
    features,
    sql`
    select patient_search as "patientSearch", current_activity as "currentActivity", client_auth as "clientAuth",
           case_summary as "caseSummary"
      from client where id = ${id}`,
    { prepared: 'features of a client' },
  )
  if (!oneOf.some((feature) => found?.[feature])) throw problem(404, messages.notFound)
}
