import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

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
