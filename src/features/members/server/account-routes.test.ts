import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { getClientConfiguration } from '#clients/contract.ts'
import { dayMs, now, timeAgo } from '#platform/contract/clock.ts'
import { execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { grantRights } from '#sign-in/server/staff-grants.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { addVisitor, logIn, logInMember, memberPassword, wrong } from '#test-support/member-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { changeMemberPassword, listManagedAccounts } from '../account-contract.ts'
import { accountMessages } from '../account-messages.ts'
import { showMemberPage } from '../contract.ts'
import { disableMemberAccount, resetMemberAccount } from './member-accounts.ts'
import { messages } from './members-messages.ts'

const issuer = 'https://login.test'
const newPassword = 'seven quiet otters swim upstream'

let portal: Awaited<ReturnType<typeof openPortal>>
let manager: Staff
beforeAll(async () => {
  portal = await openPortal({ TRUSTED_PROXIES: ['127.0.0.1'] })
  await addClient(portal, 'alpine', ['ALP1', 'ALP2'])
  await addClient(portal, 'lagoon', ['LAG1'])
  await addClient(portal, portal.config.INTERNAL_CLIENT_ID, [])
  manager = await signInManager('alpine')
})
afterAll(() => portal.close())

type Staff = Awaited<ReturnType<typeof signInStaff>>
type Given = Parameters<typeof grantRights>[1]['grant'] & { viewing?: string; authenticatedAt?: Date }

const owner = () => portal.databaseContext.owner

/** Signs in a person with the right to change the passwords of members. */
async function signInManager(clientId: string, { viewing, authenticatedAt = now(), ...grant }: Given = {}) {
  const person = { authenticatedAt, ...(viewing && { viewing }) }
  const staff = await signInStaff(portal, clientId, person)
  const rights = { who: staff.userId, issuer, grant: { members: true, ...grant }, actor: 'test' }
  await grantRights(owner(), rights)
  return staff
}

/** Adds an account of a client; returns its name and ID. */
async function addAccount(clientId = 'alpine') {
  const { name } = await addVisitor(portal, clientId)
  const row = sql`select id from member_account where name = ${name}`
  const { id = '' } = (await queryRow(owner(), z.object({ id: z.string() }), row)) ?? {}
  return { name, id }
}

const list = ({ headers }: Staff) => portal.call(listManagedAccounts, {}, { headers })
const listNames = async (staff: Staff) =>
  listManagedAccounts.response.parse((await list(staff)).json()).accounts.map(({ name }) => name)
const find = async (staff: Staff, id: string) =>
  listManagedAccounts.response.parse((await list(staff)).json()).accounts.find((each) => each.id === id)

/** Changes the password of an account, from an address of its own. */
const change = (
  accountId: string,
  { headers }: Staff,
  given: { currentPassword?: string; newPassword?: string; address?: string } = {},
) => {
  const { address = '192.0.2.1', ...passwords } = given
  return portal.call(
    changeMemberPassword,
    { accountId, currentPassword: memberPassword, newPassword, ...passwords },
    { headers: { ...headers, 'x-forwarded-for': address } },
  )
}
const status = async (name: string, password: string) =>
  (await logIn(portal, name, password, { headers: { 'x-forwarded-for': '192.0.2.99' } })).statusCode

const entries = (subject: string) =>
  queryRows(
    owner(),
    z.object({ actor: z.string(), action: z.string(), detail: z.unknown() }),
    sql`select actor, action, detail from audit_event where subject = ${subject} and action like '%change%' order by id`,
  )

test.each([
  ['without the right', async () => signInStaff(portal, 'alpine', { authenticatedAt: now() })],
  ['who see only some codes', async () => signInManager('alpine', { codes: ['ALP1'] })],
  [
    'of the provider organization without the right',
    async () =>
      signInStaff(portal, portal.config.INTERNAL_CLIENT_ID, { viewing: 'alpine', authenticatedAt: now() }),
  ],
])('people %s see no account and change none', async (_who, signIn) => {
  const { name, id } = await addAccount()
  const staff = await signIn()
  for (const refused of [await list(staff), await change(id, staff)])
    expect([refused.statusCode, refused.json().detail]).toEqual([403, accountMessages.notAllowed])
  const { headers } = staff
  const configuration = await portal.call(getClientConfiguration, { clientId: 'alpine' }, { headers })
  expect(configuration.json()).not.toHaveProperty('managesMembers')
  expect(await status(name, memberPassword)).toBe(200)
})

test('an account of another client is like a missing one, and keeps its password', async () => {
  const { name, id } = await addAccount('lagoon')
  const foreign = await change(id, manager)
  const missing = await change('00000000-0000-4000-8000-000000000000', manager)
  for (const { statusCode, json } of [foreign, missing])
    expect([statusCode, json().detail]).toEqual([404, accountMessages.unknown])
  expect(await listNames(manager)).not.toContain(name)
  expect(await status(name, memberPassword)).toBe(200)
})

test('the database refuses the serving role a change outside the scope of the client', async () => {
  const { name } = await addAccount('lagoon')
  const changed = await execute(
    portal.db,
    sql`update member_account set password_hash = 'none' where name = ${name}`,
  )
  expect(changed).toBe(0)
  expect(await status(name, memberPassword)).toBe(200)
})

test('a change is refused until the person has signed in recently', async () => {
  const { name, id } = await addAccount()
  const late = await signInManager('alpine', { authenticatedAt: timeAgo(16 * 60_000) })
  expect((await list(late)).json().needsStepUp).toBe(true)
  expect((await list(manager)).json().needsStepUp).toBe(false)
  const refused = await change(id, late)
  expect(refused.json()).toMatchObject({
    status: 403,
    reason: 'step-up',
    detail: accountMessages.stepUpNeeded,
  })
  expect(refused.headers['www-authenticate']).toContain('insufficient_user_authentication')
  expect(await status(name, memberPassword)).toBe(200)
})

test('a wrong current password changes nothing and is recorded with the person', async () => {
  const { name, id } = await addAccount()
  const refused = await change(id, manager, { currentPassword: wrong })
  expect(refused.json()).toMatchObject({
    ...{ status: 422, reason: 'current-password', detail: accountMessages.wrong },
  })
  expect(await entries(name)).toEqual([
    {
      ...{ actor: manager.userId, action: 'member password change refused' },
      detail: { client: 'alpine', checked: true },
    },
  ])
  expect(await status(name, memberPassword)).toBe(200)
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
  const { name, id } = await addAccount()
  const refused = await change(id, manager, { newPassword })
  expect(refused.json()).toMatchObject({ status: 422, reason: 'new-password', detail })
  expect(await status(name, memberPassword)).toBe(200)
})

test('wrong passwords here and at the login share one limit, and a right one gets in after its delay', async () => {
  const clock = freezeClock()
  const { name, id } = await addAccount()
  const address = '192.0.2.2'
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await logIn(portal, name, wrong, { headers: { 'x-forwarded-for': address } })
    await change(id, manager, { currentPassword: wrong, address })
  }
  expect(clock.waits).toEqual([])
  const statuses: number[] = []
  for (let attempt = 0; attempt < 7; attempt += 1)
    statuses.push((await change(id, manager, { currentPassword: wrong, address })).statusCode)
  expect(clock.waits).toEqual([1, 2, 4, 8, 16, 30, 30])
  expect(statuses).toEqual([...Array(6).fill(422), 429])
  expect((await logIn(portal, name, wrong, { headers: { 'x-forwarded-for': address } })).statusCode).toBe(429)
  const rejected = await change(id, manager, { currentPassword: wrong, address })
  expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '30'])
  expect((await change(id, manager, { address })).statusCode).toBe(200)
})

test('a change ends the sessions, makes browsers unknown, and is recorded with the person', async () => {
  const { name, id } = await addAccount()
  const sessions = [await logInMember(portal, name), await logInMember(portal, name)]
  const deviceKey = () =>
    queryRow(
      owner(),
      z.object({ key: z.string() }),
      sql`select device_key::text as key from member_account where id = ${id}`,
    )
  const before = await deviceKey()
  expect(await find(manager, id)).toMatchObject({ name, isDisabled: false, initial: null, sessions: 2 })
  const response = await change(id, manager)
  expect([response.statusCode, response.json()]).toEqual([200, { ended: 2 }])
  for (const headers of sessions)
    expect((await portal.call(showMemberPage, {}, { headers })).statusCode).toBe(401)
  expect(await deviceKey()).not.toEqual(before)
  expect(await find(manager, id)).toMatchObject({ sessions: 0 })
  expect([await status(name, memberPassword), await status(name, newPassword)]).toEqual([401, 200])
  expect(await entries(name)).toEqual([
    { actor: manager.userId, action: 'member password changed', detail: { client: 'alpine' } },
  ])
})

test('staff of the provider organization with the right change it for the client that they have open', async () => {
  const { name, id } = await addAccount('lagoon')
  const internal = portal.config.INTERNAL_CLIENT_ID
  expect((await change(id, await signInManager(internal, { viewing: 'alpine' }))).statusCode).toBe(404)
  const viewer = await signInManager(internal, { viewing: 'lagoon' })
  expect(await listNames(viewer)).toContain(name)
  expect((await change(id, viewer)).statusCode).toBe(200)
})

test('the password of a disabled account can be changed, and the account stays disabled', async () => {
  const { name, id } = await addAccount()
  await disableMemberAccount(owner(), { name, actor: 'test' })
  expect((await change(id, manager)).statusCode).toBe(200)
  expect(await find(manager, id)).toMatchObject({ isDisabled: true })
  expect(await status(name, newPassword)).toBe(401)
})

const initial = 'k7fm-2xpa-9wqe-4hjt-8bnc-6vds-3zgy'
const resetToInitial = (name: string) =>
  resetMemberAccount(owner(), { name, actor: 'test', password: initial, isInitial: true })

test('an initial password logs no member in, with the response of a wrong one', async () => {
  const { name } = await addAccount()
  await resetToInitial(name)
  const withInitial = await logIn(portal, name, initial)
  const withWrong = await logIn(portal, name, wrong)
  expect([withInitial.statusCode, withInitial.cookies]).toEqual([401, []])
  const { reference: _one, ...first } = withInitial.json()
  const { reference: _other, ...second } = withWrong.json()
  expect(first).toEqual(second)
  expect(await status(name, memberPassword)).toBe(401)
})

test('staff of the client replace an initial password once, with another one', async () => {
  const { name, id } = await addAccount()
  const until = await resetToInitial(name)
  expect(await find(manager, id)).toMatchObject({
    initial: { until: until?.toISOString(), hasExpired: false },
  })
  const kept = await change(id, manager, { currentPassword: initial, newPassword: initial })
  expect(kept.json()).toMatchObject({ status: 422, detail: accountMessages.unchanged })
  expect((await change(id, manager)).json()).toMatchObject({ status: 422, reason: 'current-password' })
  expect((await change(id, manager, { currentPassword: initial })).statusCode).toBe(200)
  expect(await find(manager, id)).toMatchObject({ initial: null })
  expect(await status(name, newPassword)).toBe(200)
  const again = await change(id, manager, { currentPassword: initial, newPassword: `${newPassword}!` })
  expect(again.json()).toMatchObject({ status: 422, reason: 'current-password' })
})

test('an initial password expires after seven days', async () => {
  const { name, id } = await addAccount()
  await resetToInitial(name)
  const clock = freezeClock()
  clock.forward({ minutes: (7 * dayMs) / 60_000 })
  const later = await signInManager('alpine')
  expect(await find(later, id)).toMatchObject({ initial: { hasExpired: true } })
  const refused = await change(id, later, { currentPassword: initial })
  expect(refused.json()).toMatchObject({ status: 422, reason: 'initial-expired' })
  expect(await status(name, initial)).toBe(401)
})

test('a reset by the former version, which knows no initial passwords, ends one', async () => {
  const { name, id } = await addAccount()
  const { name: other } = await addAccount()
  await resetToInitial(name)
  await execute(
    owner(),
    sql`
    update member_account
       set password_hash = (select password_hash from member_account where name = ${other})
     where name = ${name}`,
  )
  expect(await find(manager, id)).toMatchObject({ initial: null })
  expect(await status(name, memberPassword)).toBe(200)
  expect((await change(id, manager, { currentPassword: initial })).statusCode).toBe(422)
})

test('of two changes at the same time, one wins', async () => {
  const { name, id } = await addAccount()
  const other = 'nine brave lamps above the harbor'
  const both = await Promise.all([change(id, manager), change(id, manager, { newPassword: other })])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  const winner = both[0]?.statusCode === 200 ? newPassword : other
  expect(await status(name, winner)).toBe(200)
})
