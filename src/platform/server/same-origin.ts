import type { FastifyRequest } from 'fastify'
import { problem } from './problem.ts'
import { problemMessages } from './problem-messages.ts'
import type { Config } from './settings.ts'

/**
 * Refuses what a page of another site made the browser send (403). A session's Strict cookie does not come along
 * anyway; these headers hold where a browser or a neighbouring site would let it, and where no session is needed.
 */
export function refuseOtherSites(request: FastifyRequest, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) {
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
