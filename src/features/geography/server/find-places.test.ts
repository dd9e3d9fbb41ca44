import { beforeAll, describe, expect, test } from 'vitest'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { findNearestPlaceTo, searchPlaces } from './find-places.ts'
import { type PlaceNames, readPlaceNames } from './place-names.ts'

const database = setUpDatabase()
let names: PlaceNames
beforeAll(async () => {
  names = await readPlaceNames(database.databaseContext.app)
})

const search = (searchTerm: string, ...countries: string[]) =>
  searchPlaces(database.databaseContext.app, names, {
    searchTerm,
    countryIds: countries.length > 0 ? countries : undefined,
  })
const labels = async (searchTerm: string, ...countries: string[]) =>
  (await search(searchTerm, ...countries)).map(({ label }) => label)

describe('finds first', () => {
  test.each([
    ['33131', 'Miami, FL 33131'],
    ['33131-2345', 'Miami, FL 33131'],
    ['33131 2345', 'Miami, FL 33131'],
    ['Miami, FL 33131', 'Miami, FL 33131'],
    ['miami', 'Miami, FL'],
    ['MIAMI FL', 'Miami, FL'],
    ['Miami, Florida', 'Miami, FL'],
    ['miami, fl, usa', 'Miami, FL'],
    ['Miami, Flo', 'Miami, FL'],
    ['Miami Florda', 'Miami, FL'],
    ['near Miami', 'Miami, FL'],
    ['80 SW 8th St, Miami, FL', 'Miami, FL'],
    ['St. Pete', 'St. Petersburg, FL'],
    ['saint pete', 'St. Petersburg, FL'],
    ['st petersburg fl', 'St. Petersburg, FL'],
    ['ft lauderdale', 'Fort Lauderdale, FL'],
    ['Ft. Laud', 'Fort Lauderdale, FL'],
    ['fort lauderdail', 'Fort Lauderdale, FL'],
    ['mt pleasant sc', 'Mount Pleasant, SC'],
    ['Washington DC', 'Washington, DC'],
    ['washington, d.c.', 'Washington, DC'],
    ['NYC', 'New York City, NY'],
    ['new york', 'New York City, NY'],
    ['new york, ny', 'New York City, NY'],
    ['LA', 'Los Angeles, CA'],
    ['philly', 'Philadelphia, PA'],
    ['Vegas', 'Las Vegas, NV'],
    ['Florida', 'Florida'],
    ['tx', 'Texas'],
    ['Massachusets', 'Massachusetts'],
    ['calif', 'California'],
    ['chic', 'Chicago, IL'],
    ['Chigaco', 'Chicago, IL'],
    ['pheonix', 'Phoenix, AZ'],
    ['albequerque', 'Albuquerque, NM'],
    ['Cincinatti', 'Cincinnati, OH'],
    ['sanfrancisco', 'San Francisco, CA'],
    ['springfield il', 'Springfield, IL'],
    ['portland, or', 'Portland, OR'],
    ['coeur d alene', "Coeur d'Alene, ID"],
    ['München', 'Munich, Germany'],
    ['Munich', 'Munich, Germany'],
    ['Muenchen', 'Munich, Germany'],
    ['Köln', 'Köln, Germany'],
    ['Koeln', 'Köln, Germany'],
    ['Cologne', 'Köln, Germany'],
    ['Sao Paulo', 'São Paulo, Brazil'],
    ['paris', 'Paris, France'],
    ['London, UK', 'London, United Kingdom'],
    ['toronto canada', 'Toronto, Canada'],
    ['Kingston, Jamaica', 'Kingston, Jamaica'],
    ['Zürich', 'Zürich, Switzerland'],
  ])('%s: %s', async (typed, label) => {
    expect((await labels(typed))[0]).toBe(label)
  })
})

describe('finds among the first three', () => {
  test.each([
    ['LA', 'Louisiana'],
    ['paris', 'Paris, TX'],
    ['Pittsburg', 'Pittsburgh, PA'],
    ['dublin', 'Dublin, Ireland'],
    ['St. Petersburg', 'St. Petersburg, FL'],
    ['Jamaica', 'Kingston, Jamaica'],
    ['georgia', 'Georgia'],
  ])('%s: %s', async (typed, label) => {
    expect((await labels(typed)).slice(0, 3)).toContain(label)
  })
})

test('a country limits the places', async () => {
  expect((await labels('paris', 'US'))[0]).toBe('Paris, TX')
  expect(await labels('paris', 'FR')).toContain('Paris, France')
  expect((await search('san', 'CR')).every(({ country }) => country === 'CR')).toBe(true)
  expect(await labels('Miami, FL', 'DE')).toEqual([])
  expect(await labels('33131', 'DE')).toEqual([])
})

test('several countries limit the places before the first six are chosen', async () => {
  expect(await labels('mont')).not.toContain('Montego Bay, Jamaica')
  expect(await labels('mont', 'CR', 'JM')).toContain('Montego Bay, Jamaica')
  expect((await search('springfield', 'CA', 'JM')).every(({ country }) => country === 'CA')).toBe(true)
  expect(await labels('10115', 'JM', 'DE')).toEqual(['10115 Berlin, Germany'])
  expect(await labels('Miami, FL', 'DE', 'JM')).toEqual([])
})

test('an aborted search ends before its next step', async () => {
  const request = { searchTerm: 'miami' }
  const aborted = searchPlaces(database.databaseContext.app, names, request, AbortSignal.abort())
  await expect(aborted).rejects.toThrow('aborted')
})

test('the first digits of a ZIP list ZIPs that begin with them', async () => {
  const found = await search('331')
  expect(found).toHaveLength(6)
  expect(found.every(({ kind, zipCode }) => kind === 'zip' && zipCode?.startsWith('331'))).toBe(true)
})

test('a place has all fields; a city in the United States the ZIP of its center', async () => {
  const [miami] = await search('Miami FL')
  expect(miami).toEqual({
    kind: 'city',
    label: 'Miami, FL',
    zipCode: null,
    city: 'Miami',
    state: 'FL',
    stateName: 'Florida',
    country: 'US',
    latitude: 25.77427,
    longitude: -80.19366,
    centerZipCode: expect.stringMatching(/^331\d\d$/),
    population: expect.any(Number),
  })
  expect((await search('Florida'))[0]).toMatchObject({
    kind: 'state',
    zipCode: null,
    city: null,
    state: 'FL',
    stateName: 'Florida',
    centerZipCode: null,
  })
  expect((await search('Bavaria'))[0]).toMatchObject({
    kind: 'state',
    state: 'DE-02',
    label: 'Bavaria, Germany',
  })
  expect((await search('33131'))[0]).toMatchObject({
    kind: 'zip',
    zipCode: '33131',
    city: 'Miami',
    state: 'FL',
  })
  expect((await search('Köln'))[0]).toMatchObject({ country: 'DE', stateName: 'North Rhine-Westphalia' })
})

test('places with the same name have different labels, and cities among them need their state', async () => {
  const found = await labels('Washington', 'GB')
  expect(new Set(found).size).toBe(found.length)
  const places = (await search('San José', 'CR')).filter(({ city }) => city === 'San José')
  expect(places.length).toBeGreaterThan(1)
  expect(new Set(places.map(({ label }) => label)).size).toBe(places.length)
  expect(places.every(({ needsState }) => needsState)).toBe(true)
  expect((await search('San Juan, Metro Manila'))[0]).toMatchObject({ city: 'San Juan', needsState: true })
  expect((await search('Liberia', 'CR'))[0]).not.toHaveProperty('needsState')
})

describe('suggests nothing for', () => {
  test.each([
    'near me',
    'my location',
    '🙂',
    'مستشفى',
    '\u202eimaiM',
    '病院',
    '<script>alert(1)</script>',
    "'; drop table city; --",
    '00000',
    '%_%',
    '\\',
    '---',
    'asdfqwer',
    'x'.repeat(500),
    'a '.repeat(250),
    '\u0301'.repeat(500),
  ])('%j', async (typed) => {
    expect(await labels(typed)).toEqual([])
  })
})

test.each([
  [{ latitude: 25.763, longitude: -80.19 }, 'Miami, FL 33131'],
  [{ latitude: 48.137, longitude: 11.575 }, 'Munich, Germany'],
  [{ latitude: 42.31, longitude: -83.036 }, 'Windsor, Canada'],
])('the place nearest to %o is %s', async (position, label) => {
  expect(await findNearestPlaceTo(database.databaseContext.app, names, position)).toMatchObject({ label })
})

test('no place is near a position in the sea, at a pole or on the date line', async () => {
  for (const [latitude, longitude] of [
    [40, -40],
    [90, 0],
    [-90, 180],
    [0, -180],
  ] as const)
    expect(
      await findNearestPlaceTo(database.databaseContext.app, names, { latitude, longitude }),
    ).toBeUndefined()
})

describe('finds the postal code', () => {
  test.each([
    ['M5V 2T6', '', 'M5V Downtown Toronto, Canada'],
    ['m5v2t6', 'CA', 'M5V Downtown Toronto, Canada'],
    ['SW1A 1AA', '', 'SW1A Westminster Abbey, United Kingdom'],
    ['sw1a1aa', 'GB', 'SW1A Westminster Abbey, United Kingdom'],
    ['D02 X285', '', 'D02 Dublin 2, Ireland'],
    ['1012 AB', 'NL', '1012 Amsterdam, Netherlands'],
    ['1012AB', '', '1012 Amsterdam, Netherlands'],
    ['1100-148', 'PT', '1100 Lisboa, Portugal'],
    ['111 20', 'SE', '111 20 Stockholm, Sweden'],
    ['11120', 'SE', '111 20 Stockholm, Sweden'],
    ['00-002', 'PL', '00-002 Warszawa, Poland'],
    ['D-10115', 'DE', '10115 Berlin, Germany'],
    ['01310-100', 'BR', '01000-000 São Paulo, Brazil'],
    ['0872', 'AU', '0872 Kulgera, Australia'],
  ])('%s (%s): %s', async (typed, country, label) => {
    expect((await labels(typed, ...(country ? [country] : [])))[0]).toBe(label)
  })
})

test('a postal code abroad says how far its places may be; a ZIP comes before the same code abroad', async () => {
  expect((await search('0872', 'AU'))[0]).toMatchObject({
    kind: 'zip',
    zipCode: '0872',
    radiusKm: 77,
    state: 'AU-03',
  })
  const found = await labels('10115')
  expect(found).toContain('10115 Berlin, Germany')
  expect((await labels('75001')).slice(0, 2)).toEqual(['Addison, TX 75001', '75001 Paris, France'])
})

test('the beginning of a postal code lists codes of the country', async () => {
  expect(await search('SW1', 'GB')).toHaveLength(1)
  expect((await search('7500', 'FR')).every(({ zipCode }) => zipCode?.startsWith('7500'))).toBe(true)
  expect((await search('M5', 'CA')).length).toBeGreaterThan(3)
  expect(await search('M5V 2T6', 'FR')).toEqual([])
})
