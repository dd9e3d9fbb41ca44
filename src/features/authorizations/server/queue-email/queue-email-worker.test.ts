import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openLog } from '#platform/config/log.ts'
import { setClock } from '#platform/contract/clock.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { createDailyRound, findSchedule } from './queue-email-worker.ts'

const rule = { hours: 24, timeZone: 'America/Denver', holidays: ['2026-11-26'] }

test.each([
  ['spring forward', '2026-03-09', 'T13:00:00Z'],
  ['fall back', '2026-11-02', 'T14:00:00Z'],
])('after clocks %s, the email is due at seven local time', (_what, day, seven) => {
  const at = new Date(`${day}${seven}`)
  expect(findSchedule([rule], 'UTC', at)).toMatchObject({ day, isTime: true, lastDay: day })
  expect(findSchedule([rule], 'UTC', new Date(at.getTime() - 1000))).toMatchObject({ day, isTime: false })
})

test('without a rule, the time zone of the portal applies', () => {
  const at = new Date('2026-11-27T06:00:00Z')
  expect(findSchedule([null], 'Europe/Berlin', at)).toMatchObject({ day: '2026-11-27', isTime: true })
})

test('an email that cannot be added, and a due rule that cannot be read, are logged once and do not stop the others', async () => {
  const portal = await openPortal()
  onTestFinished(() => portal.close())
  const { owner } = portal.databaseContext
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true })
  await execute(
    owner,
    sql`update client set due_rule = '{"hours":24,"timeZone":"Mars/Olympus"}' where id = 'other'`,
  )
  await addPendingBills(owner, [{ itn: 'E-1', client: 'ACME1' }])
  const people = await Promise.all(
    ['Ada Sampleton', 'Bob Mockbury'].map((name) => signInStaff(portal, 'acme', { name })),
  )
  // The worker begins with the first of the two.
  const [first = '', second = ''] = people.map(({ userId }) => userId).toSorted()
  for (const [id, address] of [
    [first, 'first@example.com'],
    [second, 'second@example.com'],
  ])
    await execute(owner, sql`update staff_user set email = ${address} where id = ${id}`)
  await execute(
    owner,
    sql`insert into queue_email select id, 'acme', now(), '2026-11-20' from staff_user where email is not null`,
  )
  await execute(
    owner,
    sql`alter table outbox add constraint planted check (recipient <> 'first@example.com')`,
  )
  onTestFinished(setClock(() => new Date('2026-11-27T14:00:00Z')))
  const lines: string[] = []
  const addDue = createDailyRound({
    db: portal.db,
    config: {
      ...portal.config,
      OIDC_ISSUER: 'https://login.test',
      PUBLIC_URL: 'https://portal.example.com',
    },
    log: openLog('info', { write: (line) => lines.push(line) }),
  })
  await addDue()
  await addDue()
  const recipients = sql`select recipient from outbox`
  expect(await queryRows(portal.db, z.object({ recipient: z.string() }), recipients)).toEqual([
    { recipient: 'second@example.com' },
  ])
  expect(lines.map((line) => JSON.parse(line).reference)).toEqual(['OTHER1', `acme ${first}`])
})
