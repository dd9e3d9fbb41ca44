import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toSqlJson } from './sql-values.ts'

test('replaces lone surrogates and nothing else', () => {
  const given = {
    words: ['a\ud800b', '\udc00\ud800', '🙂', '\\ud800', '\\\ud800', 'line\n\u0001"'],
    fields: { 'c\udfff': { deep: '\ud800' } },
  }
  expect(JSON.parse(toSqlJson(given))).toEqual({
    words: ['a\ufffdb', '\ufffd\ufffd', '🙂', '\\ud800', '\\\ufffd', 'line\n\u0001"'],
    fields: { 'c\ufffd': { deep: '\ufffd' } },
  })
})

test('reads any text back unchanged except for lone surrogates', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: halves })), (texts) => {
      expect(JSON.parse(toSqlJson(texts))).toEqual(texts.map((text) => text.toWellFormed()))
    }),
  )
})

const halves = fc.oneof(
  fc.constantFrom('\\', '"', 'u', 'd', '8', '\0'),
  fc.integer({ min: 0xd7f0, max: 0xe010 }).map((code) => String.fromCharCode(code)),
)
