import { expect, test } from 'vitest'
import { CallFailed } from '#platform/web/api-client.ts'
import { missingIn, refusalOf } from './login-validation.ts'

test('username and password are both required', () => {
  expect(missingIn({ UserName: ' ', Password: '' }).map(({ field }) => field)).toEqual([
    'UserName',
    'Password',
  ])
  expect(missingIn({ UserName: 'alpine-member', Password: '' })).toEqual([
    { field: 'Password', sentence: 'Please enter your password.' },
  ])
  expect(missingIn({ UserName: 'alpine-member', Password: ' ' })).toEqual([])
})

test.each([
  [1, 'in 1 second.'],
  [30, 'in 30 seconds.'],
  [60, 'in 1 minute.'],
  [61, 'in 2 minutes.'],
])('after too many attempts it says when to try again: %d s', (seconds, when) => {
  expect(refusalOf(new CallFailed(429, undefined, seconds))).toBe(
    `There were too many attempts to log in. Please try again ${when}`,
  )
})

test('a login that nobody refused has no refusal', () => {
  for (const status of [0, 200, 500, 503]) expect(refusalOf(new CallFailed(status))).toBeUndefined()
})

test('too many attempts are said to be so where nobody says for how long', () => {
  expect(refusalOf(new CallFailed(429))).toBe(
    'There were too many attempts to log in. Please wait a little, then try again.',
  )
})
