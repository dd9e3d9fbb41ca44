import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { formatDirectory } from './directory-commands.ts'
import { parseDirectory } from './directory-import.ts'

const oneOf = <Word extends string>(...words: Word[]) => fc.constantFrom(...words)
const code = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,39}$/)
const words = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => text.trim() === text),
  oneOf(
    'no',
    'null',
    '~',
    '12',
    '0x1f',
    '- a',
    'a: b',
    '# a',
    '"',
    "it's",
    '{a}',
    '[a]',
    '*a',
    '&a',
    '|',
    '>',
    '%',
  ),
)

const network = fc.record({
  code,
  label: words,
  family: oneOf('domestic', 'core', 'global', 'lds'),
  showsTaxId: fc.boolean(),
  offersEmail: fc.boolean(),
})
const definition = fc.record({
  key: fc.stringMatching(/^[a-z0-9]{1,9}-provider-search$/),
  code,
  name: words,
  title: words,
  access: oneOf('public', 'restricted-ip', 'signed-in'),
  unit: oneOf('mi', 'km'),
  isVOB: fc.boolean(),
  feedback: fc.boolean(),
  networks: fc.uniqueArray(code, { minLength: 1, maxLength: 4 }),
  messages: fc.record({ invalidSearch: words, noResults: words }, { requiredKeys: [] }),
})
const directory = fc.record({
  networks: fc.uniqueArray(network, { selector: (each) => each.code }),
  definitions: fc
    .uniqueArray(definition, { selector: (each) => each.key })
    .filter((all) => new Set(all.map((each) => each.code)).size === all.length),
})

test('exported networks and definitions with any names parse back unchanged', () => {
  fc.assert(
    fc.property(directory, (written) => {
      expect(parseDirectory(formatDirectory(written))).toMatchObject({ errors: [], directory: written })
    }),
  )
})

test('parses any file or reports an error', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json().map((text) => stringify(JSON.parse(text))),
    directory.chain((written) => fc.json().map((text) => `${formatDirectory(written)}${text}`)),
  )
  fc.assert(
    fc.property(anything, (text) => {
      const { directory, errors } = parseDirectory(text)
      expect(directory === undefined).toBe(errors.length > 0)
    }),
  )
})
