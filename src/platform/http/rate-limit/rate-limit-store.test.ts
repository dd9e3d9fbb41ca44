import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { openLog } from '../../config/log.ts'
import { execute, queryRows, sql } from '../../db/database.ts'
import { createRateLimitStore } from './rate-limit-store.ts'
import { type AddCounts, type Added, createSharedCounts } from './request-count-queries.ts'

const minuteMs = 60_000

let portal: Awaited<ReturnType<typeof openPortal>>
let log: string[]
beforeAll(async () => {
  portal = await openPortal()
})
beforeEach(async () => {
  log = []
  await execute(portal.databaseContext.owner, sql`truncate request_count`)
})
afterAll(() => portal.close())

/** A process that counts with the others over the database of the test, or in another way. */
function openProcess(addCounts: AddCounts = createSharedCounts(portal.db), waitMs = 20_000) {
  const { Store, close } = createRateLimitStore({
    addCounts,
    waitMs,
    log: openLog('info', { write: (line) => log.push(line) }),
  })
  const store = new Store({})
  return {
    /** Counts a request and returns its number in the window. */
    count: (key: string, max: number, windowMs = minuteMs) =>
      new Promise<number>((resolve) =>
        store.incr(key, (_error, result) => resolve(result?.current ?? 0), windowMs, max),
      ),
    /** Waits until the database has what the process sent. */
    settle: close,
  }
}

const rowCount = async () => (await queryRows(portal.db, z.object({}), sql`select from request_count`)).length

async function openServers(count: number, limit: number) {
  const servers = await Promise.all(
    Array.from({ length: count }, () => portal.another({ RATE_LIMIT_PER_MINUTE: limit })),
  )
  return {
    /** Sends requests one after the other, from each address in turn, and returns their status codes. */
    async send(...requests: [server: number, remoteAddress: string][]) {
      const statuses: number[] = []
      for (const [server, remoteAddress] of requests) {
        const call = { method: 'POST', url: '/api/places', payload: {}, remoteAddress } as const
        statuses.push((await servers[server]?.inject(call))?.statusCode ?? 0)
      }
      return statuses
    },
    close: () => Promise.all(servers.map((each) => each.close())),
  }
}

test('refuses an address on both servers once they have served its limit together', async () => {
  const servers = await openServers(2, 3)
  const address = '203.0.113.1'
  expect(await servers.send([0, address], [1, address], [0, address])).toEqual([400, 400, 400])
  expect(await servers.send([0, address], [1, address])).toEqual([429, 429])
  await servers.close()
})

test('limits the addresses of one IPv6 network together, and other addresses separately', async () => {
  const servers = await openServers(2, 2)
  const [one, other] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2']
  expect(await servers.send([0, one], [1, other], [0, other], [1, one])).toEqual([400, 400, 429, 429])
  expect(await servers.send([0, '2001:db8:1:3::1'], [1, '203.0.113.2'])).toEqual([400, 400])
  await servers.close()
})

test('begins a window on both servers when the last one ends', async () => {
  const clock = freezeClock()
  const servers = await openServers(2, 2)
  const address = '203.0.113.3'
  expect(await servers.send([0, address])).toEqual([400])
  clock.forward({ seconds: 30 })
  expect(await servers.send([1, address], [1, address])).toEqual([400, 429])
  clock.forward({ seconds: 29 })
  expect(await servers.send([0, address], [1, address])).toEqual([429, 429])
  clock.forward({ seconds: 2 })
  expect(await servers.send([1, address], [0, address], [1, address])).toEqual([400, 400, 429])
  await servers.close()
})

test('serves a large limit together in three processes that get the requests in turn', async () => {
  const processes = [openProcess(), openProcess(), openProcess()]
  let allowed = 0
  for (let sent = 0; sent < 1_500; sent += 1) {
    const process = processes[sent % 3]
    if (((await process?.count('a', 1_000)) ?? 0) <= 1_000) allowed += 1
    await process?.settle()
  }
  expect(allowed).toBe(1_000)
})

test('a process that receives an address only after its limit serves one percent of the limit', async () => {
  const [first, second] = [openProcess(), openProcess()]
  const countAllowed = async ({ count, settle }: typeof first, requests: number) => {
    let allowed = 0
    for (let sent = 0; sent < requests; sent += 1) {
      if ((await count('h', 1_000)) <= 1_000) allowed += 1
      await settle()
    }
    return allowed
  }
  expect(await countAllowed(first, 1_100)).toBe(1_000)
  expect(await countAllowed(second, 100)).toBe(10)
})

test('gives requests of two processes at the same time different numbers near the limit', async () => {
  const processes = [openProcess(), openProcess()]
  const numbers = await Promise.all(
    processes.flatMap(({ count }) => Array.from({ length: 6 }, () => count('b', 10))),
  )
  expect(numbers.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
})

test('sends nothing to the database for a visitor far from the limit, and little for a busy one', async () => {
  const sent: Added[] = []
  const { count, settle } = openProcess(async (counts) => {
    sent.push(...counts)
    return new Map()
  })
  for (let visitor = 0; visitor < 20_000; visitor += 1) await count(`visitor ${visitor}`, 12_000)
  expect(sent).toEqual([])
  for (let request = 0; request < 1_200; request += 1) {
    await count('busy', 12_000)
    await settle()
  }
  expect(sent.map(({ requests }) => requests)).toEqual(Array(10).fill(120))
})

test('shares the counts of ten thousand addresses at most, and counts further ones alone', async () => {
  const clock = freezeClock()
  const keys = new Set<string>()
  const { count, settle } = openProcess(async (counts) => {
    for (const { key } of counts) keys.add(key)
    return new Map()
  })
  for (let visitor = 0; visitor < 12_000; visitor += 1) void count(`visitor ${visitor}`, 1)
  await settle()
  expect(keys.size).toBe(10_000)
  expect(await count('visitor 11000', 1)).toBe(2)
  clock.forward({ seconds: 61 })
  await count('a later visitor', 1)
  expect(keys.has('a later visitor')).toBe(true)
})

test('counts alone while the database is unavailable, warns once, and sends its counts afterward', async () => {
  const clock = freezeClock()
  let isAway = true
  const shared = createSharedCounts(portal.db)
  const alone = openProcess((counts) => (isAway ? Promise.reject(new Error('away')) : shared(counts)))
  const numbers: number[] = []
  for (let request = 0; request < 4; request += 1) {
    numbers.push(await alone.count('c', 6))
    clock.forward({ seconds: 2 })
  }
  expect(numbers).toEqual([1, 2, 3, 4])
  expect(log.filter((line) => line.includes('counted by this process alone'))).toHaveLength(1)
  isAway = false
  expect(await alone.count('c', 6)).toBe(5)
  expect(await openProcess().count('c', 6)).toBe(6)
  expect(await alone.count('c', 6)).toBe(7)
})

test('answers by its own count when the database is silent, and makes no later request wait', async () => {
  const { count } = openProcess(() => new Promise(() => {}), 100)
  expect(await count('d', 2)).toBe(1)
  const began = performance.now()
  expect(await count('d', 2)).toBe(2)
  expect(await count('d', 2)).toBe(3)
  expect(await count('e', 2)).toBe(1)
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('keeps a count that the database has lost', async () => {
  const { count } = openProcess()
  expect([await count('f', 3), await count('f', 3)]).toEqual([1, 2])
  await execute(portal.databaseContext.owner, sql`truncate request_count`)
  expect([await count('f', 3), await count('f', 3)]).toEqual([3, 4])
})

test('ends a window for a process whose clock is behind only when its own ends', async () => {
  const clock = freezeClock()
  const [ahead, behind] = [openProcess(), openProcess()]
  expect([await ahead.count('g', 3), await behind.count('g', 3)]).toEqual([1, 2])
  // The clock of the first process is five seconds ahead: it begins the next window.
  await execute(
    portal.databaseContext.owner,
    sql`update request_count set requests = 1, ends_at = ends_at + interval '1 minute'`,
  )
  expect([await behind.count('g', 3), await behind.count('g', 3)]).toEqual([3, 4])
  clock.forward({ seconds: 61 })
  expect(await behind.count('g', 3)).toBeLessThanOrEqual(3)
})

test('counts the daily limit separately, and stores no address', async () => {
  const { count, settle } = openProcess()
  expect(await count('203.0.113.9', 2)).toBe(1)
  expect(await count('203.0.113.9 /api/lists', 2, 24 * 60 * minuteMs)).toBe(1)
  await settle()
  expect(await rowCount()).toBe(2)
  const address = Buffer.from('203.0.113.9').toString('hex')
  const holding = sql`select from request_count c where c::text like ${`%${address}%`} or c::text like '%203.0.113%'`
  expect(await queryRows(portal.db, z.object({}), holding)).toEqual([])
})
