import { expect, test } from 'vitest'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { kilometersBetween } from '../rules.ts'
import { geocodeFromGazetteer } from './geocode-from-gazetteer.ts'

const database = setUpDatabase()

const pointOf = (address: string) => geocodeFromGazetteer(database.databaseContext.app, address)

const places = {
  anchorage: [61.22, -149.9],
  athensGeorgia: [33.95, -83.38],
  birminghamAlabama: [33.52, -86.8],
  brooklyn: [40.68, -73.97],
  charlotteAmalie: [18.34, -64.93],
  coeurDAlene: [47.68, -116.78],
  dallas: [32.78, -96.8],
  dover: [39.16, -75.52],
  fortLauderdale: [26.12, -80.14],
  hagatna: [13.47, 144.75],
  honolulu: [21.31, -157.86],
  jamaicaQueens: [40.7, -73.8],
  limaOhio: [40.74, -84.1],
  miami: [25.77, -80.19],
  newYork: [40.71, -74.0],
  northMiamiBeach: [25.93, -80.16],
  ofallon: [38.81, -90.7],
  pagoPago: [-14.28, -170.7],
  panamaCityFlorida: [30.16, -85.66],
  parisTexas: [33.66, -95.56],
  richmondCalifornia: [37.94, -122.35],
  saintLouis: [38.63, -90.2],
  saintPetersburgFlorida: [27.77, -82.68],
  saipan: [15.19, 145.75],
  sanJuan: [18.47, -66.11],
  springfieldIllinois: [39.8, -89.65],
  viennaVirginia: [38.9, -77.26],
  washington: [38.9, -77.04],
  westPalmBeach: [26.71, -80.05],
} satisfies Record<string, [latitude: number, longitude: number]>

type Expected = [address: string, place: keyof typeof places, kilometers: number]

async function expectNear([address, place, kilometers]: Expected, precision: 'zip' | 'city') {
  const [latitude, longitude] = places[place]
  const point = await pointOf(address)
  expect(point).toMatchObject({ precision })
  expect(point && kilometersBetween(point, { latitude, longitude })).toBeLessThan(kilometers)
}

test.each([
  'asdfqwer',
  'Nowhereville, FL',
  'Nowhereville, Florida',
  'Miami, GA, USA',
  '123 Main St',
  '12345 Main St',
  'Suite 20001',
  'Georgia',
  'Florida',
  'West Virginia',
  'New Mexico',
  'CA',
  'US',
  '99999',
  'PO Box 12',
])('finds no point for %s', async (address) => {
  expect(await pointOf(address)).toBeUndefined()
})

test.each<Expected>([
  ['33131', 'miami', 3],
  ['33131-1234', 'miami', 3],
  ['331311234', 'miami', 3],
  ['Miami, FL 33131', 'miami', 3],
  ['Miami, FL, 33131, United States', 'miami', 3],
  ['FL 33131', 'miami', 3],
  ['33131 Miami', 'miami', 3],
  ['33131 USA', 'miami', 3],
  ['123 Main St 33131', 'miami', 3],
  ['Nowhereville, FL 33131', 'miami', 3],
  ['Miami, NY 33131', 'miami', 3],
  ['1600 Pennsylvania Ave NW, Washington, DC 20500', 'washington', 3],
  ['1600 Pennsylvania Ave NW\nWashington, DC 20500', 'washington', 3],
  ['Brooklyn 11201', 'brooklyn', 6],
  ['Jamaica 11432', 'jamaicaQueens', 4],
  ['Springfield, IL 62701', 'springfieldIllinois', 3],
  ['Lima 45801', 'limaOhio', 5],
  ['San Juan PR 00901', 'sanJuan', 3],
  ['Pago Pago, AS 96799', 'pagoPago', 20],
  ['Honolulu, Hawaii 96813', 'honolulu', 4],
  ['Dover DE 19901', 'dover', 3],
])('finds %s by its ZIP, near %s (within %d km)', (...expected) => expectNear(expected, 'zip'))

test.each<Expected>([
  ['Miami, FL', 'miami', 3],
  ['Miami FL', 'miami', 3],
  ['MIAMI FLORIDA USA', 'miami', 3],
  ['Miami, Florida, U.S.A.', 'miami', 3],
  ['Miami', 'miami', 3],
  ['Miami, FL 99999', 'miami', 3],
  ['12345 Main St, Miami, FL', 'miami', 3],
  ['100 Biscayne Blvd Miami FL', 'miami', 3],
  ['1600 Pennsylvania Ave NW, Washington, DC', 'washington', 3],
  ['Washington, D.C.', 'washington', 3],
  ['Washington', 'washington', 3],
  ['New York', 'newYork', 3],
  ['New York, NY', 'newYork', 3],
  ['New York, N.Y.', 'newYork', 3],
  ['New York, New York', 'newYork', 3],
  ['NYC', 'newYork', 3],
  ['350 Fifth Avenue, New York', 'newYork', 5],
  ['Mount Sinai Hospital New York NY', 'newYork', 3],
  ['Jamaica, NY', 'jamaicaQueens', 4],
  ['St. Louis', 'saintLouis', 3],
  ['St Louis, MO', 'saintLouis', 3],
  ['Saint Louis Missouri', 'saintLouis', 3],
  ['Ft Lauderdale', 'fortLauderdale', 3],
  ['FT. LAUDERDALE, FL', 'fortLauderdale', 3],
  ['N Miami Beach FL', 'northMiamiBeach', 3],
  ['W Palm Beach, FL', 'westPalmBeach', 3],
  ['OFallon MO', 'ofallon', 3],
  ['Coeur d Alene, ID', 'coeurDAlene', 3],
  ['Springfield, Illinois', 'springfieldIllinois', 3],
  ['Vienna, Fairfax County, VA', 'viennaVirginia', 3],
  ['Dallas, Texas', 'dallas', 4],
  ['Paris, TX', 'parisTexas', 3],
  ['Anchorage AK', 'anchorage', 6],
  ['Birmingham, AL', 'birminghamAlabama', 3],
  ['Athens, Georgia', 'athensGeorgia', 3],
  ['Richmond, CA', 'richmondCalifornia', 3],
  ['Panama City, FL', 'panamaCityFlorida', 3],
  ['San Juan, Puerto Rico', 'sanJuan', 3],
  ['San Juan, PR, USA', 'sanJuan', 3],
  ['Charlotte Amalie, U.S. Virgin Islands', 'charlotteAmalie', 3],
  ['Hagatna, Guam', 'hagatna', 3],
  ['Saipan, MP', 'saipan', 6],
  ['St. Petersburg, FL', 'saintPetersburgFlorida', 3],
])('finds %s by its city, near %s (within %d km)', (...expected) => expectNear(expected, 'city'))
