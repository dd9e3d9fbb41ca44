import { expect, test } from 'vitest'
import { holdDelays } from '#test-support/member-fixture.ts'
import { openWaitingRoom } from './login-queue.ts'

const stays = new AbortController().signal
const key = (...parts: string[]) => Buffer.from(JSON.stringify(parts))

/** The queue entries of a login: all throttle keys, or the account only. */
const allOf = (account: string, address: string) => [
  { key: key('both', account, address), limit: { places: 20 }, waitMs: 30_000 },
  { key: key('account', account), limit: { places: 100 }, waitMs: 30_000 },
  { key: key('address', address), limit: { places: 100 }, waitMs: 30_000 },
]

/** A queue whose entries wait until released, with the login results per address. */
function aRoom(drawLot?: () => number) {
  const { letGo } = holdDelays()
  const room = openWaitingRoom(drawLot)
  const ended = new Map<string, number[]>()
  const end = (address: string, status: number) =>
    ended.set(address, [...(ended.get(address) ?? []), status]) && status
  const refused = ({ status }: { status: number }) => status
  const enter = async (account: string, address: string) => {
    const waits = allOf(account, address)
    await room.waitFor(room.receive({ account, address }, waits), waits, stays)
    return 200
  }
  const come = async (account: string, address: string) =>
    end(address, await enter(account, address).catch(refused))
  const crowd = (size: number, account: string, address: string) =>
    Array.from({ length: size }, () => come(account, address))
  return { room, come, crowd, letGo, endedOf: (address: string) => ended.get(address) ?? [] }
}
/** Random priorities where the nth entry has the lowest. */
function unluckyAfter(others: number) {
  let drawn = 0
  return () => {
    drawn += 1
    return drawn === others + 1 ? 0 : 1
  }
}
const settled = () => new Promise(setImmediate)

test('five addresses that fill an account queue do not lock out others', async () => {
  const { come, crowd, letGo, endedOf } = aRoom(unluckyAfter(100))
  const addresses = ['a', 'b', 'c', 'd', 'e']
  const guesses = addresses.flatMap((address) => crowd(20, 'families', address))
  const member = come('families', 'home')
  for (let again = 0; again < 20; again += 1) {
    guesses.push(...addresses.flatMap((address) => crowd(5, 'families', address)))
    await settled()
  }
  expect(endedOf('home')).toEqual([])
  letGo()
  expect(await member).toBe(200)
  const outcomes = await Promise.all(guesses)
  expect(outcomes.filter((status) => status === 200)).toHaveLength(99)
  expect(outcomes.filter((status) => status === 429)).toHaveLength(501)
})

test('ninety-nine addresses do not lock anyone out of an account', async () => {
  const { come, crowd, letGo } = aRoom(unluckyAfter(198))
  const addresses = Array.from({ length: 99 }, (_, at) => `address ${at}`)
  const guesses = addresses.flatMap((address) => crowd(2, 'families', address))
  const member = come('families', 'home')
  guesses.push(...addresses.flatMap((address) => crowd(3, 'families', address)))
  letGo()
  expect(await member).toBe(200)
  await Promise.all(guesses)
})

test('guesses of other accounts from a shared address lock no one out', async () => {
  const { come, crowd, letGo } = aRoom(unluckyAfter(100))
  const names = ['a', 'b', 'c', 'd', 'e']
  const guesses = names.flatMap((name) => crowd(20, name, 'office'))
  const member = come('families', 'office')
  guesses.push(...names.flatMap((name) => crowd(20, name, 'office')))
  letGo()
  expect(await member).toBe(200)
  await Promise.all(guesses)
})

test('addresses that fill the whole queue do not lock out others', async () => {
  const { come, crowd, letGo, endedOf } = aRoom(unluckyAfter(500))
  const addresses = ['a', 'b', 'c', 'd', 'e']
  const guesses = addresses.flatMap((address) =>
    Array.from({ length: 100 }, (_, at) => crowd(1, `account ${address} ${at}`, address)).flat(),
  )
  const member = come('families', 'home')
  await settled()
  expect(addresses.flatMap(endedOf)).toEqual([503])
  letGo()
  expect(await member).toBe(200)
  await Promise.all(guesses)
})

test('entries with the same account and address compete by random priority', async () => {
  const lots = [...Array(20).keys(), 30, ...Array(20).fill(10), 0.5]
  const { come, crowd, letGo, endedOf } = aRoom(() => lots.shift() ?? 0)
  const guesses = crowd(20, 'families', 'office')
  const member = come('families', 'office')
  await settled()
  expect(endedOf('office')).toEqual([429])
  guesses.push(...crowd(20, 'families', 'office'))
  expect(await come('families', 'office')).toBe(429)
  letGo()
  expect(await member).toBe(200)
  await Promise.all(guesses)
})

/** Deterministic pseudo-random numbers (Park and Miller). */
function seeded(seed: number) {
  let last = seed
  return () => {
    last = (last * 48_271) % 2_147_483_647
    return last / 2_147_483_647
  }
}

test('one in three of sixty logins for one account and address completes its wait', async () => {
  const draw = seeded(19)
  let letIn = 0
  for (let round = 0; round < 120; round += 1) {
    const { come, crowd, letGo } = aRoom(draw)
    const before = crowd(Math.floor(draw() * 60), 'families', 'office')
    const member = come('families', 'office')
    const after = crowd(59 - before.length, 'families', 'office')
    await settled()
    letGo()
    if ((await member) === 200) letIn += 1
    await Promise.all([...before, ...after])
  }
  expect(letIn).toBeGreaterThan(30)
  expect(letIn).toBeLessThan(50)
})

test('a distributed attack on one account leaves room for other accounts', async () => {
  const { room, come, letGo } = aRoom()
  const crowd = Array.from({ length: 150 }, (_, at) => come('guessed', `address ${at}`))
  await settled()
  const other = come('another', 'address 1')
  letGo()
  expect(await other).toBe(200)
  const outcomes = await Promise.all(crowd)
  expect(outcomes.filter((status) => status === 429)).toHaveLength(50)
  expect(outcomes.filter((status) => status === 200)).toHaveLength(100)
  const visit = { account: 'guessed', address: 'address 1' }
  expect(() => room.receive(visit, allOf('guessed', 'address 1'))).not.toThrow()
})

test('a full queue admits an undelayed login and evicts a delayed one', async () => {
  const { room, come, letGo } = aRoom()
  const crowd = Array.from({ length: 501 }, (_, at) => come(`account ${at}`, `address ${at}`))
  await settled()
  const [visit, quick] = [{ account: 'quick', address: 'here' }, allOf('quick', 'here')]
  const waits = quick.map((wait) => ({ ...wait, waitMs: 0 }))
  await room.waitFor(room.receive(visit, quick), waits, stays)
  letGo()
  const outcomes = await Promise.all(crowd)
  expect(outcomes.filter((status) => status === 503)).toHaveLength(1)
})
