import { expect, test } from 'vitest'
import { listShippedMappings, loadMapping, parseMapping } from './load-mapping.ts'
import { mappedReader, plainReader } from './row-reader.ts'

const knows = (_kind: string, value: string) => ['282N00000X', 'FL'].includes(value)
const reader = (columns: object, header: string[], skip: object[] = []) =>
  mappedReader(
    parseMapping(JSON.stringify({ columns: { id: 'ID', name: 'ID', ...columns }, skip }), 'm.json'),
    header,
    knows,
  )

const nested = (levels: number) =>
  `{"columns":{"id":"a","name":${'{"first":['.repeat(levels)}"b"${']}'.repeat(levels)}}}`

test.each([
  ['a value nested thousands deep', nested(5000), 'nested more than 50 deep'],
  ['a value nested a hundred deep', nested(50), 'nested more than 50 deep'],
  ['invalid JSON', '{', 'not JSON'],
  ['an unknown column', '{"columns":{"id":"a","name":"b","adress":"c"}}', 'adress'],
  ['no name', '{"columns":{"id":"a"}}', 'id and name'],
  ['an empty value', '{"columns":{"id":"a","name":{}}}', 'columns.name'],
  [
    'an invalid pattern',
    '{"columns":{"id":"a","name":{"column":"b","as":[{"match":"(a"}]}}}',
    'columns.name',
  ],
  [
    'a group that is not in the pattern',
    '{"columns":{"id":"a","name":{"column":"b","as":[{"match":"(?<x>a)","group":"y"}]}}}',
    'columns.name',
  ],
  [
    'a pattern with a backreference',
    '{"columns":{"id":"a","name":{"column":"b","as":[{"match":"(a)\\\\1"}]}}}',
    'columns.name',
  ],
  ['an unknown step', '{"columns":{"id":"a","name":{"column":"b","as":["reverse"]}}}', 'columns.name'],
])('rejects %s with a message that refers to the documentation', (_case, text, word) => {
  expect(() => parseMapping(text, 'm.json')).toThrow(word)
  expect(() => parseMapping(text, 'm.json')).toThrow('docs/importing-providers.md')
})

test.each([
  ['{"column":"b","as":[{"split":"","part":0}]}', 'as.0.split: must not be empty'],
  ['{"column":"b","as":[{"split":"","part":0}]}', 'as.0.part: must be 1 or more'],
  ['{"column":"b","as":["shout"]}', 'as.0: is none of digits, upper, lower, trim,'],
  ['{"column":"b","as":[{"keep":"x"}]}', 'as.0.keep: must be a whole number'],
  ['{"column":"b","known":"city"}', 'known: is "city"; it must be one of providerType, state, country'],
  ['{"join":["a",{"column":"b","as":"upper"}],"with":" "}', 'join.1.as: must be a list'],
  ['""', 'columns.name: must not be empty'],
])('reports the error in the value %s with its path', (value, sentence) => {
  expect(() => parseMapping(`{"columns":{"id":"a","name":${value}}}`, 'm.json')).toThrow(sentence)
})

test.each([
  ['{"columns":{"id":"a","name":"b","adress":"c"}}', 'columns: has "adress", which a roster does not have'],
  ['{"columns":{"id":"a","name":"b"},"skips":[]}', 'the file: has "skips", which is not allowed here'],
  ['{"skip":[]}', 'columns: is missing'],
  ['[]', 'the file: must be an object'],
  ['{\n  "columns": {"id": "a",}\n}', 'it is not JSON: syntax error at line 2, column'],
  ['{', 'it is not JSON'],
])('reports the error in the mapping %s', (text, sentence) => {
  expect(() => parseMapping(text, 'm.json')).toThrow(sentence)
  expect(() => parseMapping(text, 'm.json')).not.toThrow(/Unrecognized|Invalid|Expected|Unexpected|Too small/)
})

test('rejects a mapping of a missing column and lists the columns of the file', () => {
  expect(() => reader({ city: 'Town' }, ['ID', 'City'])).toThrow(
    'The file lacks "Town". Its columns are "ID", "City".',
  )
})

test('rejects an unknown mapping and lists the shipped ones', async () => {
  await expect(loadMapping('nopes')).rejects.toThrow('cms-hospitals, example, nppes, us-facilities')
})

test('rejects a header with an unknown column', () => {
  expect(() => plainReader(['id', 'name', 'adressOne'])).toThrow('"adressOne"')
  expect(() => plainReader(['id'])).toThrow('The file lacks "name"')
  expect(() => plainReader(['id', 'name', 'ID'])).toThrow('two columns named "id"')
})

test('every shipped mapping is valid', async () => {
  for (const name of await listShippedMappings()) expect((await loadMapping(name)).columns.id).toBeDefined()
})

test.each([
  ['a column', 'A', 'x y'],
  ['a constant', { constant: 'US' }, 'US'],
  ['a template', { template: '{ID}/{A}' }, '7/x y'],
  ['joined values, without the empty ones', { join: ['A', 'Empty', 'ID'], with: '-' }, 'x y-7'],
  ['the first filled value', { first: ['Empty', 'ID'] }, '7'],
  ['digits', { column: 'Phone', as: ['digits'] }, '3055550100'],
  ['upper case, the first letter', { column: 'A', as: ['upper', { keep: 1 }] }, 'X'],
  ['a part', { column: 'Phone', as: [{ split: ' ', part: 2 }] }, '555-0100'],
  ['a missing part', { column: 'Phone', as: [{ split: ';', part: 2 }] }, ''],
  ['a named group', { column: 'Phone', as: [{ match: '\\((?<area>\\d+)\\)', group: 'area' }] }, '305'],
  ['the first group', { column: 'Phone', as: [{ match: '\\((\\d+)\\)' }] }, '305'],
  ['a match without groups', { column: 'Phone', as: [{ match: '\\d{4}$' }] }, '0100'],
  ['no match', { column: 'Phone', as: [{ match: 'x+' }] }, ''],
  ['a table', { column: 'ID', values: { 7: 'seven' } }, 'seven'],
  ['a table with a default', { column: 'A', values: { 7: 'seven' }, otherwise: 'many' }, 'many'],
  ['a table without a default', { column: 'A', values: { 7: 'seven' } }, 'x y'],
  [
    'the first known value',
    {
      first: [
        { column: 'ID', known: 'providerType' },
        { constant: '282N00000X', known: 'providerType' },
      ],
    },
    '282N00000X',
  ],
])('reads %s', (_case, value, expected) => {
  const { readRow } = reader({ city: value }, ['ID', 'A', 'Empty', 'Phone'])
  expect(readRow(['7', ' x y ', '', '(305) 555-0100']).city).toBe(expected)
})

test('a pattern that makes backtracking engines hang is fast on a long cell', () => {
  const { readRow } = reader({ city: { column: 'A', as: [{ match: '^(a+)+$' }] } }, ['ID', 'A'])
  const before = process.cpuUsage()
  expect(readRow(['1', `${'a'.repeat(900_000)}b`]).city).not.toBe('b')
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
})

test('skips rows by value, or when one column is filled and another is not', () => {
  const { skips } = reader(
    {},
    ['ID', 'Closed', 'Opened'],
    [
      { when: 'ID', is: ['9'] },
      { when: 'Closed', filled: true, unless: 'Opened' },
    ],
  )
  expect(
    [
      ['9', '', ''],
      ['1', '2020', ''],
      ['1', '2020', '2021'],
      ['1', '', ''],
    ].map(skips),
  ).toEqual([true, true, false, false])
})
