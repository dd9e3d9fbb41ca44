import { verify } from '@node-rs/argon2'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freezeClock } from '#test-support/fake-clock.ts'
import { addVisitor, from, holdDelays, logIn, memberPassword, wrong } from '#test-support/member-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { endMemberSessions, resetMemberAccount } from './member-accounts.ts'

vi.mock('@node-rs/argon2', { spy: true })
// Tests send hundreds of logins at once, which can take a busy machine longer than a login may take.
vi.mock('./password-attempts.ts', async (original) => ({
  ...(await original<typeof import('./password-attempts.ts')>()),
  attemptTimeoutMs: 600_000,
}))

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal({ TRUSTED_PROXIES: ['127.0.0.1'] })
  await addClient(portal, 'alpine', ['ALP1'])
})
afterAll(() => portal.close())
/** Checks passwords without hashing them, so that a test can send thousands. */
beforeEach(() => vi.mocked(verify).mockImplementation(async (_hash, password) => password === memberPassword))

/** The number of places for each pair of account and address. */
const places = 5

const office = '198.51.100.250'
const deviceOf = ({ cookies }: LightMyRequestResponse) =>
  cookies.find(({ name }) => name === 'portal-member-device')
/** Sends the device cookie of a login, or this value, from an address. */
const fromDevice = (device: LightMyRequestResponse | string, address = office) => {
  const value = typeof device === 'string' ? device : deviceOf(device)?.value
  return { headers: { ...from(address).headers, cookie: `portal-member-device=${value}` } }
}
const statusOf = async (login: Promise<LightMyRequestResponse>) => (await login).statusCode

let guessers = 0
const nextGuesser = () => {
  guessers += 1
  return from(`192.0.2.${guessers}`)
}
/** Sends wrong passwords for this account until the next response is delayed by half a minute. */
async function slowDown(name: string, headers = nextGuesser()) {
  for (let attempt = 0; attempt < 16; attempt += 1) await logIn(portal, name, wrong, headers)
}

test('ninety-nine addresses do not lock anyone out of an account', async () => {
  const { name } = await addVisitor(portal, 'alpine')
  const clock = freezeClock()
  await slowDown(name)
  expect(clock.waits.at(-1)).toBe(30)
  const { waiting, letGo } = holdDelays()
  const guesses = Array.from({ length: 2 * 99 }, (_, at) =>
    statusOf(logIn(portal, name, wrong, from(`203.0.113.${100 + (at % 99)}`))),
  )
  await expect.poll(waiting, { interval: 20 }).toBe(2 * 99)
  const member = logIn(portal, name, memberPassword, from(office))
  await expect.poll(waiting, { interval: 20 }).toBe(2 * 99 + 1)
  letGo()
  expect(await statusOf(member)).toBe(200)
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]))
}, 120_000)

test("guesses at other accounts' passwords from a shared address hold up no known device, and no one for good", async () => {
  const { name } = await addVisitor(portal, 'alpine')
  const device = await logIn(portal, name, memberPassword, from('198.51.100.251'))
  freezeClock()
  for (let attempt = 0; attempt < 106; attempt += 1)
    await logIn(portal, `other-${attempt}`, wrong, from('198.51.100.251'))
  const { waiting, letGo } = holdDelays()
  const guesses = Array.from({ length: 200 }, (_, at) =>
    statusOf(logIn(portal, `guessed-${at}`, wrong, from('198.51.100.251'))),
  )
  await expect.poll(waiting, { interval: 20 }).toBe(100)
  const known = logIn(portal, name, memberPassword, fromDevice(device, '198.51.100.251'))
  expect(await statusOf(known)).toBe(200)
  const { statusCode, headers } = await logIn(portal, name, memberPassword, from('198.51.100.251'))
  expect([statusCode, headers['retry-after']]).toEqual([429, '30'])
  letGo()
  await Promise.all(guesses)
  expect(await statusOf(logIn(portal, name, memberPassword, from('198.51.100.251')))).toBe(200)
}, 120_000)

test('each pair of account and address has a limited number of places', async () => {
  const { name, here } = await addVisitor(portal, 'alpine')
  freezeClock()
  await slowDown(name, here)
  const { waiting, letGo } = holdDelays()
  const guesses = Array.from({ length: places }, () => statusOf(logIn(portal, name, wrong, here)))
  await expect.poll(waiting, { interval: 10 }).toBe(places)
  const { statusCode, headers } = await logIn(portal, name, memberPassword, here)
  expect([statusCode, headers['retry-after']]).toEqual([429, '30'])
  letGo()
  expect(await Promise.all(guesses)).toEqual(Array(places).fill(429))
  expect(await statusOf(logIn(portal, name, memberPassword, here))).toBe(200)
})

test('a known device is neither delayed nor rejected while its account is attacked from its address', async () => {
  const { name } = await addVisitor(portal, 'alpine')
  const device = await logIn(portal, name, memberPassword, from(office))
  const clock = freezeClock()
  await slowDown(name, from(office))
  const { waiting, letGo } = holdDelays()
  const guesses = Array.from({ length: places }, () => statusOf(logIn(portal, name, wrong, from(office))))
  await expect.poll(waiting, { interval: 10 }).toBe(places)
  const waited = clock.waits.length
  expect(await statusOf(logIn(portal, name, memberPassword, fromDevice(device)))).toBe(200)
  expect(await statusOf(logIn(portal, name, wrong, fromDevice(device)))).toBe(401)
  expect([clock.waits.length, waiting()]).toEqual([waited, places])
  letGo()
  await Promise.all(guesses)
})

test('failures of a known device delay only that device, by the usual steps', async () => {
  const { name, here } = await addVisitor(portal, 'alpine')
  const device = await logIn(portal, name, memberPassword, here)
  const clock = freezeClock()
  const statuses: number[] = []
  for (let attempt = 0; attempt < 17; attempt += 1)
    statuses.push(await statusOf(logIn(portal, name, wrong, fromDevice(device))))
  expect(clock.waits).toEqual([1, 2, 4, 8, 16, 30, 30])
  expect(statuses).toEqual([...Array(16).fill(401), 429])
  expect(await statusOf(logIn(portal, name, memberPassword, fromDevice(device)))).toBe(200)
  expect(clock.waits.at(-1)).toBe(30)
  const waited = clock.waits.length
  expect(await statusOf(logIn(portal, name, wrong, here))).toBe(401)
  expect(clock.waits).toHaveLength(waited)
})

/** Whether an account that delays unknown devices recognizes the device of a request. */
async function isKnown(name: string, request: ReturnType<typeof from>) {
  const clock = freezeClock()
  await slowDown(name)
  const waited = clock.waits.length
  await logIn(portal, name, wrong, request)
  return clock.waits.length === waited
}

test('a device is known only to the account that it logged in to', async () => {
  const [own, other] = [await addVisitor(portal, 'alpine'), await addVisitor(portal, 'alpine')]
  const device = await logIn(portal, own.name, memberPassword, from(office))
  expect(await isKnown(other.name, fromDevice(device))).toBe(false)
  expect(await isKnown(own.name, fromDevice(device))).toBe(true)
})

test.each([
  ['with another ID', (value: string) => `${'A'.repeat(43)}${value.slice(43)}`],
  ['with a later expiry', (value: string) => value.replace(/\.(.)/, '.z')],
  ['with another signature', (value: string) => `${value.slice(0, -43)}${'A'.repeat(43)}`],
  ['without a signature', (value: string) => value.slice(0, -44)],
  ['that is empty', () => ''],
])('a device cookie %s is ignored', async (_what, forge) => {
  const { name } = await addVisitor(portal, 'alpine')
  const value = deviceOf(await logIn(portal, name, memberPassword, from(office)))?.value ?? ''
  expect(await isKnown(name, fromDevice(forge(value)))).toBe(false)
})

const owner = () => portal.databaseContext.owner
test.each([
  [
    'a password reset',
    (name: string) =>
      resetMemberAccount(owner(), { name, actor: 'test', password: 'another horse, another battery' }),
  ],
  ['the end of all sessions', (name: string) => endMemberSessions(owner(), { name, actor: 'test' })],
])('%s makes every device unknown', async (_what, revoke) => {
  const { name } = await addVisitor(portal, 'alpine')
  const device = await logIn(portal, name, memberPassword, from(office))
  expect(await isKnown(name, fromDevice(device))).toBe(true)
  await revoke(name)
  expect(await isKnown(name, fromDevice(device))).toBe(false)
})

test('a device is known for 180 days after its last login', async () => {
  const { name } = await addVisitor(portal, 'alpine')
  const device = await logIn(portal, name, memberPassword, from(office))
  freezeClock().forward({ minutes: 180 * 24 * 60 - 60 })
  expect(await isKnown(name, fromDevice(device))).toBe(true)
  freezeClock().forward({ minutes: 60 })
  expect(await isKnown(name, fromDevice(device))).toBe(false)
})

test('the device cookie is HttpOnly and SameSite=Strict and identifies neither account nor person', async () => {
  const { name, here } = await addVisitor(portal, 'alpine')
  const device = deviceOf(await logIn(portal, name, memberPassword, here))
  expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 180 * 24 * 60 * 60 })
  const readable = device?.value.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
  expect(readable?.join(' ')).not.toContain(name)
  expect(deviceOf(await logIn(portal, name, wrong, here))).toBeUndefined()
})

test('an address has a hundred logins in progress, and one more is rejected at once', async () => {
  const guesser = nextGuesser()
  const statuses = await Promise.all(
    Array.from({ length: 150 }, (_, at) => statusOf(logIn(portal, `nobody-${at}`, wrong, guesser))),
  )
  expect(statuses.filter((status) => status === 429)).toHaveLength(50)
  expect(statuses.filter((status) => status === 401)).toHaveLength(100)
})
