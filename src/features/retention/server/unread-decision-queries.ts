import { z } from 'zod'
import { type Database, execute, queryRows, type Sql, sql } from '#platform/db/database.ts'

/** Whether token `t` reads the feed with message `m`, and has not acknowledged it by a later `after`. */
const unreadByCondition = sql`
  (t.may = 'decisions' and t.revoked_at is null
    and (t.client_ids is null or m.client_id = any(t.client_ids))
    and (m.position is null or t.read_position < m.position))`

/** Whether the decision of message `m` can be undone. Without a program that reads the feed, it never gets a position. */
const undoableCondition = sql`(m.position is null and m.undo_until > clock_timestamp())`

const unreadCondition = sql`(${undoableCondition} or exists (select from service_token t where ${unreadByCondition}))`

/** Whether a bill has a decision that has not reached the back office, which an erasure would take from it. */
export const hasUnreadDecision = (itn: Sql) =>
  sql`exists (select from decision_message m where m.itn = ${itn} and ${unreadCondition})`

const unreadDecision = z.object({
  itn: z.string(),
  isUndoable: z.boolean(),
  /** The tokens of the programs that have not read it. */
  tokens: z.array(z.string()),
})
export type UnreadDecision = z.infer<typeof unreadDecision>

/** Finds the decisions of messages `m` that have not reached the back office. */
export const findUnreadDecisions = (db: Database, condition: Sql): Promise<UnreadDecision[]> =>
  queryRows(
    db,
    unreadDecision,
    sql`
    select m.itn, ${undoableCondition} as "isUndoable",
           array(select t.name from service_token t where ${unreadByCondition} order by 1) as tokens
      from decision_message m
     where ${condition} and ${unreadCondition}
     order by m.itn, m.round`,
  )

/** Locks bills `r` in authorization, so that nobody decides, undoes or submits them until the transaction ends. */
export const lockBills = (db: Database, condition: Sql) =>
  execute(db, sql`select from authorization_request r where ${condition} order by r.itn for update`)
