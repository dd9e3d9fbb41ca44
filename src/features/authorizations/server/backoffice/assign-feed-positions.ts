import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'

/** The messages without a position whose decision can no longer be undone, according to the database's clock. */
const readyCondition = sql`position is null and undo_until <= clock_timestamp()`

/**
 * Assigns feed positions to committed decisions in the scope of the transaction that have none and can no longer be undone,
 * which releases them to the back office; `sent_at` of a message is the time of the release, not that of its notification,
 * which is delivered later. An advisory lock admits one caller at a time, so a decision committed later always gets a higher
 * position, even if its transaction started earlier. An undo locks the same messages, so it ends before they get a position
 * or finds that they have one. With `isNotified`, the same statement adds a notification for each, so that none is lost or
 * added twice.
 */
export async function assignFeedPositions(db: Database, { isNotified }: { isNotified: boolean }) {
  const ready = sql`select from decision_message where ${readyCondition} limit 1`
  if (!(await queryRow(db, z.object({}), ready))) return
  await execute(db, sql`select pg_advisory_xact_lock(hashtext('decision messages'))`)
  await execute(
    db,
    sql`
    with released as (
      update decision_message m
         set position = numbered.position, sent_at = clock_timestamp()
        from (select id, nextval('decision_message_position') as position
                from (select id from decision_message where ${readyCondition} order by made_at, id for update) new) numbered
       where m.id = numbered.id
      returning m.id, m.position
    )
    insert into decision_notification (id, position, created_at, due_at)
    select id, position, ${now()}::timestamptz, ${now()}::timestamptz from released where ${isNotified}::boolean`,
  )
}
