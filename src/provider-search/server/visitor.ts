import type { FastifyRequest } from 'fastify'
import { publicClient } from '#platform/contract/analytics.ts'
import { clientOf, viewerOf } from '#sign-in/server/viewer.ts'
import { definitionFor } from './admission.ts'

const isOfStaff = (request: FastifyRequest) => definitionFor(request).access === 'signed-in'

/** The client whose staff make this call; "Public" where the search is open to others. */
export const clientNameOf = (request: FastifyRequest) =>
  isOfStaff(request) ? clientOf(request).name : publicClient

/** What the audit trail has to know of who makes this call. */
export const whoMakes = (request: FastifyRequest) => ({
  actor: isOfStaff(request) ? viewerOf(request).userId : 'visitor',
  ...(isOfStaff(request) ? { detail: { client: clientOf(request).id } } : {}),
  address: request.ip,
  reference: request.id,
})
