import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  compareDecimals,
  currencyScale,
  formatDecimal,
  formatMoney,
  sumAmounts,
  toCurrencyScale,
} from './money.ts'

test.each([
  ['1234.5', 'USD', '$1,234.50'],
  ['-0.05', 'USD', '-$0.05'],
  ['-0.00', 'USD', '$0.00'],
  ['9007199254740993.01', 'USD', '$9,007,199,254,740,993.01'],
  ['1234', 'JPY', '¥1,234'],
  ['0.125', 'KWD', 'KWD 0.125'],
])('formats %s %s for people as %s', (amount, currency, shown) => {
  expect(formatMoney(amount, currency).replaceAll('\u00a0', ' ')).toBe(shown)
})

test('each currency has its ISO 4217 decimal places, even if cash amounts are rounded', () => {
  expect(['USD', 'JPY', 'KWD'].map(currencyScale)).toEqual([2, 0, 3])
  expect(['HUF', 'IDR', 'COP', 'IQD', 'CLF'].map(currencyScale)).toEqual([2, 2, 2, 3, 4])
  expect(formatMoney('1.5', 'HUF').replaceAll('\u00a0', ' ')).toBe('HUF 1.50')
})

test('a thousand tenths add up to exactly one hundred', () => {
  expect(sumAmounts(Array.from({ length: 1000 }, () => '0.10'))).toBe('100.00')
  expect(sumAmounts(['-0.05', '0.02'])).toBe('-0.03')
  expect(sumAmounts([])).toBe('0')
})

const cents = fc.bigInt(-(10n ** 18n), 10n ** 18n)
const decimalOfCents = (units: bigint) => {
  const digits = String(units < 0n ? -units : units).padStart(3, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

test('sums are exact to the cent', () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1 }), (amounts) => {
      const total = amounts.reduce((sum, each) => sum + each, 0n)
      expect(sumAmounts(amounts.map(decimalOfCents))).toBe(decimalOfCents(total))
    }),
  )
})

test('compares amounts by value, not as text', () => {
  expect(['10.00', '9.5', '-2', '100'].sort(compareDecimals)).toEqual(['-2', '9.5', '10.00', '100'])
  expect(compareDecimals('1.50', '1.5')).toBe(0)
})

test.each([
  ['1234.5', 'USD', '1234.50'],
  ['07', 'JPY', '7'],
  ['-0', 'KWD', '0.000'],
])('writes %s %s with the decimal places of the currency: %s', (amount, currency, written) => {
  expect(toCurrencyScale(currency, amount)).toBe(written)
})

test.each([
  [0, '0'],
  [-12.5, '-12.5'],
  [1e21, '1000000000000000000000'],
  [-1.25e22, '-12500000000000000000000'],
  [1.5e-7, '0.00000015'],
  [0.30000000000000004, '0.30000000000000004'],
])('writes %d as %s without an exponent', (number, digits) => {
  expect(formatDecimal(number)).toBe(digits)
})
