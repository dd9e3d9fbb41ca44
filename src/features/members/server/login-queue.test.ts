import { expect, test } from 'vitest'
import { holdDelays } from '#test-support/member-fixture.ts'
import { createLoginQueue } from './login-queue.ts'

const neverAborted = new AbortController().signal
const key = (...parts: string[]) => Buffer.from(JSON.stringify(parts))

/** The delays of a login under all its throttle keys. */
const keyDelays = (account: string, address: string) => [
  { key: key('both', account, address), limit: { queueCapacity: 20 }, waitMs: 30_000 },
  { key: key('account', account), limit: { queueCapacity: 100 }, waitMs: 30_000 },
  { key: key('address', address), limit: { queueCapacity: 100 }, waitMs: 30_000 },
]

/** Creates a queue whose entries wait until released; records the outcomes per address. */
function createTestQueue(drawPriority?: () => number) {
  const { letGo } = holdDelays()
  const queue = createLoginQueue(drawPriority)
  const ended = new Map<string, number[]>()
  const end = (address: string, status: number) =>
    ended.set(address, [...(ended.get(address) ?? []), status]) && status
  const statusOf = ({ status }: { status: number }) => status
  const enter = async (account: string, address: string) => {
    const delays = keyDelays(account, address)
    await queue.waitForDelay(queue.createEntry({ account, address }, delays), delays, neverAborted)
    return 200
  }
  const attempt = async (account: string, address: string) =>
    end(address, await enter(account, address).catch(statusOf))
  const attemptMany = (size: number, account: string, address: string) =>
    Array.from({ length: size }, () => attempt(account, address))
  return { queue, attempt, attemptMany, letGo, outcomesOf: (address: string) => ended.get(address) ?? [] }
}
/** Draws priorities; the one drawn after the first `count` is the lowest. */
function lowestPriorityAfter(count: number) {
  let drawn = 0
  return () => {
    drawn += 1
    return drawn === count + 1 ? 0 : 1
  }
}
const settled = () => new Promise(setImmediate)

test("five addresses that fill an account's queue do not lock out others", async () => {
  const { attempt, attemptMany, letGo, outcomesOf } = createTestQueue(lowestPriorityAfter(100))
  const addresses = ['a', 'b', 'c', 'd', 'e']
  const guesses = addresses.flatMap((address) => attemptMany(20, 'families', address))
  const member = attempt('families', 'home')
  for (let again = 0; again < 20; again += 1) {
    guesses.push(...addresses.flatMap((address) => attemptMany(5, 'families', address)))
    await settled()
  }
  expect(outcomesOf('home')).toEqual([])
  letGo()
  expect(await member).toBe(200)
  const outcomes = await Promise.all(guesses)
  expect(outcomes.filter((status) => status === 200)).toHaveLength(99)
  expect(outcomes.filter((status) => status === 429)).toHaveLength(501)
})

test('ninety-nine addresses do not lock anyone out of an account', async () => {
  const { attempt, attemptMany, letGo } = createTestQueue(lowestPriorityAfter(198))
  const addresses = Array.from({ length: 99 }, (_, at) => `address ${at}`)
  const guesses = addresses.flatMap((address) => attemptMany(2, 'families', address))
  const member = attempt('families', 'home')
  guesses.push(...addresses.flatMap((address) => attemptMany(3, 'families', address)))
  letGo()
  expect(await member).toBe(200)
  await Promise.all(guesses)
})

test("guesses at other accounts' passwords from a shared address lock no one out", async () => {
  const { attempt, attemptMany, letGo } = createTestQueue(lowestPriorityAfter(100))
  const names = ['a', 'b', 'c', 'd', 'e']
  const guesses = names.flatMap((name) => attemptMany(20, name, 'office'))
  const member = attempt('families', 'office')
  guesses.push(...names.flatMap((name) => attemptMany(20, name, 'office')))
  letGo()
  expect(await member).toBe(200)
  await Promise.all(guesses)
})

test('addresses that fill the whole queue do not lock out others', async () => {
  const { attempt, attemptMany, letGo, outcomesOf } = createTestQueue(lowestPriorityAfter(500))
  const addresses = ['a', 'b', 'c', 'd', 'e']
  const guesses = addresses.flatMap((address) =>
    Array.from({ length: 100 }, (_, at) => attemptMany(1, `account ${address} ${at}`, address)).flat(),
  )
  const member = attempt('families', 'home')
  await settled()
  expect(addresses.flatMap(outcomesOf)).toEqual([503])
  letGo()
  expect(await member).toBe(200)
  await Promise.all(guesses)
})

test('entries with the same account and address compete by random priority', async () => {
  const priorities = [...Array(20).keys(), 30, ...Array(20).fill(10), 0.5]
  const { attempt, attemptMany, letGo, outcomesOf } = createTestQueue(() => priorities.shift() ?? 0)
  const guesses = attemptMany(20, 'families', 'office')
  const member = attempt('families', 'office')
  await settled()
  expect(outcomesOf('office')).toEqual([429])
  guesses.push(...attemptMany(20, 'families', 'office'))
  expect(await attempt('families', 'office')).toBe(429)
  letGo()
  expect(await member).toBe(200)
  await Promise.all(guesses)
})

/** Seeded pseudo-random numbers (Park and Miller). */
function seeded(seed: number) {
  let last = seed
  return () => {
    last = (last * 48_271) % 2_147_483_647
    return last / 2_147_483_647
  }
}

test('each of sixty logins for one account and address has a one-in-three chance of completing its wait', async () => {
  const draw = seeded(19)
  let completed = 0
  for (let round = 0; round < 120; round += 1) {
    const { attempt, attemptMany, letGo } = createTestQueue(draw)
    const before = attemptMany(Math.floor(draw() * 60), 'families', 'office')
    const member = attempt('families', 'office')
    const after = attemptMany(59 - before.length, 'families', 'office')
    await settled()
    letGo()
    if ((await member) === 200) completed += 1
    await Promise.all([...before, ...after])
  }
  expect(completed).toBeGreaterThan(30)
  expect(completed).toBeLessThan(50)
})

test('a distributed attack on one account leaves room for other accounts', async () => {
  const { queue, attempt, letGo } = createTestQueue()
  const others = Array.from({ length: 150 }, (_, at) => attempt('guessed', `address ${at}`))
  await settled()
  const other = attempt('another', 'address 1')
  letGo()
  expect(await other).toBe(200)
  const outcomes = await Promise.all(others)
  expect(outcomes.filter((status) => status === 429)).toHaveLength(50)
  expect(outcomes.filter((status) => status === 200)).toHaveLength(100)
  const source = { account: 'guessed', address: 'address 1' }
  expect(() => queue.createEntry(source, keyDelays('guessed', 'address 1'))).not.toThrow()
})

test('a full queue admits an undelayed login and evicts a delayed one', async () => {
  const { queue, attempt, letGo } = createTestQueue()
  const others = Array.from({ length: 501 }, (_, at) => attempt(`account ${at}`, `address ${at}`))
  await settled()
  const [source, keys] = [{ account: 'quick', address: 'here' }, keyDelays('quick', 'here')]
  const delays = keys.map((delay) => ({ ...delay, waitMs: 0 }))
  await queue.waitForDelay(queue.createEntry(source, keys), delays, neverAborted)
  letGo()
  const outcomes = await Promise.all(others)
  expect(outcomes.filter((status) => status === 503)).toHaveLength(1)
})
