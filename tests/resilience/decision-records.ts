import { z } from 'zod'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { withEveryClient } from '#test-support/authorization-fixture.ts'

const records = z.object({
  decisions: z.array(z.string()),
  messages: z.array(z.string()),
  audits: z.array(z.string()),
  undone: z.array(z.string()),
})

/** Lists the ITNs with this prefix: one for each decision, message, audit entry and undone decision. */
export async function findRecords({ owner }: DatabaseContext, prefix: string) {
  const begin = `${prefix}-%`
  const found = await withEveryClient(owner, (db) =>
    queryRow(
      db,
      records,
      sql`
      select (select coalesce(json_agg(itn order by itn), '[]') from authorization_decision where itn like ${begin}) as decisions,
             (select coalesce(json_agg(itn order by itn), '[]') from decision_message where itn like ${begin}) as messages,
             (select coalesce(json_agg(subject order by subject), '[]') from audit_event
               where action = 'authorization decided' and subject like ${begin}) as audits,
             (select coalesce(json_agg(itn order by itn), '[]') from undone_decision where itn like ${begin}) as undone`,
    ),
  )
  return found ?? { decisions: [], messages: [], audits: [], undone: [] }
}

/** Ends the undo time of the decisions on ITNs with this beginning, by the clock of the database. */
export const endUndoTimes = ({ owner }: DatabaseContext, begin: string) =>
  withEveryClient(owner, (db) =>
    execute(
      db,
      sql`
      update decision_message set undo_until = clock_timestamp()
       where itn like ${`${begin}%`} and undo_until > clock_timestamp()`,
    ),
  )
