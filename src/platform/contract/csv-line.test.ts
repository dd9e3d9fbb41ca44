import { expect, test } from 'vitest'
import { csvLine, verbatimCsvLine } from './csv-line.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])(
  '%j is no formula any more',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  },
)

test('for programs every text stays as it is', () => {
  expect(verbatimCsvLine(['=1+1', ' x', 'say "a"'])).toBe('=1+1," x","say ""a"""\r\n')
})

test('numbers below zero stay numbers', () => {
  expect(csvLine([-1.5, true, null])).toBe('-1.5,true,\r\n')
})

test('quotes, commas and line breaks stay within their cell', () => {
  expect(csvLine(['a "b"', 'c,d', 'e\nf', 'g'])).toBe('"a ""b""","c,d","e\nf",g\r\n')
})
