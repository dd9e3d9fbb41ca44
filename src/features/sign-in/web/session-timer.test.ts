import { expect, test } from 'vitest'
import { nextSessionStep, spokenSeconds } from './session-timer.ts'

const minute = 60
const session = { exp: 15 * minute, ends: 60 * minute }
const used = { ...session, isActive: true }
const left = { ...session, isActive: false }

test.each([
  ['an active session', 'wait', 13 * minute, used],
  ['an active session one minute before its token expires', 'renew', 14 * minute, used],
  ['a session that is active again after its token expired', 'renew', 40 * minute, used],
  ['an idle session when its token expires', 'wait', 15 * minute, left],
  ['an idle session just before its last two minutes', 'wait', 58 * minute - 1, left],
  ['an idle session in its last two minutes', 'warn', 58 * minute, left],
  ['an active session during the warning', 'warn', 59 * minute, used],
  ['an idle session at its end', 'end', 60 * minute, left],
  ['an active session at its end', 'end', 60 * minute, used],
  ['a session whose end is unknown', 'wait', 90 * minute, { ...left, ends: undefined }],
] as const)('next step for %s: %s', (_case, step, time, times) => {
  expect(nextSessionStep(time, times)).toBe(step)
})

test('announces the remaining time four times', () => {
  const spoken = Array.from({ length: 121 }, (_, second) => spokenSeconds(120 - second))
  expect([...new Set(spoken)]).toEqual([120, 60, 30, 10])
})
