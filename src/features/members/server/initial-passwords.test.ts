import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#platform/contract/clock.ts'
import { execute, sql } from '#platform/db/database.ts'
import { newPassword, openAccountPortal } from '#test-support/account-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { logIn, memberPassword, wrong } from '#test-support/member-fixture.ts'
import type { signInStaff } from '#test-support/sign-in-fixture.ts'
import { accountMessages } from '../account-messages.ts'
import { resetMemberAccount } from './member-accounts.ts'

let world: Awaited<ReturnType<typeof openAccountPortal>>
let manager: Awaited<ReturnType<typeof signInStaff>>
beforeAll(async () => {
  world = await openAccountPortal()
  manager = await world.signInManager('alpine')
})
afterAll(() => world.portal.close())

const initial = 'k7fm-2xpa-9wqe-4hjt-8bnc-6vds-3zgy'
const resetToInitial = (name: string) =>
  resetMemberAccount(world.owner, { name, actor: 'test', password: initial, isInitial: true })

test('an initial password logs no member in, with the response of a wrong one', async () => {
  const { name } = await world.addAccount()
  await resetToInitial(name)
  const withInitial = await logIn(world.portal, name, initial)
  const withWrong = await logIn(world.portal, name, wrong)
  expect([withInitial.statusCode, withInitial.cookies]).toEqual([401, []])
  const { reference: _one, ...first } = withInitial.json()
  const { reference: _other, ...second } = withWrong.json()
  expect(first).toEqual(second)
  expect(await world.status(name, memberPassword)).toBe(401)
})

test('staff of the client replace an initial password once, with another one', async () => {
  const { name, id } = await world.addAccount()
  const until = await resetToInitial(name)
  expect(await world.find(manager, id)).toMatchObject({
    initial: { until: until?.toISOString(), hasExpired: false },
  })
  const kept = await world.change(id, manager, { currentPassword: initial, newPassword: initial })
  expect(kept.json()).toMatchObject({ status: 422, detail: accountMessages.unchanged })
  expect((await world.change(id, manager)).json()).toMatchObject({ status: 422, reason: 'current-password' })
  expect((await world.change(id, manager, { currentPassword: initial })).statusCode).toBe(200)
  expect(await world.find(manager, id)).toMatchObject({ initial: null })
  expect(await world.status(name, newPassword)).toBe(200)
  const again = await world.change(id, manager, { currentPassword: initial, newPassword: `${newPassword}!` })
  expect(again.json()).toMatchObject({ status: 422, reason: 'current-password' })
})

test('an initial password expires after seven days', async () => {
  const { name, id } = await world.addAccount()
  await resetToInitial(name)
  const clock = freezeClock()
  clock.forward({ minutes: (7 * dayMs) / 60_000 })
  const later = await world.signInManager('alpine')
  expect(await world.find(later, id)).toMatchObject({ initial: { hasExpired: true } })
  const refused = await world.change(id, later, { currentPassword: initial })
  expect(refused.json()).toMatchObject({ status: 422, reason: 'initial-expired' })
  expect(await world.status(name, initial)).toBe(401)
})

test('a reset by the former version, which knows no initial passwords, ends one', async () => {
  const { name, id } = await world.addAccount()
  const { name: other } = await world.addAccount()
  await resetToInitial(name)
  await execute(
    world.owner,
    sql`
    update member_account
       set password_hash = (select password_hash from member_account where name = ${other})
     where name = ${name}`,
  )
  expect(await world.find(manager, id)).toMatchObject({ initial: null })
  expect(await world.status(name, memberPassword)).toBe(200)
  expect((await world.change(id, manager, { currentPassword: initial })).statusCode).toBe(422)
})
