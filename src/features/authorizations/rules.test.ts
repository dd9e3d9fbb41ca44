import { expect, test } from 'vitest'
import { messages } from './messages.ts'
import {
  commentLength,
  defaultCodes,
  findAction,
  formatWait,
  isZeroApproval,
  unselected,
  validateDecision,
} from './rules.ts'

const dollars = { totalChargeAmount: '1250.50', currency: 'USD' }
const yen = { totalChargeAmount: '1250', currency: 'JPY' }
const dinars = { totalChargeAmount: '1250.500', currency: 'KWD' }
const { amounts, denial, info, comment, oneAction } = messages.errors
const patientErrors = amounts.patientResponsibility
const isKnownCode = (code: string) => Object.values<string>(defaultCodes).includes(code)

const approval = (patientResponsibility: string, currency = 'USD', maximumCovered = '0') => ({
  patientResponsibility,
  patientResponsibilityCurrency: currency,
  maximumCovered,
  maximumCoveredCurrency: currency,
})

test.each([
  ['a cent over the total', '1250.51', patientErrors.aboveTotal],
  ['a billion', '1000000000', patientErrors.aboveTotal],
  ['an excess beyond double precision', '1250.5000000001', patientErrors.aboveTotal],
  ['a cent below zero', '-0.01', patientErrors.belowZero],
  ['three decimals', '0.125', 'Patient Responsibility cannot have more than 2 decimal places in USD.'],
  ['text', 'ten', patientErrors.notAmount('12.50')],
  ['an exponent', '1e3', patientErrors.notAmount('12.50')],
  ['a currency sign', '$5', patientErrors.notAmount('12.50')],
  ['grouped digits', '1,000', patientErrors.notAmount('12.50')],
  ['no text', '', patientErrors.notAmount('12.50')],
  ['more digits than a stored amount', '1'.repeat(61), patientErrors.aboveTotal],
  ['more digits than a JSON number', '1'.repeat(401), patientErrors.notAmount('12.50')],
])('an amount is rejected with a message: %s (%s)', (_case, amount, message) => {
  expect(validateDecision(approval(amount), dollars, isKnownCode)).toEqual({ patientResponsibility: message })
})

test.each(['0', '0.00', '0.01', '1250.49', '1250.5', '1250.50', '01'])('%s of 1250.50 is valid', (amount) => {
  expect(validateDecision(approval(amount, 'USD', amount), dollars, isKnownCode)).toEqual({})
})

test.each([
  ['1', yen, 'JPY', undefined],
  ['1.5', yen, 'JPY', 'Patient Responsibility must be a whole amount: JPY has no decimal places.'],
  ['0.125', dinars, 'KWD', undefined],
  ['5', dollars, 'EUR', 'Patient Responsibility must be in USD, the currency of Total Charge.'],
])('the amount %s for the bill %j is validated in %s', (amount, bill, currency, message) => {
  expect(validateDecision(approval(amount, currency), bill, isKnownCode).patientResponsibility).toBe(message)
})

test('both amounts are validated, and each error names its amount', () => {
  expect(validateDecision(approval('2000', 'USD', '-1'), dollars, isKnownCode)).toEqual({
    patientResponsibility: 'Patient Responsibility cannot be greater than Total Charge.',
    maximumCovered: 'Maximum Covered Amount cannot be less than zero.',
  })
})

test.each([
  [{ denialCode: '' }, { denialCode: denial.missing }],
  [{ denialCode: unselected }, { denialCode: denial.missing }],
  [{ denialCode: '0999' }, { denialCode: denial.unknown('0999') }],
  [{ denialCode: defaultCodes.deny }, {}],
  [{ additionalInfo: '' }, { additionalInfo: info.missing }],
  [{ additionalInfo: unselected }, { additionalInfo: info.missing }],
  [{ additionalInfo: defaultCodes.info }, {}],
  [{ otherSpecialHandling: '' }, { otherSpecialHandling: comment }],
  [{ otherSpecialHandling: '  four  ' }, { otherSpecialHandling: comment }],
  [{ otherSpecialHandling: '\u200b\u2060\ufeff\u00ad\u0007'.repeat(3) }, { otherSpecialHandling: comment }],
  [{ otherSpecialHandling: 'four\u0000\u0007' }, { otherSpecialHandling: comment }],
  [{ otherSpecialHandling: ' fives ' }, {}],
  [{ otherSpecialHandling: 'x'.repeat(500) }, {}],
  [{ otherSpecialHandling: 'x'.repeat(501) }, { otherSpecialHandling: comment }],
])('the decision %j has the errors %j', (decision, errors) => {
  expect(validateDecision(decision, dollars, isKnownCode)).toEqual(errors)
})

test('a decision needs the fields of exactly one action', () => {
  for (const decision of [{}, { denialCode: '0188', additionalInfo: '0507' }]) {
    expect(findAction(decision)).toBeUndefined()
    expect(Object.values(validateDecision(decision, dollars, isKnownCode))).toEqual([oneAction])
  }
})

test('the comment length counts code points and ignores surrounding spaces', () => {
  expect(commentLength('  Zoë 🙂 ')).toBe(5)
})

test.each([
  ['0', '1250.50', true],
  ['0.00', '0.01', true],
  ['0.01', '1250.50', false],
  ['0', '0.00', false],
])(
  'covering %s of a %s charge counts as a zero approval: %s',
  (maximumCovered, totalChargeAmount, isZero) => {
    expect(isZeroApproval(approval('0', 'USD', maximumCovered), { ...dollars, totalChargeAmount })).toBe(
      isZero,
    )
    expect(isZeroApproval({ denialCode: '0188' }, dollars)).toBe(false)
  },
)

const day = 24 * 60

test.each([
  [0, '0 min'],
  [59, '59 min'],
  [310, '5 h 10 min'],
  [day - 1, '23 h 59 min'],
  [day, '1 day'],
  [45.5 * day, '45 days'],
])('a wait of %d minutes is formatted as %s', (minutes, expected) => {
  expect(formatWait(minutes)).toBe(expected)
})
