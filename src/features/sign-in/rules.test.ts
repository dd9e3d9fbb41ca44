import { expect, test } from 'vitest'
import { safeReturnPath, signInPath, stepUpPath } from './rules.ts'

test.each([
  ['nothing', undefined],
  ['another site', 'https://evil.example.com/home'],
  ['a protocol-relative URL', '//evil.example.com'],
  ['another site behind a backslash', '/\\evil.example.com'],
  ['another site behind a tab', '/\t/evil.example.com'],
  ['a relative path', 'home'],
  ['the start page', '/'],
  ['the sign-in page', '/token?returnTo=/home'],
  ['the logout page', '/logout'],
  ['the sign-in error page', '/Sign-In-Failed?reason=failed'],
])('sign-in returns home instead of to %s', (_case, path) => {
  expect(safeReturnPath(path)).toBe('/home')
})

test.each([
  '/account-management',
  '/domestic-secure-provider-search?state=FL&city=Miami',
  '/authorization#itn=ITN9000001',
  '/tokens',
])('sign-in returns to %s', (path) => {
  expect(safeReturnPath(path)).toBe(path)
})

test('the URL of a sign-in has no fragment, which can name a bill', () => {
  const returnTo = '/auth/sign-in?returnTo=%2Fauthorization'
  expect(signInPath('/authorization#itn=ITN9000001')).toBe(returnTo)
  expect(stepUpPath('/authorization#itn=ITN9000001')).toBe(`${returnTo}&stepUp=true`)
})
