import { z } from 'zod'
import { type Database, queryRow, queryRows, sql } from '#platform/server/database.ts'
import { clientOption } from '../contract.ts'
import { pictureTypes } from './client-snapshot.ts'

/** Lists the enabled clients by name. */
export function listEnabledClients(db: Database) {
  return queryRows(
    db,
    clientOption,
    sql`select id, name as label from client where enabled order by search_key(name), id`,
    { prepared: 'enabled clients' },
  )
}

const homeRow = z.object({ banner: z.string().nullable(), videoUrl: z.string().nullable() })

/** Finds the banner and the video of a client's home page. */
export function findHomePage(db: Database, clientId: string) {
  return queryRow(
    db,
    homeRow,
    sql`select banner, video_url as "videoUrl" from client where id = ${clientId}`,
    {
      prepared: 'home page of a client',
    },
  )
}

const pictureRow = z.object({ type: z.enum(pictureTypes), bytes: z.instanceof(Buffer) })

/** Finds the picture of an account manager; undefined if the client has none with this ID. */
export function findManagerPicture(db: Database, id: string, clientId: string) {
  return queryRow(
    db,
    pictureRow,
    sql`
    select picture_type as type, picture as bytes
      from account_manager
     where id = ${id}::uuid and client_id = ${clientId} and picture is not null`,
    { prepared: 'picture of an account manager' },
  )
}
