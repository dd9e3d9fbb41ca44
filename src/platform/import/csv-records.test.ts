import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvReader } from './csv-records.ts'

const read = (text: string, pieces = [text], delimiter = ',') => {
  const reader = new CsvReader(delimiter)
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()]
}
const fields = (text: string) => read(text).map((record) => record.fields)

test.each([
  ['a quote that is never closed', 'id,name\n1,"Mercy\n2,Hope\n3,"Grace"\n'],
  ['a quote that closes in the middle of a value', 'id,name\n1,"Mer"cy\n2,Hope\n3,Grace\n'],
  ['a quote that swallows the next line', 'id,name\n1,"Mercy\n2,"Hope"\n2,Hope\n3,Grace\n'],
])('%s invalidates only its own line', (_case, text) => {
  const records = read(text)
  expect(records.filter(({ fault }) => fault)).toMatchObject([{ line: 2 }])
  expect(records.filter(({ fault }) => !fault).at(-1)?.fields).toEqual(['3', 'Grace'])
})

test('skips a line of more than a million characters and continues after it', () => {
  const long = 'x'.repeat(600_000)
  const records = read('', ['id,name\n1,', long, long, `${long}\n2,Hope\n`])
  expect(records.map(({ line, fault }) => [line, fault])).toEqual([
    [1, undefined],
    [2, 'length'],
    [3, undefined],
  ])
})

test.each([
  ['CRLF', 'a,b\r\n1,2\r\n'],
  ['no line end at the end', 'a,b\n1,2'],
  ['empty lines', '\n\na,b\n\r\n\n1,2\n\n'],
  ['quotes around everything', '"a","b"\n"1","2"\n'],
  ['blanks around quotes', '"a", "b"\n "1" ,"2"\n'],
])('reads %s', (_case, text) => {
  expect(fields(text)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('keeps doubled quotes, delimiters and line breaks within a quoted value', () => {
  expect(fields('id,name\n1,"A ""B"", C\r\nD"\n2,E\n')).toEqual([
    ['id', 'name'],
    ['1', 'A "B", C\r\nD'],
    ['2', 'E'],
  ])
})

test('treats a quote inside an unquoted value as a character', () => {
  expect(fields('id,name\n1,5" pipe\n')).toEqual([
    ['id', 'name'],
    ['1', '5" pipe'],
  ])
})

test("reports each record's line number in the file", () => {
  const records = read('id,name\n\n1,"A\nB\nC"\n2,D\n\n3,E')
  expect(records.map(({ line, fields: [id] }) => [line, id])).toEqual([
    [1, 'id'],
    [3, '1'],
    [6, '2'],
    [8, '3'],
  ])
})

const value = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', ';', '"', '\n', '\r\n', 'é') })
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

test('reads text in chunks of any size just as a reference parser reads the whole text', () => {
  const rows = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 8 })
  const cuts = fc.array(fc.nat(200), { maxLength: 6 })
  fc.assert(
    fc.property(rows, cuts, (table, places) => {
      const text = [['a', 'b', 'c'], ...table].map((row) => row.map(quoted).join(',')).join('\n')
      const ends = [...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length]
      const pieces = ends.map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1], end))
      expect(read('', pieces).map((record) => record.fields)).toEqual(parse(text))
    }),
  )
})
