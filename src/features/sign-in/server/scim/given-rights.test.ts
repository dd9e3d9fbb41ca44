import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { knownMigrations, migrateTo } from '#platform/db/migrations.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openScimPortal } from '#test-support/scim-fixture.ts'
import { getPerson } from '../staff-people.ts'

let scim: Awaited<ReturnType<typeof openScimPortal>>
beforeAll(async () => {
  scim = await openScimPortal()
})
afterAll(() => scim.portal.close())

const listGiven = async (db: Database, id: string) => (await getPerson(db, id)).given

test('a right from a group keeps when and by whom the person joined the group', async () => {
  const { owner } = scim.portal.databaseContext
  const clock = freezeClock()
  const id = await scim.addUser('origin@alpine.example')
  const joined = now()
  await scim.addMembers('decide.alpine', [id])
  clock.forward({ minutes: 5 })
  const chosen = now()
  await scim.addMembers('all.alpine', [id])
  clock.forward({ minutes: 5 })
  const token = await scim.createToken('alpine-next', 'https://alpine.test')
  const later = now()
  await scim.addMembers('members.alpine', [id], { token })
  await scim.addMembers('decide.alpine', [id], { token })
  expect(await listGiven(owner, id)).toEqual([
    { right: 'members', at: later, by: 'service alpine-next' },
    { right: 'all codes of alpine', at: chosen, by: 'service alpine-scim' },
    { right: 'decide', at: joined, by: 'service alpine-scim' },
  ])
})

test('a person who leaves a group and joins it again has the right from the second time', async () => {
  const { owner } = scim.portal.databaseContext
  const clock = freezeClock()
  const id = await scim.addUser('again@alpine.example')
  await scim.addMembers('code.ALP1', [id])
  clock.forward({ minutes: 5 })
  await scim.patch('/Groups/code.ALP1', [{ op: 'remove', path: `members[value eq "${id}"]` }])
  expect(await listGiven(owner, id)).toEqual([])
  await scim.addMembers('code.ALP1', [id])
  expect(await listGiven(owner, id)).toEqual([{ right: 'ALP1', at: now(), by: 'service alpine-scim' }])
})

const client = sql`insert into client (id, name, enabled, changed_at) values ('acme', 'Acme', true, now())`
const people = sql`
  insert into staff_user (subject, issuer, created_at)
  values ('by command', 'https://id.test', now()), ('by scim', 'https://id.test', now()),
         ('archived', 'https://id.test', now())`
const sent = sql`
  insert into scim_person (user_id, issuer, user_name, user_name_key, active, created_at, changed_at)
  select id, issuer, subject, subject, true, now(), now() from staff_user where subject = 'by scim'`
const groups = sql`
  insert into scim_right (user_id, kind, client_id)
  select user_id, kind, 'acme' from scim_person cross join unnest(array['all', 'decide']) as kind`
const grants = sql`
  insert into staff_grant (user_id, kind, granted_at)
  select id, 'decide', case subject when 'by scim' then timestamptz '2026-03-09Z' else '2026-03-01Z' end from staff_user`
const entries = sql`
  insert into audit_event (at, actor, action, subject, detail)
  select at::timestamptz, actor, action, id, detail::jsonb
    from staff_user
    join (values
      ('by command', '2026-02-01Z', 'ada', 'right granted', '{"decide": true}'),
      ('by command', '2026-03-01 00:00:01Z', 'bea', 'right granted', '{"decide": true}'),
      ('by command', '2026-03-01 00:00:02Z', 'cleo', 'right granted', '{"members": true}'),
      ('by scim', '2026-03-01Z', 'service one', 'rights changed by SCIM', '{"before": "", "after": "decide.acme"}'),
      ('by scim', '2026-03-02Z', 'service one', 'rights changed by SCIM', '{"before": "decide.acme", "after": ""}'),
      ('by scim', '2026-03-03Z', 'service two', 'rights changed by SCIM', '{"before": "", "after": "decide.acme"}'),
      ('by scim', '2026-03-04Z', 'service six', 'rights changed by SCIM',
       '{"before": "decide.acme", "after": "all.acme decide.acme"}')) as said (subject, at, actor, action, detail)
      using (subject)`

test('the migration finds the origin of earlier rights in the audit trail', async () => {
  const names = await knownMigrations()
  const { owner } = scim.portal.databaseContext
  const given = await inTransaction(owner, async (db) => {
    await execute(db, sql`drop schema public cascade`)
    await execute(db, sql`create schema public`)
    await migrateTo(
      db,
      names.filter((name) => name < '0118'),
    )
    for (const step of [client, people, sent, groups, grants, entries]) await execute(db, step)
    await migrateTo(db, names)
    const rows = await queryRows(
      db,
      z.object({ id: z.string(), subject: z.string() }),
      sql`select id, subject from staff_user order by subject`,
    )
    return Promise.all(rows.map(async ({ id, subject }) => [subject, await listGiven(db, id)]))
  })
  expect(given).toEqual([
    ['archived', [{ right: 'decide', at: new Date('2026-03-01'), by: null }]],
    ['by command', [{ right: 'decide', at: new Date('2026-03-01'), by: 'bea' }]],
    [
      'by scim',
      [
        { right: 'all codes of acme', at: new Date('2026-03-04'), by: 'service six' },
        { right: 'decide', at: new Date('2026-03-03'), by: 'service two' },
      ],
    ],
  ])
})
