import { type Database, rowsOf, sql } from '#platform/server/database.ts'
import { lookupItem } from '../contract.ts'

/** Which of the two lists: reasons for denial, or additional information. */
export type ReasonList = 'deny' | 'info'

/** What a list offers, by code. */
export const reasonsOf = (db: Database, list: ReasonList) =>
  rowsOf(
    db,
    lookupItem,
    sql`select code, description from authorization_reason where list = ${list} order by code`,
  )
