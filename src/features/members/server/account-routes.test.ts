import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { getClientConfiguration } from '#clients/contract.ts'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { newPassword, openAccountPortal } from '#test-support/account-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { logIn, logInMember, memberPassword, wrong } from '#test-support/member-fixture.ts'
import { signInStaff } from '#test-support/sign-in-fixture.ts'
import { accountMessages } from '../account-messages.ts'
import { showMemberPage } from '../contract.ts'
import { disableMemberAccount } from './member-accounts.ts'
import { messages } from './members-messages.ts'

let world: Awaited<ReturnType<typeof openAccountPortal>>
let manager: Awaited<ReturnType<typeof signInStaff>>
beforeAll(async () => {
  world = await openAccountPortal()
  manager = await world.signInManager('alpine')
})
afterAll(() => world.portal.close())

test.each([
  ['without the right', async () => signInStaff(world.portal, 'alpine', { authenticatedAt: now() })],
  ['who see only some codes', async () => world.signInManager('alpine', { codes: ['ALP1'] })],
  [
    'of the provider organization without the right',
    async () => signInStaff(world.portal, world.internal, { viewing: 'alpine', authenticatedAt: now() }),
  ],
])('people %s see no account and change none', async (_who, signIn) => {
  const { name, id } = await world.addAccount()
  const staff = await signIn()
  for (const refused of [await world.list(staff), await world.change(id, staff)])
    expect([refused.statusCode, refused.json().detail]).toEqual([403, accountMessages.notAllowed])
  const { headers } = staff
  const configuration = await world.portal.call(getClientConfiguration, { clientId: 'alpine' }, { headers })
  expect(configuration.json()).not.toHaveProperty('managesMembers')
  expect(await world.status(name, memberPassword)).toBe(200)
})

test('an account of another client is like a missing one, and keeps its password', async () => {
  const { name, id } = await world.addAccount('lagoon')
  const foreign = await world.change(id, manager)
  const missing = await world.change('00000000-0000-4000-8000-000000000000', manager)
  for (const { statusCode, json } of [foreign, missing])
    expect([statusCode, json().detail]).toEqual([404, accountMessages.unknown])
  expect(await world.listNames(manager)).not.toContain(name)
  expect(await world.status(name, memberPassword)).toBe(200)
})

test('the database refuses the serving role a change outside the scope of the client', async () => {
  const { name } = await world.addAccount('lagoon')
  const changed = await execute(
    world.portal.db,
    sql`update member_account set password_hash = 'none' where name = ${name}`,
  )
  expect(changed).toBe(0)
  expect(await world.status(name, memberPassword)).toBe(200)
})

test('a change is refused until the person has signed in recently', async () => {
  const { name, id } = await world.addAccount()
  const late = await world.signInManager('alpine', { authenticatedAt: timeAgo(16 * 60_000) })
  expect((await world.list(late)).json().needsStepUp).toBe(true)
  expect((await world.list(manager)).json().needsStepUp).toBe(false)
  const refused = await world.change(id, late)
  expect(refused.json()).toMatchObject({
    status: 403,
    reason: 'step-up',
    detail: accountMessages.stepUpNeeded,
  })
  expect(refused.headers['www-authenticate']).toContain('insufficient_user_authentication')
  expect(await world.status(name, memberPassword)).toBe(200)
})

test('a wrong current password changes nothing and is recorded with the person', async () => {
  const { name, id } = await world.addAccount()
  const refused = await world.change(id, manager, { currentPassword: wrong })
  expect(refused.json()).toMatchObject({
    status: 422,
    reason: 'current-password',
    detail: accountMessages.wrong,
  })
  expect(await world.entries(name)).toEqual([
    {
      actor: manager.userId,
      action: 'member password change refused',
      detail: { client: 'alpine', checked: true },
    },
  ])
  expect(await world.status(name, memberPassword)).toBe(200)
})

test.each([
  ['fourteen chars', messages.tooShort(15, 14)],
  ['abcde'.repeat(201), messages.tooLong(1000)],
  ['a horse, a battery\nand a staple', messages.unsendable],
  ['12345678901234567', messages.easilyGuessed],
  ['Client Alpine alpine', messages.easilyGuessed],
  ['demo-portal-2026', messages.easilyGuessed],
  ['correct horse battery staple', messages.easilyGuessed],
  [memberPassword, accountMessages.unchanged],
])('the new password "%.20s" is refused, as the command does it', async (newPassword, detail) => {
  const { name, id } = await world.addAccount()
  const refused = await world.change(id, manager, { newPassword })
  expect(refused.json()).toMatchObject({ status: 422, reason: 'new-password', detail })
  expect(await world.status(name, memberPassword)).toBe(200)
})

test('wrong passwords here and at the login share one limit, and a right one gets in after its delay', async () => {
  const clock = freezeClock()
  const { name, id } = await world.addAccount()
  const address = '192.0.2.2'
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await logIn(world.portal, name, wrong, { headers: { 'x-forwarded-for': address } })
    await world.change(id, manager, { currentPassword: wrong, address })
  }
  expect(clock.waits).toEqual([])
  const statuses: number[] = []
  for (let attempt = 0; attempt < 7; attempt += 1)
    statuses.push((await world.change(id, manager, { currentPassword: wrong, address })).statusCode)
  expect(clock.waits).toEqual([1, 2, 4, 8, 16, 30, 30])
  expect(statuses).toEqual([...Array(6).fill(422), 429])
  expect(
    (await logIn(world.portal, name, wrong, { headers: { 'x-forwarded-for': address } })).statusCode,
  ).toBe(429)
  const rejected = await world.change(id, manager, { currentPassword: wrong, address })
  expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '30'])
  expect((await world.change(id, manager, { address })).statusCode).toBe(200)
})

test('a change ends the sessions, makes browsers unknown, and is recorded with the person', async () => {
  const { name, id } = await world.addAccount()
  const sessions = [await logInMember(world.portal, name), await logInMember(world.portal, name)]
  const deviceKey = () =>
    queryRow(
      world.owner,
      z.object({ key: z.string() }),
      sql`select device_key::text as key from member_account where id = ${id}`,
    )
  const before = await deviceKey()
  expect(await world.find(manager, id)).toMatchObject({ name, isDisabled: false, initial: null, sessions: 2 })
  const response = await world.change(id, manager)
  expect([response.statusCode, response.json()]).toEqual([200, { ended: 2 }])
  for (const headers of sessions)
    expect((await world.portal.call(showMemberPage, {}, { headers })).statusCode).toBe(401)
  expect(await deviceKey()).not.toEqual(before)
  expect(await world.find(manager, id)).toMatchObject({ sessions: 0 })
  expect([await world.status(name, memberPassword), await world.status(name, newPassword)]).toEqual([
    401, 200,
  ])
  expect(await world.entries(name)).toEqual([
    { actor: manager.userId, action: 'member password changed', detail: { client: 'alpine' } },
  ])
})

test('staff of the provider organization with the right change it for the client that they have open', async () => {
  const { name, id } = await world.addAccount('lagoon')
  const { internal } = world
  expect(
    (await world.change(id, await world.signInManager(internal, { viewing: 'alpine' }))).statusCode,
  ).toBe(404)
  const viewer = await world.signInManager(internal, { viewing: 'lagoon' })
  expect(await world.listNames(viewer)).toContain(name)
  expect((await world.change(id, viewer)).statusCode).toBe(200)
})

test('the password of a disabled account can be changed, and the account stays disabled', async () => {
  const { name, id } = await world.addAccount()
  await disableMemberAccount(world.owner, { name, actor: 'test' })
  expect((await world.change(id, manager)).statusCode).toBe(200)
  expect(await world.find(manager, id)).toMatchObject({ isDisabled: true })
  expect(await world.status(name, newPassword)).toBe(401)
})

test('of two changes at the same time, one wins', async () => {
  const { name, id } = await world.addAccount()
  const other = 'nine brave lamps above the harbor'
  const both = await Promise.all([
    world.change(id, manager),
    world.change(id, manager, { newPassword: other }),
  ])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  const winner = both[0]?.statusCode === 200 ? newPassword : other
  expect(await world.status(name, winner)).toBe(200)
})
