import { expect, test } from 'vitest'
import { attempts } from './idempotency-keys.ts'

test('a retried decision keeps its key; a different one, or one after a final response, gets a new key', () => {
  const { keyOf, end } = attempts()
  const first = keyOf('ITN-1', 1, { denialCode: '0188' })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keyOf('ITN-1', 1, { denialCode: '0188' })).toBe(first)
  const others = [
    keyOf('ITN-1', 1, { denialCode: '0200' }),
    keyOf('ITN-1', 2, { denialCode: '0188' }),
    keyOf('ITN-2', 1, { denialCode: '0188' }),
  ]
  expect(keyOf('ITN-2', 1, { denialCode: '0188' })).toBe(others[2])
  end('ITN-2')
  others.push(keyOf('ITN-2', 1, { denialCode: '0188' }))
  expect(new Set([first, ...others]).size).toBe(5)
})
