import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '#platform/config/settings.ts'
import { type Database, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { bytes, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { messages } from '#platform/messages.ts'
import { getClient, getStaffPrincipal } from '#sign-in/server/staff-principal.ts'
import {
  clientOption,
  getAccountManagerPicture,
  getClientConfiguration,
  getHomePage,
  listClients,
  listSelectorSearches,
} from '../contract.ts'
import { pictureTypes } from './client-diff.ts'
import { isAllowedVideo } from './clients-file.ts'
import { findConfiguration, type ReportCheck } from './configuration-queries.ts'
import { findContent, sanitizeContent } from './content-store.ts'

type ClientsDeps = { db: Database; config: Pick<Config, 'VIDEO_HOSTS'>; hasReport: ReportCheck }

/** Registers the routes of the clients feature: configuration, home page, account managers and client selector. */
export function clientsRoutes(app: FastifyInstance, { db, config: { VIDEO_HOSTS }, hasReport }: ClientsDeps) {
  registerEndpoint(app, getClientConfiguration, async ({ clientId }, request) => {
    const principal = getStaffPrincipal(request)
    const isTheirs = principal.isInternal || clientId === principal.ownClientId
    return (isTheirs && (await findConfiguration(db, clientId, principal, hasReport))) || missing()
  })

  registerEndpoint(app, listClients, async (_input, request) => {
    const { isInternal, ownClientId } = getStaffPrincipal(request)
    const clients = await listEnabledClients(db)
    return { clients: isInternal ? clients : clients.filter(({ id }) => id === ownClientId) }
  })

  registerEndpoint(app, getHomePage, async (_input, request) => {
    const { id } = getClient(request)
    const [page, stored] = await Promise.all([findHomePage(db, id), findContent(db, `home/${id}`)])
    const { banner, videoUrl } = page ?? missing()
    return {
      content: sanitizeContent(stored ?? '', VIDEO_HOSTS).html,
      banner: banner ?? '',
      videoUrl: videoUrl && isAllowedVideo(videoUrl, VIDEO_HOSTS) ? videoUrl : null,
    }
  })

  registerEndpoint(app, getAccountManagerPicture, async ({ id }, request) => {
    const picture = (await findManagerPicture(db, id, getClient(request).id)) ?? missing()
    return bytes(picture.type, picture.bytes)
  })

  registerEndpoint(app, listSelectorSearches, async () => ({ searches: await selectorSearches(db) }))
}

function missing(): never {
  throw problem(404, messages.notFound)
}

type Search = { name: string; url: string }

const ownRow = z.object({ name: z.string(), url: z.string() })
const externalRow = ownRow.extend({ position: z.number() })

/**
 * Lists the searches of the client selector (second specification, section 2). The portal's own searches that
 * require no sign-in are ordered by the family of their first network, then public before restricted, then by
 * code. External searches are inserted at their positions in the whole list.
 */
async function selectorSearches(db: Database): Promise<Search[]> {
  const own = await queryRows(
    db,
    ownRow,
    sql`
    select d.name, '/' || d.key as url
      from search_definition d
      join search_definition_network o on o.definition_key = d.key and o.position = 1
      join network n on n.code = o.network_code
     where d.access <> 'signed-in'
     order by array_position(array['domestic', 'core', 'global', 'lds'], n.family),
              d.access = 'restricted-ip', d.code collate "C"`,
  )
  const external = await queryRows(
    db,
    externalRow,
    sql`select name, url, position from external_search order by position`,
  )
  return external.reduce<Search[]>(
    (list, { position, name, url }) => list.toSpliced(position - 1, 0, { name, url }),
    own,
  )
}

/** Lists the enabled clients by name. */
function listEnabledClients(db: Database) {
  return queryRows(
    db,
    clientOption,
    sql`select id, name as label from client where enabled order by search_key(name), id`,
    { isPrepared: true },
  )
}

const homeRow = z.object({ banner: z.string().nullable(), videoUrl: z.string().nullable() })

/** Finds the banner and the video of a client's home page. */
function findHomePage(db: Database, clientId: string) {
  return queryRow(
    db,
    homeRow,
    sql`select banner, video_url as "videoUrl" from client where id = ${clientId}`,
    {
      isPrepared: true,
    },
  )
}

const pictureRow = z.object({ type: z.enum(pictureTypes), bytes: z.instanceof(Buffer) })

/** Finds the picture of an account manager; undefined if the client has none with this ID. */
function findManagerPicture(db: Database, id: string, clientId: string) {
  return queryRow(
    db,
    pictureRow,
    sql`
    select picture_type as type, picture as bytes
      from account_manager
     where id = ${id}::uuid and client_id = ${clientId} and picture is not null`,
    { isPrepared: true },
  )
}
