import { expect, test } from 'vitest'
import { z } from 'zod'
import { execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { knownMigrations, migrateTo } from '#platform/db/migrations.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'

const world = setUpDatabase()

const row = z.object({
  subject: z.string(),
  isDisabled: z.boolean(),
  isByScim: z.boolean(),
  isRemoved: z.boolean(),
  barred: z.array(z.string()),
  sessions: z.int(),
})

const people = sql`
  insert into staff_user (subject, issuer, email, created_at, disabled_at)
  values ('enabled', 'https://id.test', null, now(), null),
         ('active', 'https://id.test', null, now(), null),
         ('removed', 'https://id.test', 'Rae@id.test', now(), now()),
         ('back', 'https://id.test', null, now(), now())`
const sent = sql`
  insert into scim_person (user_id, issuer, user_name, user_name_key, active, created_at, changed_at)
  select id, issuer, subject, subject, subject = 'active', now(), now()
    from staff_user where subject in ('enabled', 'active')`
const client = sql`insert into client (id, name, enabled, changed_at) values ('acme', 'Acme', true, now())`
const sessions = sql`
  insert into staff_session (key_hash, user_id, client_id, id_token, address, started_at, renewed_at)
  select decode(md5(subject), 'hex'), id, 'acme', '', '127.0.0.1', now(), now()
    from staff_user where subject in ('enabled', 'active')`
const entries = sql`
  insert into audit_event (at, actor, action, subject)
  select now(), 'service id', action, id
    from staff_user
   cross join unnest(array['person removed by SCIM', 'person released from SCIM']) with ordinality as said (action, nr)
   where subject = 'back' or subject = 'removed' and nr = 1
   order by nr`
const found = sql`
  select subject, disabled_at is not null as "isDisabled", disabled_by_scim as "isByScim",
         removed_by_scim as "isRemoved",
         array(select value from scim_bar b where b.user_id = u.id order by value) as barred,
         (select count(*)::int from staff_session s where s.user_id = u.id and ended_at is null) as sessions
    from staff_user u order by subject`

test('closes what was open before: access between two tokens, names of the past, and removals', async () => {
  const names = await knownMigrations()
  const { owner } = world.databaseContext
  const after = await inTransaction(owner, async (db) => {
    await execute(db, sql`drop schema public cascade`)
    await execute(db, sql`create schema public`)
    await migrateTo(
      db,
      names.filter((name) => name < '0099'),
    )
    for (const step of [client, people, sent, sessions, entries]) await execute(db, step)
    await migrateTo(db, names)
    return queryRows(db, row, found)
  })
  const open = { isDisabled: false, isByScim: false, isRemoved: false, barred: [], sessions: 1 }
  const off = { ...open, isDisabled: true, sessions: 0 }
  expect(after).toEqual([
    { subject: 'active', ...open },
    { subject: 'back', ...off, barred: ['back'] },
    { subject: 'enabled', ...off, isByScim: true },
    { subject: 'removed', ...off, isRemoved: true, barred: ['rae@id.test', 'removed'] },
  ])
})
