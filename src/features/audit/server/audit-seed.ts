import { z } from 'zod'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { type Database, execute, inTransaction, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { daysBefore } from '#seed/fictional-data.ts'
import type { SeedPart } from '#seed/seed-demo-data.ts'
import { developmentIssuer } from '#sign-in/server/identity-provider.ts'
import { grantRights } from '#sign-in/server/staff-grants.ts'

/** On how many days before the date of the demo data people worked. */
const days = 6
/** The cases that a person opens on a day. */
const casesPerDay = 3

/** The rights of the demo accounts, of which one may read the audit trail, and entries of the days before. */
export const auditPart: SeedPart = {
  name: 'audit trail',
  isEmpty: async (db) =>
    !(await queryRow(db, z.object({}), sql`select from staff_grant where kind = 'audit' limit 1`)),
  async load({ owner }, date) {
    const grants = [
      { who: 'alpine-leisure', grant: { codes: ['ALP1'] } },
      { who: 'internal', grant: { audit: true } },
    ]
    for (const each of grants)
      await grantRights(owner, { ...each, issuer: developmentIssuer, actor: 'demo data' })
    const added = await inTransaction(owner, async (db) => {
      await bypassTenantFilter(db, 'transaction')
      let count = 0
      for (const [place, reader] of (await listReaders(db)).entries())
        for (let age = 1; age <= days; age += 1)
          count += await addWorkingDay(db, reader, { day: daysBefore(date, age), age, place })
      return count
    })
    return `${added} audit entries`
  },
}

const reader = z.object({ userId: z.string(), codes: z.array(z.string()) })
type Reader = z.infer<typeof reader>

/** The demo accounts with the codes of the cases that they open. Internal staff open those of one client. */
const listReaders = (db: Database) =>
  queryRows(
    db,
    reader,
    sql`
    select u.id as "userId", array_agg(k.code) as codes
      from staff_user u
      join client_code k on k.client_id = case u.subject when 'internal' then 'alpine' else u.subject end
     where u.issuer = ${developmentIssuer} and u.subject in ('internal', 'alpine', 'lagoon')
     group by u.id, u.subject
     order by u.subject`,
  )

type WorkingDay = { day: string; age: number; place: number }

/** What a person did on a day: signed in, searched for a patient of each case, opened the case and its parts. */
const addWorkingDay = (db: Database, { userId, codes }: Reader, { day, age, place }: WorkingDay) =>
  execute(
    db,
    sql`
    with opened as (
      select i.incident_number, i.client_code, p.last_name,
             row_number() over (order by i.enter_date desc, i.incident_number) as turn
        from incident i
        join patient p on p.client_code = i.client_code and p.patient_code = i.patient_code
       where i.client_code = any(${codes}::text[])
       order by turn
      offset ${(age * 2 + place) * casesPerDay} limit ${casesPerDay}
    ), steps as (
      select 0 as minute, 'signed in' as action, ${userId} as subject, null as client_code, '{}'::jsonb as detail,
             null::text[] as shown
       union all
      select turn * 11, 'patients searched', ${codes.join(',')}, client_code,
             jsonb_build_object('searchType', 'NAMEL', 'searchTerm', last_name, 'rows', 1), array[incident_number]
        from opened
       union all
      select turn * 11 + 1, 'case opened', incident_number, client_code, '{"rows": 1}', null from opened
       union all
      select turn * 11 + 2, 'medical records read', incident_number, client_code, '{"rows": 1}', null from opened
       union all
      select turn * 11 + 4, 'bills read', incident_number, client_code, '{"rows": 2}', null from opened
       where turn % 2 = 1
       union all
      select 190, 'signed out', ${userId}, null, '{}', null
    )
    insert into audit_event (at, actor, action, subject, client_code, address, reference, detail, shown)
    select (${day}::date + time '13:05') at time zone 'UTC'
             + (minute + ${place * 7}) * interval '1 minute' + (minute * 37 % 60) * interval '1 second',
           ${userId}, action, subject, client_code, '192.0.2.' || ${10 + place}::int, 'demo data', detail, shown
      from steps
     order by minute`,
  )
