import { type Database, rowsOf, sql } from '#platform/server/database.ts'
import { lookupItem } from '../contract.ts'

/** Which list: reasons for denial or additional information. */
export type ReasonList = 'deny' | 'info'

/** The options of a list, by code. */
export const reasonsOf = (db: Database, list: ReasonList) =>
  rowsOf(
    db,
    lookupItem,
    sql`select code, description from authorization_reason where list = ${list} order by code`,
  )
