import { expect, test } from 'vitest'
import { ApiError } from '#platform/web/api-client.ts'
import { shouldRetry } from './query-client.ts'

test.each([400, 403, 404, 422, 429, 500, 503])('does not retry a request answered with %i', (status) => {
  expect(shouldRetry(0, new ApiError(status))).toBe(false)
})

test('does not retry a request whose response violates its contract', () => {
  expect(shouldRetry(0, new ApiError(200))).toBe(false)
})

test('retries a request without a response once', () => {
  expect(shouldRetry(0, new ApiError(0))).toBe(true)
  expect(shouldRetry(1, new ApiError(0))).toBe(false)
})
