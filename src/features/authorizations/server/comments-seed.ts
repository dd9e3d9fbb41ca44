import { z } from 'zod'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { execute, inTransaction, queryRow, sql } from '#platform/db/database.ts'
import type { SeedPart } from '#seed/seed-demo-data.ts'

/** What two people of the client say about its bills, in turn. */
const texts = [
  'The hospital says the discharge summary was mailed on Monday.',
  'I asked the clinic for an itemized bill. Please wait for it before you decide.',
  'Same stay as the previous bill of this patient. Check for a duplicate.',
  'The family called: the patient has been transferred.',
]

/** Comments of the demo data: one or two on some pending and some decided bills. A repeated load adds nothing. */
export const commentsPart: SeedPart = {
  name: 'comments',
  isEmpty: async (db) =>
    !(await queryRow(
      db,
      z.object({}),
      sql`select from audit_event where action = 'authorization comment written' limit 1`,
    )),
  load: ({ owner }) =>
    inTransaction(owner, async (db) => {
      await bypassTenantFilter(db, 'transaction')
      const added = await execute(
        db,
        sql`
        insert into authorization_comment (itn, id, client_code, written_at, author, written_by, comment_text)
        select r.itn, md5(r.itn || n)::uuid, r.client_code,
               r.received_at + (n + r.place % 5) * interval '1 hour', coalesce(u.name, u.subject), u.id,
               (${texts}::text[])[1 + (r.place + n) % ${texts.length}]
          from (select itn, client_code, received_at,
                       row_number() over (partition by is_pending order by received_at desc, itn) as place
                  from authorization_request
                 where itn like 'ITN9%') as r
         cross join generate_series(1, 2) as n
          join staff_user u on u.subject = case n when 1 then 'alpine' else 'alpine-colleague' end
         where r.place % 6 = 1 and r.place + n % 2 <= 30
            on conflict (itn, id) do nothing`,
      )
      return `${added} comments`
    }),
}
