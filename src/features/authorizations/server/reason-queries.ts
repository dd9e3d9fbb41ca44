import { type Database, queryRows, sql } from '#platform/server/database.ts'
import { lookupItem } from '../contract.ts'

/** The list of denial reasons or the list of additional information. */
export type ReasonList = 'deny' | 'info'

/** Lists the options of a list, ordered by code. */
export const listReasons = (db: Database, list: ReasonList) =>
  queryRows(
    db,
    lookupItem,
    sql`select code, description from authorization_reason where list = ${list} order by code`,
  )
