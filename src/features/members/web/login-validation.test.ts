import { expect, test } from 'vitest'
import { ApiError } from '#platform/web/api-client.ts'
import { texts } from '../messages.ts'
import { findMissingFields, loginErrorMessage } from './member-login-page.tsx'

const text = texts.en.login

test('requires a username and a password', () => {
  expect(Object.keys(findMissingFields({ UserName: ' ', Password: '' }, text))).toEqual([
    'UserName',
    'Password',
  ])
  expect(findMissingFields({ UserName: 'alpine-member', Password: '' }, text)).toEqual({
    Password: 'Enter your password.',
  })
  expect(findMissingFields({ UserName: 'alpine-member', Password: ' ' }, text)).toEqual({})
})

test.each([
  [1, 'in 1 second.'],
  [30, 'in 30 seconds.'],
  [60, 'in 1 minute.'],
  [61, 'in 2 minutes.'],
])('after too many attempts, says when to try again (%d s)', (seconds, when) => {
  expect(loginErrorMessage(new ApiError(429, undefined, seconds), text)).toBe(
    `Too many login attempts. Try again ${when}`,
  )
})

test('has no error for a login that was not rejected', () => {
  for (const status of [0, 200, 500, 503])
    expect(loginErrorMessage(new ApiError(status), text)).toBeUndefined()
})

test('shows a general message after too many attempts if Retry-After is missing', () => {
  expect(loginErrorMessage(new ApiError(429), text)).toBe(
    'Too many login attempts. Wait a moment, then try again.',
  )
})
