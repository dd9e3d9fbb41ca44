import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { editDistance } from '#platform/contract/edit-distance.ts'
import { queryRow, sql } from '#platform/db/database.ts'
import { setUpRosterFixture } from '#test-support/roster-fixture.ts'
import { stopWords } from '../synonyms.ts'
import { createNameDictionary } from './name-dictionary.ts'
import { buildNameQuery } from './name-query.ts'

const { database, fixture } = setUpRosterFixture()

const word = fc.string({ unit: fc.constantFrom(...'abcdé7你\u{20bb7}\uf900'), minLength: 1, maxLength: 8 })
const inByteOrder = (words: readonly string[]) =>
  [...new Set(words)].toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))

test('finds the same words as comparing each of them', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), word, fc.constantFrom(1, 2), (given, typed, most) => {
      const words = inByteOrder(given)
      const dictionary = createNameDictionary(words.join('\n'))
      expect(words.filter(dictionary.has)).toEqual(words)
      expect(dictionary.has(typed)).toBe(words.includes(typed))
      expect(dictionary.wordsBegunBy(typed, 3)).toEqual(
        words.filter((each) => each.startsWith(typed) && each !== typed).slice(0, 3),
      )
      const close = words
        .map((each) => ({ word: each, edits: editDistance(typed, each) }))
        .filter(({ edits }) => edits > 0 && edits <= most)
        .toSorted((one, other) => one.edits - other.edits)
      expect(dictionary.wordsCloseTo(typed, most)).toEqual(close)
      expect(dictionary.wordsCloseTo(typed, most, 'a')).toEqual(
        close.filter((each) => each.word.startsWith('a')),
      )
    }),
    { numRuns: 2000, seed: 1 },
  )
})

test('a limit does not change smaller edit distances', () => {
  fc.assert(
    fc.property(word, word, fc.constantFrom(0, 1, 2, 3), (one, other, most) => {
      const edits = editDistance(one, other)
      const limited = editDistance(one, other, most)
      expect(limited > most ? 'more' : limited).toBe(edits > most ? 'more' : edits)
    }),
    { numRuns: 2000, seed: 2 },
  )
})

test('compares words that are longer than any before', () => {
  const long = 'abcdefgh'.repeat(60)
  expect(editDistance(long, `${long}x`)).toBe(1)
  expect(editDistance(`${long}x`, long, 2)).toBe(1)
})

test('a misspelled name matches as soon as an import has added the name, until one removes it', async () => {
  const network = await fixture.addNetwork()
  const importNames = (...names: string[]) =>
    fixture.import(
      `id,name,state,country,latitude,longitude\n${names.map((name, at) => `${at},${name},FL,US,25,-80`).join('\n')}`,
      { network, replace: true, removeUpTo: { count: 2 } },
    )
  const matching = async () =>
    (await buildNameQuery(database.databaseContext.app, 'quokkka'))?.words
      .map(({ anything }) => anything)
      .join(' ')
  await importNames('Miami Clinic')
  expect(await matching()).not.toContain("'quokka'")
  await importNames('Quokka Clinic', 'Miami Clinic')
  expect(await matching()).toContain("'quokka'")
  await importNames('Miami Clinic')
  expect(await matching()).not.toContain("'quokka'")
})

test('the database leaves out the same words of a name', async () => {
  const { count } = (await queryRow(
    database.databaseContext.app,
    z.object({ count: z.number() }),
    sql`select count_name_words(array_to_tsvector(${[...stopWords, 'mercy']}::text[])) as count`,
  )) ?? { count: 0 }
  expect(count).toBe(1)
})
