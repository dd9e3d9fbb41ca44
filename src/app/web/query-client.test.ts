import { expect, test } from 'vitest'
import { CallFailed } from '#platform/web/api-client.ts'
import { deservesAnotherTry } from './query-client.ts'

test.each([400, 403, 404, 422, 429, 500, 503])('an answer of %i is not asked for again', (status) => {
  expect(deservesAnotherTry(0, new CallFailed(status))).toBe(false)
})

test('an answer that does not fit its contract is not asked for again', () => {
  expect(deservesAnotherTry(0, new CallFailed(200))).toBe(false)
})

test('a call that got no answer is tried once more, and no more than once', () => {
  expect(deservesAnotherTry(0, new CallFailed(0))).toBe(true)
  expect(deservesAnotherTry(1, new CallFailed(0))).toBe(false)
})
