import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openLog } from '#platform/config/log.ts'
import { queryRow, sql } from '#platform/db/database.ts'
import { problem } from '#platform/http/problem.ts'
import { runCleanup } from '#platform/jobs/cleanup.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { addVisitor, from, holdDelays, logIn, memberPassword, wrong } from '#test-support/member-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { logMemberIn } from '../contract.ts'
import { messages } from '../messages.ts'
import { membersCleanup } from './members-cleanup.ts'

vi.mock('@node-rs/argon2', { spy: true })

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal({ TRUSTED_PROXIES: ['127.0.0.1'] })
  await addClient(portal, 'alpine', ['ALP1'])
})
afterAll(() => portal.close())
/** Checks passwords without hashing them, which takes a processor 50 ms. Other tests of the login hash them. */
beforeEach(() => vi.mocked(verify).mockImplementation(async (_hash, password) => password === memberPassword))

test('after ten failures in a minute, delays grow from 1 to 30 seconds, then failures are rejected', async () => {
  const clock = freezeClock()
  const { name, here } = await addVisitor(portal, 'alpine')
  const statuses: number[] = []
  for (let attempt = 0; attempt < 17; attempt += 1)
    statuses.push((await logIn(portal, name, wrong, here)).statusCode)
  expect(clock.waits).toEqual([1, 2, 4, 8, 16, 30, 30])
  expect(statuses).toEqual([...Array(16).fill(401), 429])
  expect((await logIn(portal, name, wrong, here)).headers['retry-after']).toBe('30')
})

test('the right password waits at most 30 seconds', async () => {
  const clock = freezeClock()
  const { name, here } = await addVisitor(portal, 'alpine')
  for (let attempt = 0; attempt < 30; attempt += 1) await logIn(portal, name, wrong, here)
  for (let round = 0; round < 5; round += 1) {
    clock.forward({ seconds: 29 })
    expect((await logIn(portal, name, wrong, here)).statusCode).toBe(429)
    expect((await logIn(portal, name, memberPassword, here)).statusCode).toBe(200)
    expect(clock.waits.at(-1)).toBe(30)
  }
})

test('admits a member from an address that is also guessing other names', async () => {
  const clock = freezeClock()
  const { name, here } = await addVisitor(portal, 'alpine')
  for (let attempt = 0; attempt < 120; attempt += 20) {
    const names = Array.from({ length: 20 }, (_, at) => `random-${attempt + at}`)
    await Promise.all(names.map((each) => logIn(portal, each, wrong, here)))
  }
  expect((await logIn(portal, name, memberPassword, here)).statusCode).toBe(200)
  expect(clock.waits.at(-1)).toBe(30)
})

test("a username that imitates another user's throttle key does not affect that user", async () => {
  const clock = freezeClock()
  const { name, here } = await addVisitor(portal, 'alpine')
  const made = [
    `${name} from ${here.headers['x-forwarded-for']}`,
    `${name}","${here.headers['x-forwarded-for']}`,
  ]
  for (const [at, each] of made.entries())
    for (let attempt = 0; attempt < 20; attempt += 1)
      await logIn(portal, each, wrong, from(`192.0.2.${60 + at}`))
  const waited = clock.waits.length
  expect((await logIn(portal, name, wrong, here)).statusCode).toBe(401)
  expect(clock.waits).toHaveLength(waited)
})

test('treats addresses of one IPv6 network as one address', async () => {
  const clock = freezeClock()
  const { name } = await addVisitor(portal, 'alpine')
  for (let attempt = 0; attempt < 17; attempt += 1)
    await logIn(portal, name, wrong, from(`2001:db8:1:2::${attempt}`))
  expect((await logIn(portal, name, wrong, from('2001:db8:1:2:ffff::'))).statusCode).toBe(429)
  expect((await logIn(portal, name, wrong, from('2001:db8:1:3::'))).statusCode).toBe(401)
  expect(clock.waits.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 30])
})

test('an attempt whose password was not verified does not count as a failure', async () => {
  const clock = freezeClock()
  const { name, here } = await addVisitor(portal, 'alpine')
  for (let attempt = 0; attempt < 9; attempt += 1) await logIn(portal, name, wrong, here)
  vi.mocked(verify).mockRejectedValueOnce(problem(503, messages.busy))
  expect((await logIn(portal, name, memberPassword, here)).statusCode).toBe(503)
  expect((await logIn(portal, name, wrong, here)).statusCode).toBe(401)
  expect(clock.waits).toEqual([])
})

test('logs the number of unverified rejections once a minute', async () => {
  const clock = freezeClock()
  const { name, here } = await addVisitor(portal, 'alpine')
  const server = await portal.another()
  const payload = { UserName: name, Password: memberPassword }
  const refused = async () => {
    vi.mocked(verify).mockRejectedValueOnce(problem(503, messages.busy))
    const response = await server.inject({ method: 'POST', url: logMemberIn.path, payload, ...here })
    expect(response.statusCode).toBe(503)
  }
  for (let attempt = 0; attempt < 5; attempt += 1) await refused()
  clock.forward({ minutes: 1 })
  await refused()
  await server.close()
  const written = await queryRow(
    portal.databaseContext.owner,
    z.object({ actions: z.array(z.string()), counts: z.array(z.number()) }),
    sql`
    select json_agg(action) as actions, json_agg((detail ->> 'refused')::int order by id) as counts
      from audit_event where address = ${here.headers['x-forwarded-for']}`,
  )
  expect(written).toEqual({ actions: Array(2).fill('member logins refused unseen'), counts: [1, 5] })
})

test('guesses from other addresses delay the right password but do not block it', async () => {
  const clock = freezeClock()
  const { name } = await addVisitor(portal, 'alpine')
  for (let attempt = 0; attempt < 40; attempt += 1)
    await logIn(portal, name, wrong, from(`203.0.113.${attempt}`))
  expect(clock.waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  const response = await logIn(portal, name, memberPassword, from('198.51.100.9'))
  expect(response.statusCode).toBe(200)
  expect(clock.waits.at(-1)).toBe(30)
})

test("five addresses that fill an account's queue do not block a member from another address", async () => {
  const { name } = await addVisitor(portal, 'alpine')
  const { waiting, letGo } = holdDelays()
  for (let attempt = 0; attempt < 10; attempt += 1)
    await logIn(portal, name, wrong, from(`203.0.113.${110 + attempt}`))
  const guesses = Array.from({ length: 100 }, (_, at) =>
    logIn(portal, name, wrong, from(`203.0.113.${120 + (at % 5)}`)),
  )
  await expect.poll(waiting, { interval: 10 }).toBe(25)
  const member = logIn(portal, name, memberPassword, from('198.51.100.10'))
  const { statusCode, headers } = await Promise.any(guesses)
  expect([statusCode, headers['retry-after']]).toEqual([429, '30'])
  await expect.poll(waiting, { interval: 10 }).toBe(26)
  letGo()
  expect((await member).statusCode).toBe(200)
  await Promise.all(guesses)
})

test('delays an unknown name like a known one', async () => {
  const clock = freezeClock()
  for (let attempt = 0; attempt < 17; attempt += 1)
    await logIn(portal, 'nobody-at-all', wrong, from('203.0.113.101'))
  expect(clock.waits).toEqual([1, 2, 4, 8, 16, 30, 30])
})

test('concurrent attempts count like sequential ones', async () => {
  const clock = freezeClock()
  const guesses = Array.from({ length: 40 }, () => logIn(portal, 'all-at-once', wrong, from('203.0.113.102')))
  const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(16)
  expect(statuses.filter((status) => status === 429)).toHaveLength(24)
  expect(clock.waits.toSorted((a, b) => a - b).slice(0, 6)).toEqual([1, 2, 4, 8, 16, 30])
})

test('all processes on one database share the counters', async () => {
  const clock = freezeClock()
  const { name, here } = await addVisitor(portal, 'alpine')
  const other = await portal.another()
  const payload = { UserName: name, Password: wrong }
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await logIn(portal, name, wrong, here)
    await other.inject({ method: 'POST', url: logMemberIn.path, payload, ...here })
  }
  await logIn(portal, name, wrong, here)
  await other.inject({ method: 'POST', url: logMemberIn.path, payload, ...here })
  expect(clock.waits).toEqual([1, 2])
  await other.close()
})

test('a hundred failures delay only the address that caused them', async () => {
  const clock = freezeClock()
  for (let attempt = 0; attempt < 100; attempt += 20) {
    const names = Array.from({ length: 20 }, (_, at) => `guess-${attempt + at}`)
    await Promise.all(names.map((name) => logIn(portal, name, wrong, from('192.0.2.7'))))
  }
  expect(clock.waits).toEqual([])
  await logIn(portal, 'one-more', wrong, from('192.0.2.7'))
  await logIn(portal, 'one-more', wrong, from('192.0.2.8'))
  expect(clock.waits).toEqual([1])
})

test('neither right passwords nor ten failures spread over more than a minute cause a delay', async () => {
  const clock = freezeClock()
  const { name, here } = await addVisitor(portal, 'alpine')
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await logIn(portal, name, wrong, here)
    await logIn(portal, name, memberPassword, here)
    clock.forward({ seconds: 7 })
  }
  expect(clock.waits).toEqual([])
})

test('old counters delay no login, whether or not they have been deleted', async () => {
  const clock = freezeClock()
  const { name, here } = await addVisitor(portal, 'alpine')
  for (let attempt = 0; attempt < 13; attempt += 1) await logIn(portal, name, wrong, here)
  expect(clock.waits).toEqual([1, 2, 4])
  clock.forward({ minutes: 1, seconds: 1 })
  expect((await logIn(portal, name, wrong, here)).statusCode).toBe(401)
  expect(clock.waits).toHaveLength(3)
})

test('counters contain no names or addresses, and old ones are deleted', async () => {
  const clock = freezeClock()
  clock.forward({ minutes: 60 })
  await runCleanup({ db: portal.db, jobs: membersCleanup, log: openLog('silent') })
  const { name, here } = await addVisitor(portal, 'alpine')
  await logIn(portal, name, wrong, here)
  const rows = await queryRow(
    portal.databaseContext.owner,
    z.object({ count: z.number(), text: z.string() }),
    sql`select count(*), string_agg(t::text, ' ') as text from login_throttle t`,
  )
  expect(rows?.count).toBe(3)
  expect(rows?.text).not.toContain(name)
  expect(rows?.text).not.toContain(here.headers['x-forwarded-for'])
})
