import { expect, test } from 'vitest'
import { ownPath } from './rules.ts'

test.each([
  ['nothing', undefined],
  ['another site', 'https://evil.example.com/home'],
  ['another site without its protocol', '//evil.example.com'],
  ['another site behind a backslash', '/\\evil.example.com'],
  ['another site behind a tab', '/\t/evil.example.com'],
  ['a path that is relative', 'home'],
  ['the start page', '/'],
  ['the page that signs in', '/token?returnTo=/home'],
  ['the page that signs out', '/logout'],
  ['the page that says that a sign-in failed', '/Sign-In-Failed?reason=failed'],
])('after the sign-in nobody is sent to %s', (_case, path) => {
  expect(ownPath(path)).toBe('/home')
})

test.each(['/account-management', '/domestic-secure-provider-search?state=FL&city=Miami', '/tokens'])(
  'sign-in returns to %s',
  (path) => {
    expect(ownPath(path)).toBe(path)
  },
)
