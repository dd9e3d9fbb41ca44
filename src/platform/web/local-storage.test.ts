import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseStored } from './local-storage.ts'

const rows = z.union([z.literal(10), z.literal(25), z.literal(50)])

test.each([
  ['nothing is stored', null],
  ['the stored text is not JSON', '{'],
  ['the stored value is out of range', '11'],
  ['the stored value has the wrong type', '"25"'],
])('uses the initial value when %s', (_case, text) => {
  expect(parseStored(text, rows, 10)).toBe(10)
})

test('returns a stored value that matches the schema', () => {
  expect(parseStored('25', rows, 10)).toBe(25)
})
