import { expect, test } from 'vitest'
import { freezeClock } from '#test-support/fake-clock.ts'
import { loadOnce, shareLoads } from './load-once.ts'

test('loads a value once for all callers', async () => {
  let loads = 0
  const load = loadOnce(async () => {
    loads += 1
    return 'value'
  })
  expect(await Promise.all([load(), load()])).toEqual(['value', 'value'])
  expect(await load()).toBe('value')
  expect(loads).toBe(1)
})

test('loads again after a failure', async () => {
  const outcomes = [Promise.reject(new Error('away')), Promise.resolve('value')]
  const load = loadOnce(async () => outcomes.shift())
  await expect(Promise.all([load(), load()])).rejects.toThrow('away')
  expect(await load()).toBe('value')
})

test('loads a value again once it is too old, also if the clock was set back', async () => {
  const clock = freezeClock()
  let loads = 0
  const load = loadOnce(async () => (loads += 1), 60_000)
  await load()
  clock.forward({ seconds: 59 })
  expect(await load()).toBe(1)
  clock.forward({ seconds: 1 })
  expect(await load()).toBe(2)
  clock.forward({ minutes: -1 })
  expect(await load()).toBe(3)
})

test('calls during a load share the next one, which starts after them', async () => {
  const loads: PromiseWithResolvers<string>[] = []
  const load = shareLoads(() => {
    loads.push(Promise.withResolvers())
    return loads.at(-1)?.promise ?? Promise.reject()
  })
  const first = load('key')
  const [second, third] = [load('key'), load('key')]
  expect(loads).toHaveLength(1)
  loads[0]?.resolve('old')
  expect(await first).toBe('old')
  await expect.poll(() => loads.length).toBe(2)
  const fourth = load('key')
  loads[1]?.resolve('new')
  expect(await Promise.all([second, third])).toEqual(['new', 'new'])
  await expect.poll(() => loads.length).toBe(3)
  loads[2]?.resolve('newest')
  expect(await fourth).toBe('newest')
})

test('keys are loaded apart, and a failure only fails the calls that share it', async () => {
  const loads: string[] = []
  const load = shareLoads(async (key) => {
    loads.push(key)
    if (loads.length === 1) throw new Error('away')
    return key
  })
  const calls = await Promise.allSettled([load('a'), load('b'), load('a')])
  expect(calls).toMatchObject([{ reason: { message: 'away' } }, { value: 'b' }, { value: 'a' }])
  expect(await load('a')).toBe('a')
})
