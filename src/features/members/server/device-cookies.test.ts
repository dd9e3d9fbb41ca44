import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addVisitor, from, logIn, memberPassword, wrong } from '#test-support/member-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { findAccountByName, findDeviceKeys } from './login-account.ts'
import { recordAttempt, throttleKeys } from './login-throttle.ts'
import { isAccountName } from './member-accounts.ts'

vi.mock('@node-rs/argon2', { spy: true })
vi.mock('./login-account.ts', { spy: true })
vi.mock('./login-throttle.ts', { spy: true })
vi.mock('./member-accounts.ts', { spy: true })

const account = await vi.importActual<typeof import('./login-account.ts')>('./login-account.ts')
const throttle = await vi.importActual<typeof import('./login-throttle.ts')>('./login-throttle.ts')
/** Checks a password without hashing it. */
const compare = async (_hash: unknown, password: unknown) => password === memberPassword

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal({ TRUSTED_PROXIES: ['127.0.0.1'] })
  await addClient(portal, 'alpine', ['ALP1'])
})
afterAll(() => portal.close())
beforeEach(() => {
  vi.resetAllMocks()
  vi.mocked(verify).mockImplementation(compare)
})

const office = '198.51.100.250'
/** A device cookie in the right format that no account signed. */
const forged = `${'A'.repeat(43)}.zzzzzzzzz.${'A'.repeat(43)}`

/** Logs in with a device cookie and returns the status. */
async function logInWith(cookie: string, name: string, password: string, address = office) {
  const { headers } = from(address)
  const sent = { headers: { ...headers, cookie: `portal-member-device=${cookie}` } }
  return (await logIn(portal, name, password, sent)).statusCode
}

/** Creates an account that knows this many devices; returns its name and their cookies. */
async function addKnownDevices(count: number) {
  const { name, here } = await addVisitor(portal, 'alpine')
  const cookies: string[] = []
  while (cookies.length < count) {
    const { cookies: sent } = await logIn(portal, name, memberPassword, here)
    cookies.push(sent.find((each) => each.name === 'portal-member-device')?.value ?? '')
  }
  return { name, cookies }
}

/** Holds calls of a spied function until `release` lets one of them run. */
function holdCalls<Args extends unknown[], Result>(
  spied: (...args: Args) => Promise<Result>,
  run: (...args: Args) => Promise<Result>,
) {
  const held: PromiseWithResolvers<void>[] = []
  vi.mocked(spied).mockImplementation(async (...args: Args) => {
    const turn = Promise.withResolvers<void>()
    held.push(turn)
    await turn.promise
    return run(...args)
  })
  return { count: () => held.length, release: (index: number) => held[index]?.resolve() }
}

const callsTo = (step: (...args: never[]) => unknown) => vi.mocked(step).mock.calls.length
const finishedCallsTo = (step: (...args: never[]) => Promise<unknown>) =>
  vi.mocked(step).mock.settledResults.filter(({ type }) => type === 'fulfilled').length
const hasLookedUp = (logins: number) =>
  callsTo(isAccountName) === logins && finishedCallsTo(findDeviceKeys) === callsTo(findDeviceKeys)

test.each([
  ['in another format', 'A'.repeat(43), 'somebody'],
  ['for a name that no account can have', forged, 'some body'],
])('does not look up a device cookie %s', async (_what, cookie, name) => {
  expect(await logInWith(cookie, name, wrong)).toBe(401)
  expect(findDeviceKeys).not.toHaveBeenCalled()
})

test('looks up the device cookies that arrive during a lookup together, so no login waits for more than two', async () => {
  const { name, cookies } = await addKnownDevices(1)
  const lookups = holdCalls(findDeviceKeys, account.findDeviceKeys)
  const guesses = [logInWith(forged, 'first', wrong)]
  await expect.poll(lookups.count).toBe(1)
  for (let guess = 0; guess < 40; guess += 1)
    guesses.push(logInWith(forged, `guessed-${guess % 20}`, wrong, `198.51.100.${guess}`))
  const known = logInWith(cookies[0] ?? '', name, memberPassword)
  await expect.poll(() => callsTo(isAccountName)).toBe(42)
  lookups.release(0)
  await expect.poll(lookups.count).toBe(2)
  lookups.release(1)
  expect(await known).toBe(200)
  await Promise.all(guesses)
  const names = Array.from({ length: 20 }, (_, at) => `guessed-${at}`)
  expect(vi.mocked(findDeviceKeys).mock.calls.map(([, sent]) => sent)).toEqual([['first'], [...names, name]])
})

test('a failed lookup of device cookies fails its logins only', async () => {
  const { name, cookies } = await addKnownDevices(1)
  vi.mocked(findDeviceKeys).mockRejectedValueOnce(new Error('The connection is lost.'))
  expect(await logInWith(forged, name, wrong)).toBe(500)
  expect(await logInWith(cookies[0] ?? '', name, memberPassword)).toBe(200)
})

/** Two accounts that log in from the office: a crowd of known devices, and a member with one. */
async function gather() {
  const [crowd, { name, cookies }] = [await addKnownDevices(16), await addKnownDevices(1)]
  const [cookie = ''] = cookies
  vi.clearAllMocks()
  return {
    size: crowd.cookies.length,
    sendCrowd: () => crowd.cookies.map((each) => logInWith(each, crowd.name, wrong)),
    name,
    device: cookie.slice(0, 43),
    sendMember: () => logInWith(cookie, name, memberPassword),
  }
}

test('the counter updates of one account’s known devices do not delay those of another', async () => {
  const { size, sendCrowd, name, device, sendMember } = await gather()
  const updates = holdCalls(recordAttempt, throttle.recordAttempt)
  const crowd = sendCrowd()
  await expect.poll(() => hasLookedUp(size)).toBe(true)
  const member = sendMember()
  await expect.poll(() => hasLookedUp(size + 1)).toBe(true)
  for (let update = 0; update < size + 1; update += 1) {
    await expect.poll(updates.count).toBeGreaterThan(update)
    updates.release(update)
  }
  expect(await member).toBe(200)
  await Promise.all(crowd)
  // Two of the crowd were running, and one more had its turn.
  const keys = throttleKeys({ name, address: office, device }, portal.config)
  expect(vi.mocked(recordAttempt).mock.calls[3]?.[1]).toEqual(keys)
})

test('the password checks of one account’s known devices do not delay those of another', async () => {
  const { size, sendCrowd, sendMember } = await gather()
  const checks = holdCalls(verify, compare)
  const crowd = sendCrowd()
  await expect.poll(() => finishedCallsTo(findAccountByName)).toBe(size)
  const member = sendMember()
  await expect.poll(() => finishedCallsTo(findAccountByName)).toBe(size + 1)
  for (let check = 0; check < size + 1; check += 1) {
    await expect.poll(checks.count).toBeGreaterThan(check)
    checks.release(check)
  }
  expect(await member).toBe(200)
  await Promise.all(crowd)
  // One of the crowd was running, and one more had its turn.
  expect(vi.mocked(verify).mock.calls[2]?.[1]).toBe(memberPassword)
})
