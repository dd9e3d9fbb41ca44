import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvLine, verbatimCsvLine } from './csv-line.ts'

test.each(['=1+1', '+1', '-1+1', '-1\n', '-1,5', '-.5', '-', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])(
  'escapes %j so that a spreadsheet does not treat it as a formula',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  },
)

test('leaves text unchanged in files for programs', () => {
  expect(verbatimCsvLine(['=1+1', ' x', 'say "a"'])).toBe('=1+1," x","say ""a"""\r\n')
})

test('keeps numbers as they are, also decimal text', () => {
  expect(csvLine([-1.5, '-5.00', '-5', true, null])).toBe('-1.5,-5.00,-5,true,\r\n')
})

test.each([
  ['x;=1+1', `"x;'=1+1"`],
  ['x; +1', `"x;' +1"`],
  ['x;"=1', `"x;'""=1"`],
  ['=1;-1', `"'=1;'-1"`],
  ['x\n=1+1', `"x\n'=1+1"`],
  ['x\r\n-1', `"x\r\n'-1"`],
  ['a; b', '"a; b"'],
])('%j has no formula for spreadsheets that split at semicolons either', (text, cell) => {
  expect(csvLine(['a', text, 'b'])).toBe(`a,${cell},b\r\n`)
  const parsed: string[][] = parse(csvLine(['a', text, 'b']), { delimiter: ';', relax_quotes: true })
  expect(parsed.flat().filter((each) => /^["\s]*[=+\-@]/.test(each))).toEqual([])
})

test('keeps quotes, commas and line breaks within their cell', () => {
  expect(csvLine(['a "b"', 'c,d', 'e\nf', 'g'])).toBe('"a ""b""","c,d","e\nf",g\r\n')
})
