import { expect, test } from 'vitest'
import { CallFailed } from '#platform/web/api-client.ts'
import { deservesAnotherTry } from './query-client.ts'

test.each([400, 403, 404, 422, 429, 500, 503])('does not retry a response of %i', (status) => {
  expect(deservesAnotherTry(0, new CallFailed(status))).toBe(false)
})

test('does not retry a response that violates its contract', () => {
  expect(deservesAnotherTry(0, new CallFailed(200))).toBe(false)
})

test('retries a request without a response once', () => {
  expect(deservesAnotherTry(0, new CallFailed(0))).toBe(true)
  expect(deservesAnotherTry(1, new CallFailed(0))).toBe(false)
})
