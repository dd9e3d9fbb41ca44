import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { readPlainName } from './name-query.ts'

const database = setUpDatabase()

const keys = z.object({ name: z.string(), key: z.string(), words: z.string() })

const fastPathKeys = (names: readonly string[]) =>
  queryRows(
    database.databaseContext.app,
    keys,
    sql`select name, search_key(name) as key, provider_name_words(name)::text as words
          from unnest(${names}::text[]) as name`,
  )

const fullPathKeys = (names: readonly string[]) =>
  queryRows(
    database.databaseContext.app,
    keys,
    sql`select name, accented_key(name) as key, punctuated_name_words(name)::text as words
          from unnest(${names}::text[]) as name`,
  )

test('plain names get the same key and words from the fast path and the full path', async () => {
  const ascii = Array.from({ length: 127 }, (_, at) => String.fromCharCode(at + 1))
  const names = ascii.flatMap((character) => [
    character,
    `St${character}Mary, M.D${character}`,
    `${character}a ${character}`,
  ])
  expect(await fastPathKeys(names)).toEqual(await fullPathKeys(names))
})

test('any name gets the same key and words from the fast path and the full path', async () => {
  const character = fc.oneof(
    fc.constantFrom(...'aBzZ09  ,,.-\'’`&/()"\\:*|éßØİıŁ中—\t'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  )
  const name = fc
    .oneof(fc.string({ unit: character, maxLength: 40 }), fc.stringMatching(/^[A-Za-z0-9 ,]{0,600}$/))
    .filter((text) => text.isWellFormed() && !text.includes('\0'))
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 20, maxLength: 60 }), async (names) => {
      expect(await fastPathKeys(names)).toEqual(await fullPathKeys(names))
    }),
    { numRuns: 100 },
  )
})

test('a typed name without accents and punctuation has the words that the database finds', async () => {
  const character = fc.constantFrom(...'aBzZ09  ,,')
  const name = fc.oneof(
    fc.string({ unit: character, maxLength: 40 }),
    fc.constantFrom('', ',', 'Oan, oan ABC ab'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 20, maxLength: 60 }), async (names) => {
      const found = await queryRows(
        database.databaseContext.app,
        z.object({ words: z.array(z.string()) }),
        sql`select tsvector_to_array(provider_name_words(name)) as words
              from unnest(${names}::text[]) with ordinality as typed (name, position)
             order by position`,
      )
      const words = names.map((each) => readPlainName(each, { wordsVersion: 1 })?.words)
      expect(words).toEqual(found.map((row) => row.words))
    }),
    { numRuns: 50 },
  )
  for (const other of ['Zürich', 'O’Hara', "St. Mary's", 'x'.repeat(501), 'K\u212A'])
    expect(readPlainName(other, { wordsVersion: 1 })).toBeUndefined()
})

test('computes the keys and words of real names', async () => {
  expect(await fastPathKeys(['MÜNCHEN', "St. Mary's, M.D.", 'Elio Oan, LPC', 'Oan, Oan', ',', ''])).toEqual([
    { name: 'MÜNCHEN', key: 'munchen', words: "'munchen'" },
    { name: "St. Mary's, M.D.", key: "st. mary's, m.d.", words: "'marys' 'md' 'st'" },
    { name: 'Elio Oan, LPC', key: 'elio oan, lpc', words: "'elio' 'lpc' 'oan'" },
    { name: 'Oan, Oan', key: 'oan, oan', words: "'oan'" },
    { name: ',', key: ',', words: '' },
    { name: '', key: '', words: '' },
  ])
})
