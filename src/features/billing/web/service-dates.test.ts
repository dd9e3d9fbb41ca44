import { expect, test } from 'vitest'
import { messages } from '../messages.ts'
import { validateDates } from './billing.tsx'

const { invalidDate, datesReversed } = messages

test.each([
  ['13/45/2020', '', { from: invalidDate }],
  ['1/1/2020', 'foo', { to: invalidDate }],
  ['foo', '2/30/2020', { from: invalidDate, to: invalidDate }],
  ['2/1/2020', '1/1/2020', { to: datesReversed }],
  ['1/1/2020', '2020-01-01', {}],
  ['1/1/2020', '1/2/2020', {}],
  ['1/1/2020', '', {}],
  [' ', '', {}],
])('the dates "%s" and "%s" give the errors %j', (from, to, errors) => {
  expect(validateDates({ from, to })).toEqual(errors)
})
