import type { FastifyRequest } from 'fastify'
import { problem } from './problem.ts'
import { problemMessages } from './problem-messages.ts'
import type { Config } from './settings.ts'

/**
 * Rejects requests sent by a page of another site (403). A Strict session cookie is not sent with them
 * anyway; these headers also protect against lenient browsers, neighboring sites and endpoints without a
 * session.
 */
export function rejectOtherSites(request: FastifyRequest, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) {
  const { origin, 'sec-fetch-site': site } = request.headers
  const isElsewhere = site !== undefined && site !== 'same-origin'
  if (isElsewhere || (origin !== undefined && !isOurs(origin, request.host, PUBLIC_URL)))
    throw problem(403, problemMessages.otherSite)
}

function isOurs(origin: string, host: string, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false
  const named = new URL(origin)
  return named.host === host || (publicUrl !== undefined && named.origin === new URL(publicUrl).origin)
}
