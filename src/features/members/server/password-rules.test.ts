import { expect, test } from 'vitest'
import { isEasilyGuessed } from './passwords.ts'

const names = ['alpine-families', 'alpine', 'Alpine Travel Insurance']

test.each([
  ['two common passwords', 'iloveyouforever!'],
  ['a common password and a sequence', 'iloveyou12345678'],
  ['three common passwords', 'monkeydragonfootball'],
  ['a common password with a capital and a sequence', 'Password1234567!'],
  ['a common password three times', 'letmeinletmeinletmein'],
  ['keyboard rows', 'qwertyuiopasdfghjkl'],
  ['one repeated letter', 'aaaaaaaaaaaaaaaaaaaa'],
  ['the alphabet', 'abcdefghijklmnopq'],
  ['numbers backward', '987654321098765'],
  ['a repeated word', 'MoonMoonMoonMoon'],
  ['the name of the account', 'Alpine-Families-2026!'],
  ['the name of the client', 'AlpineTravelInsurance2026'],
  ['the name of the account twice', 'Alpine-Families1Alpine-Families2'],
  ['words of the client’s name', 'insurance travel alpine 1'],
  ['words of the portal', 'client-portal members policy 7'],
])('treats %s as easy to guess', async (_what, password) => {
  expect(await isEasilyGuessed(password, names)).toBe(true)
})

test.each([
  'a horse, a battery, a staple',
  'my dog sleeps under the table',
  'demo-portal-2026',
  'k7fm-2xpa-wz8q-u3hd-9bnc',
])('treats "%s" as hard to guess', async (password) => {
  expect(await isEasilyGuessed(password, names)).toBe(false)
})
