import { expect, test } from 'vitest'
import { csvLine, verbatimCsvLine } from './csv-line.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])(
  'escapes %j so that a spreadsheet does not treat it as a formula',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  },
)

test('leaves text unchanged in files for programs', () => {
  expect(verbatimCsvLine(['=1+1', ' x', 'say "a"'])).toBe('=1+1," x","say ""a"""\r\n')
})

test('keeps negative numbers as numbers', () => {
  expect(csvLine([-1.5, true, null])).toBe('-1.5,true,\r\n')
})

test('keeps quotes, commas and line breaks within their cell', () => {
  expect(csvLine(['a "b"', 'c,d', 'e\nf', 'g'])).toBe('"a ""b""","c,d","e\nf",g\r\n')
})
