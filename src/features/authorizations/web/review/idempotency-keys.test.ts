import { expect, test } from 'vitest'
import { createIdempotencyKeys } from './use-review.ts'

test('a retried decision keeps its key; a different one, or one after a final response, gets a new key', () => {
  const { getKey, endAttempt } = createIdempotencyKeys()
  const first = getKey('ITN-1', 1, { denialCode: '0188' })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(getKey('ITN-1', 1, { denialCode: '0188' })).toBe(first)
  const others = [
    getKey('ITN-1', 1, { denialCode: '0200' }),
    getKey('ITN-1', 2, { denialCode: '0188' }),
    getKey('ITN-2', 1, { denialCode: '0188' }),
  ]
  expect(getKey('ITN-2', 1, { denialCode: '0188' })).toBe(others[2])
  endAttempt('ITN-2')
  others.push(getKey('ITN-2', 1, { denialCode: '0188' }))
  expect(new Set([first, ...others]).size).toBe(5)
})
