import { expect, test } from 'vitest'
import { parseDirectory } from './directory-import.ts'

const definition = `
definitions:
  - key: coastal-search
    code: coastal
    title: Coastal Search
    access: public
    unit: km
    networks: [coastal]
`
const changed = (from: string, to: string) => definition.replace(from, to)

const tooDeep = 'its lists and groups are nested more than 50 deep; reduce the nesting'

test.each([
  ['lists nested thousands deep', `networks: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, tooDeep],
  ['lists nested a thousand deep', `networks: ${'['.repeat(1000)}${']'.repeat(1000)}`, tooDeep],
  ['lists nested a hundred deep', `networks: ${'['.repeat(100)}${']'.repeat(100)}`, tooDeep],
  ['lists in lists on one line', `networks:\n  ${'- '.repeat(5000)}a`, tooDeep],
  ['nothing', '', 'is empty; add "networks", "definitions" or both'],
  ['only a word', 'networks', 'must be a group of "word: value" lines'],
  [
    'an unknown unit',
    changed('km', 'miles'),
    'line 7: definitions 1, unit: is "miles"; it must be one of mi, km',
  ],
  ['a missing title', changed('    title: Coastal Search\n', ''), 'line 3: definitions 1, title: is missing'],
  ['a blank title', changed('Coastal Search', '" "'), 'line 5: definitions 1, title: must not be blank'],
  [
    'a NUL in the title',
    changed('Coastal Search', '"a\\0"'),
    'line 5: definitions 1, title: contains a control character, such as a tab',
  ],
  [
    'an unknown word',
    `${definition}    colour: blue\n`,
    'line 3: definitions 1: has "colour", which is not allowed here',
  ],
  [
    'a capital letter in the key',
    changed('coastal-search', 'Coastal'),
    'line 3: definitions 1, key: must contain only lowercase letters and digits, in words joined by "-", at most 100 characters',
  ],
  [
    'a code with a space',
    changed('code: coastal', 'code: my coast'),
    'line 4: definitions 1, code: must start with a letter and contain only letters and digits, at most 40',
  ],
  [
    'a value that is neither true nor false',
    `${definition}    isVOB: yes\n`,
    'line 9: definitions 1, isVOB: must be true or false',
  ],
  [
    'no network',
    changed('[coastal]', '[]'),
    'line 8: definitions 1, networks: must list at least one network',
  ],
  [
    'a network listed twice',
    changed('[coastal]', '[coastal, coastal]'),
    'line 8: definitions 1, networks 2: the network "coastal" is used twice',
  ],
  ['networks that are not a list', 'networks: coastal', 'line 1: networks: must be a list ("- …")'],
  [
    'an unknown family',
    'networks:\n  - { code: a, label: A, family: local }',
    'line 2: networks 1, family: is "local"; it must be one of domestic, core, global, lds',
  ],
  ['a duplicate key', `${definition}    unit: mi\n`, 'line 9: Map keys must be unique'],
  [
    'an unclosed bracket',
    'networks: [',
    'line 1: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
])('rejects a file with %s', (_case, text, fault) => {
  const { directory, errors } = parseDirectory(text)
  expect(errors).toContain(fault)
  expect(directory).toBeUndefined()
})

test.each([
  'home',
  'error',
  'no-data',
  'token',
  'logout',
  'api',
  'assets',
  'idp',
  'developers',
  'client-selector',
])('rejects the reserved path /%s', (key) => {
  expect(parseDirectory(changed('coastal-search', key)).errors).toEqual([
    `line 3: definitions 1, key: is "${key}", a path reserved by the portal; choose another`,
  ])
})

test('reports a duplicate key and a duplicate code, each with its line', () => {
  const again = definition.replace('definitions:\n', '')
  expect(parseDirectory(definition + again.trimStart().replace('- key', '  - key')).errors).toEqual([
    'line 9: definitions 2, key: the key "coastal-search" is used twice',
    'line 10: definitions 2, code: the code "coastal" is used twice',
  ])
})

test('applies default values to omitted settings', () => {
  expect(parseDirectory(definition).directory?.definitions[0]).toMatchObject({
    name: 'Coastal Search',
    isVOB: false,
    feedback: false,
    messages: {},
  })
})
