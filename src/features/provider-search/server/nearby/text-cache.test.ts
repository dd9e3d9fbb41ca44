import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextCache, type ProviderText } from './text-cache.ts'

const count = 20
const size = 1_000

function read(cache: ReturnType<typeof createTextCache>, providerNumber: number): ProviderText | undefined {
  const bytes = cache.measure(providerNumber, true)
  if (bytes === undefined) return undefined
  const target = Buffer.alloc(bytes)
  const jsonEnd = cache.copyJson(providerNumber, target, 0)
  expect(jsonEnd).toBe(cache.measure(providerNumber, false))
  expect(cache.copyTin(providerNumber, target, jsonEnd)).toBe(bytes)
  return { json: target.toString('utf8', 0, jsonEnd), tin: target.toString('utf8', jsonEnd) }
}

const put = fc.record({
  providerNumber: fc.nat(count - 1),
  json: fc.string({ unit: 'binary', maxLength: 120 }),
  tin: fc.string({ maxLength: 12 }),
})

test.each([undefined, 100])('returns the latest texts unchanged, or none (places up to %s)', (mostPlaces) => {
  fc.assert(
    fc.property(fc.array(put, { maxLength: 200 }), (puts) => {
      const cache = createTextCache(size, count, mostPlaces)
      const latest = new Map<number, ProviderText>()
      for (const { providerNumber, ...text } of puts) {
        cache.put(providerNumber, text)
        latest.set(providerNumber, text)
        expect(read(cache, providerNumber)).toEqual(text)
        for (const each of latest.keys()) {
          const found = read(cache, each)
          if (found) expect(found).toEqual(latest.get(each))
          expect(cache.has(each)).toBe(found !== undefined)
        }
      }
    }),
    { seed: 3, numRuns: 60 },
  )
})

test('keeps as many texts as there is room for, and not one that is too long', () => {
  const cache = createTextCache(size, count)
  for (let providerNumber = 0; providerNumber < count; providerNumber += 1)
    cache.put(providerNumber, { json: 'x'.repeat(80), tin: 'null' })
  const kept = Array.from({ length: count }, (_, providerNumber) => providerNumber).filter(cache.has)
  expect(kept).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  cache.put(3, { json: 'x'.repeat(size), tin: 'null' })
  expect(cache.has(3)).toBe(false)
  expect(cache.has(19)).toBe(true)
})
