import type { FastifyInstance } from 'fastify'
import { messages } from '#platform/messages.ts'
import type { Database } from '#platform/server/database.ts'
import { problem } from '#platform/server/problem.ts'
import { bytes, registerEndpoint } from '#platform/server/register-endpoint.ts'
import type { Config } from '#platform/server/settings.ts'
import { clientOf, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import {
  getAccountManagerPicture,
  getClientConfiguration,
  getHomePage,
  listClients,
  listSelectorSearches,
} from '../contract.ts'
import { isAllowedVideo } from './allowed-video.ts'
import { findHomePage, findManagerPicture, listEnabledClients } from './client-queries.ts'
import { findConfiguration, type ReportCheck } from './configuration-queries.ts'
import { sanitizeContent } from './content-sanitizer.ts'
import { findContent } from './content-store.ts'
import { selectorSearches } from './selector-searches.ts'

/** Registers the routes of the clients feature: configuration, home page, account managers and client selector. */
export function clientsRoutes(
  app: FastifyInstance,
  db: Database,
  { VIDEO_HOSTS, hasReport }: Pick<Config, 'VIDEO_HOSTS'> & { hasReport: ReportCheck },
) {
  registerEndpoint(app, getClientConfiguration, async ({ clientId }, request) => {
    const principal = getStaffPrincipal(request)
    const isTheirs = principal.isInternal || clientId === principal.clientId
    return (isTheirs && (await findConfiguration(db, clientId, principal, hasReport))) || missing()
  })

  registerEndpoint(app, listClients, async (_input, request) => {
    const { isInternal, clientId } = getStaffPrincipal(request)
    const clients = await listEnabledClients(db)
    return { clients: isInternal ? clients : clients.filter(({ id }) => id === clientId) }
  })

  registerEndpoint(app, getHomePage, async (_input, request) => {
    const { id } = clientOf(request)
    const [page, stored] = await Promise.all([findHomePage(db, id), findContent(db, `home/${id}`)])
    const { banner, videoUrl } = page ?? missing()
    return {
      content: sanitizeContent(stored ?? '', VIDEO_HOSTS).html,
      banner: banner ?? '',
      videoUrl: videoUrl && isAllowedVideo(videoUrl, VIDEO_HOSTS) ? videoUrl : null,
    }
  })

  registerEndpoint(app, getAccountManagerPicture, async ({ id }, request) => {
    const picture = (await findManagerPicture(db, id, clientOf(request).id)) ?? missing()
    return bytes(picture.type, picture.bytes)
  })

  registerEndpoint(app, listSelectorSearches, async () => ({ searches: await selectorSearches(db) }))
}

function missing(): never {
  throw problem(404, messages.notFound)
}
