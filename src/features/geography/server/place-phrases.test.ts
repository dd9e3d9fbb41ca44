import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { kilometersBetween } from '../rules.ts'
import { searchPlaces } from './find-places.ts'
import { type PlaceNames, readPlaceNames } from './place-names.ts'

const database = setUpDatabase()
let names: PlaceNames
beforeAll(async () => {
  names = await readPlaceNames(database.databaseContext.app)
})

const search = (searchTerm: string, countryIds?: string[]) =>
  searchPlaces(database.databaseContext.app, names, { searchTerm, countryIds })
const labels = async (searchTerm: string, countryIds?: string[]) =>
  (await search(searchTerm, countryIds)).map(({ label }) => label)

/** What travelers and insurers call places, with the intended place. Written before the search was looked at. */
const phrases = z
  .array(
    z.object({
      phrase: z.string(),
      search: z.enum(['domestic', 'international']),
      place: z.string(),
      latitude: z.coerce.number(),
      longitude: z.coerce.number(),
    }),
  )
  .parse(parse(readFileSync(new URL('place-phrases.csv', import.meta.url)), { columns: true }))

/** A suburb, or the city of an airport or landmark, is the intended place. */
const maxDistanceKm = 25
const goal = 0.95

test('at least 95 percent of the phrases find the intended place among the first three', async () => {
  const misses: string[] = []
  for (const { phrase, search: kind, place, ...position } of phrases) {
    const first = (await search(phrase, kind === 'domestic' ? ['US'] : undefined)).slice(0, 3)
    if (!first.some((each) => kilometersBetween(each, position) <= maxDistanceKm))
      misses.push(`${phrase} (${place}): ${first.map(({ label }) => label).join('; ')}`)
  }
  expect(phrases.length).toBeGreaterThan(300)
  expect(misses.length / phrases.length, misses.join('\n')).toBeLessThanOrEqual(1 - goal)
})

describe('finds airports, neighborhoods and regions', () => {
  test.each([
    ['LAX', 'Los Angeles Airport, Los Angeles, CA 90045'],
    ['la guardia airport', 'LaGuardia Airport, Flushing, NY 11371'],
    ['Waikiki, HI', 'Waikiki, Honolulu, HI 96815'],
    ['waikiki hawaii', 'Waikiki, Honolulu, HI 96815'],
    ['Disney World', 'Walt Disney World, Orlando, FL 32830'],
    ['Boise airport', 'Boise, ID'],
  ])('%s: %s', async (typed, label) => {
    expect((await labels(typed, ['US']))[0]).toBe(label)
  })

  test('a landmark is listed once, after a place of its name and before the third place that begins like it', async () => {
    const found = await labels('Disney World')
    expect(new Set(found).size).toBe(found.length)
    expect((await labels('Buckhead', ['US'])).slice(0, 2)).toEqual([
      'Buckhead, GA',
      'Buckhead, Atlanta, GA 30305',
    ])
    expect((await labels('den', ['US'])).slice(0, 3)).toEqual([
      'Denver, CO',
      expect.any(String),
      'Denver Airport, Denver, CO 80249',
    ])
    expect(await labels('laguar', ['US'])).toContain('LaGuardia Airport, Flushing, NY 11371')
  })

  test('a landmark is not found in another state or a search abroad', async () => {
    expect(await labels('Waikiki, FL', ['US'])).not.toContain('Waikiki, Honolulu, HI 96815')
    expect(await labels('LAX', ['DE'])).not.toContain('Los Angeles Airport, Los Angeles, CA 90045')
  })

  test('every landmark lies at a ZIP', async () => {
    for (const { name, zipCode } of new Set(names.landmarks.values()))
      expect((await search(zipCode, ['US']))[0]?.zipCode, name).toBe(zipCode)
  })
})
