import { expect, test } from 'vitest'
import { findMapping, readMapping, shippedMappings } from './find-mapping.ts'
import { mappedReader, plainReader } from './mapping.ts'

const knows = (_kind: string, value: string) => ['282N00000X', 'FL'].includes(value)
const reader = (columns: object, header: string[], skip: object[] = []) =>
  mappedReader(
    readMapping(JSON.stringify({ columns: { id: 'ID', name: 'ID', ...columns }, skip }), 'm.json'),
    header,
    knows,
  )

const nested = (levels: number) =>
  `{"columns":{"id":"a","name":${'{"first":['.repeat(levels)}"b"${']}'.repeat(levels)}}}`

test.each([
  ['a value nested thousands deep', nested(5000), 'nested more than 50 deep'],
  ['a value nested a hundred deep', nested(50), 'nested more than 50 deep'],
  ['what is not JSON', '{', 'not JSON'],
  ['a column that rosters do not have', '{"columns":{"id":"a","name":"b","adress":"c"}}', 'adress'],
  ['no name', '{"columns":{"id":"a"}}', 'id and name'],
  ['a value that says nothing', '{"columns":{"id":"a","name":{}}}', 'columns.name'],
  [
    'a pattern that is none',
    '{"columns":{"id":"a","name":{"column":"b","as":[{"match":"(a"}]}}}',
    'columns.name',
  ],
  [
    'a group that the pattern lacks',
    '{"columns":{"id":"a","name":{"column":"b","as":[{"match":"(?<x>a)","group":"y"}]}}}',
    'columns.name',
  ],
  [
    'a pattern that looks back',
    '{"columns":{"id":"a","name":{"column":"b","as":[{"match":"(a)\\\\1"}]}}}',
    'columns.name',
  ],
  [
    'a step that does not exist',
    '{"columns":{"id":"a","name":{"column":"b","as":["reverse"]}}}',
    'columns.name',
  ],
])('%s is refused in words', (_case, text, word) => {
  expect(() => readMapping(text, 'm.json')).toThrow(word)
  expect(() => readMapping(text, 'm.json')).toThrow('docs/importing-providers.md')
})

test.each([
  ['{"column":"b","as":[{"split":"","part":0}]}', 'as.0.split: must not be empty'],
  ['{"column":"b","as":[{"split":"","part":0}]}', 'as.0.part: must be 1 or more'],
  ['{"column":"b","as":["shout"]}', 'as.0: is none of digits, upper, lower, trim,'],
  ['{"column":"b","as":[{"keep":"x"}]}', 'as.0.keep: has to be a whole number'],
  ['{"column":"b","known":"city"}', 'known: is "city"; it has to be one of providerType, state, country'],
  ['{"join":["a",{"column":"b","as":"upper"}],"with":" "}', 'join.1.as: has to be a list'],
  ['""', 'columns.name: must not be empty'],
])('what is wrong with the value %s is said where it stands', (value, sentence) => {
  expect(() => readMapping(`{"columns":{"id":"a","name":${value}}}`, 'm.json')).toThrow(sentence)
})

test.each([
  ['{"columns":{"id":"a","name":"b","adress":"c"}}', 'columns: has "adress", which a roster does not have'],
  ['{"columns":{"id":"a","name":"b"},"skips":[]}', 'the file: has "skips", which is not allowed here'],
  ['{"skip":[]}', 'columns: is missing'],
  ['[]', 'the file: has to be an object'],
  ['{\n  "columns": {"id": "a",}\n}', 'it is not JSON: syntax error at line 2, column'],
  ['{', 'it is not JSON'],
])('what is wrong with the mapping %s is said in plain words', (text, sentence) => {
  expect(() => readMapping(text, 'm.json')).toThrow(sentence)
  expect(() => readMapping(text, 'm.json')).not.toThrow(/Unrecognized|Invalid|Expected|Unexpected|Too small/)
})

test('a mapping that names a column the file lacks is refused, with the columns it has', () => {
  expect(() => reader({ city: 'Town' }, ['ID', 'City'])).toThrow(
    'The file lacks "Town". Its columns are "ID", "City".',
  )
})

test('an unknown mapping is refused with the names of those that come with the product', async () => {
  await expect(findMapping('nopes')).rejects.toThrow('cms-hospitals, example, nppes, us-facilities')
})

test('a header with a column that rosters do not have is refused', () => {
  expect(() => plainReader(['id', 'name', 'adressOne'])).toThrow('"adressOne"')
  expect(() => plainReader(['id'])).toThrow('The file lacks "name"')
  expect(() => plainReader(['id', 'name', 'ID'])).toThrow('two columns named "id"')
})

test('every mapping that comes with the product can be read', async () => {
  for (const name of await shippedMappings()) expect((await findMapping(name)).columns.id).toBeDefined()
})

test.each([
  ['a column', 'A', 'x y'],
  ['a constant', { constant: 'US' }, 'US'],
  ['a template', { template: '{ID}/{A}' }, '7/x y'],
  ['joined values, without the empty ones', { join: ['A', 'Empty', 'ID'], with: '-' }, 'x y-7'],
  ['the first that is filled', { first: ['Empty', 'ID'] }, '7'],
  ['digits', { column: 'Phone', as: ['digits'] }, '3055550100'],
  ['upper case, the first letter', { column: 'A', as: ['upper', { keep: 1 }] }, 'X'],
  ['a part', { column: 'Phone', as: [{ split: ' ', part: 2 }] }, '555-0100'],
  ['a part that is not there', { column: 'Phone', as: [{ split: ';', part: 2 }] }, ''],
  ['a named group', { column: 'Phone', as: [{ match: '\\((?<area>\\d+)\\)', group: 'area' }] }, '305'],
  ['the first group', { column: 'Phone', as: [{ match: '\\((\\d+)\\)' }] }, '305'],
  ['a match without groups', { column: 'Phone', as: [{ match: '\\d{4}$' }] }, '0100'],
  ['no match', { column: 'Phone', as: [{ match: 'x+' }] }, ''],
  ['a table', { column: 'ID', values: { 7: 'seven' } }, 'seven'],
  [
    'a table that has another word for the rest',
    { column: 'A', values: { 7: 'seven' }, otherwise: 'many' },
    'many',
  ],
  ['a table that leaves the rest as it is', { column: 'A', values: { 7: 'seven' } }, 'x y'],
  [
    'what the directory knows',
    {
      first: [
        { column: 'ID', known: 'providerType' },
        { constant: '282N00000X', known: 'providerType' },
      ],
    },
    '282N00000X',
  ],
])('%s becomes a value', (_case, value, expected) => {
  const { readRow } = reader({ city: value }, ['ID', 'A', 'Empty', 'Phone'])
  expect(readRow(['7', ' x y ', '', '(305) 555-0100']).city).toBe(expected)
})

test('a pattern that would take others for ever is done with a long cell at once', () => {
  const { readRow } = reader({ city: { column: 'A', as: [{ match: '^(a+)+$' }] } }, ['ID', 'A'])
  const before = process.cpuUsage()
  expect(readRow(['1', `${'a'.repeat(900_000)}b`]).city).not.toBe('b')
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
})

test('rows are skipped by value, or when a column is filled and another is not', () => {
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
