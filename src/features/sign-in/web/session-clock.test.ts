import { expect, test } from 'vitest'
import { spokenSeconds, stepAt } from './session-clock.ts'

const minute = 60
const session = { exp: 15 * minute, ends: 60 * minute }
const used = { ...session, isActive: true }
const left = { ...session, isActive: false }

test.each([
  ['a session that is used', 'wait', 13 * minute, used],
  ['a session that is used, a minute before its token expires', 'renew', 14 * minute, used],
  ['a session that is used again after its token expired', 'renew', 40 * minute, used],
  ['a session that nobody uses, when its token expires', 'wait', 15 * minute, left],
  ['a session that nobody uses, just before its last two minutes', 'wait', 58 * minute - 1, left],
  ['a session that nobody uses, in its last two minutes', 'warn', 58 * minute, left],
  ['a session whose person was warned and moves the pointer', 'warn', 59 * minute, used],
  ['a session at its end', 'end', 60 * minute, left],
  ['a session at its end, though it is used', 'end', 60 * minute, used],
  ['a session whose end is not known', 'wait', 90 * minute, { ...left, ends: undefined }],
] as const)('%s: %s', (_case, step, time, times) => {
  expect(stepAt(time, times)).toBe(step)
})

test('announces the remaining time four times', () => {
  const spoken = Array.from({ length: 121 }, (_, second) => spokenSeconds(120 - second))
  expect([...new Set(spoken)]).toEqual([120, 60, 30, 10])
})
