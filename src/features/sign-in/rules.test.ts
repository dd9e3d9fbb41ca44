import { expect, test } from 'vitest'
import { safeReturnPath } from './rules.ts'

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

test.each(['/account-management', '/domestic-secure-provider-search?state=FL&city=Miami', '/tokens'])(
  'sign-in returns to %s',
  (path) => {
    expect(safeReturnPath(path)).toBe(path)
  },
)
