import { expect, test } from 'vitest'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { kilometersBetween } from '../rules.ts'
import { geocodeFromGazetteer } from './geocode-from-gazetteer.ts'

const database = setUpDatabase()

const pointOf = (address: string) => geocodeFromGazetteer(database.databaseContext.app, address)

const places = {
  amsterdam: [52.37, 4.9],
  athens: [37.98, 23.73],
  beijing: [39.9, 116.4],
  berlin: [52.52, 13.4],
  birmingham: [52.48, -1.9],
  bogota: [4.61, -74.08],
  bridgetown: [13.1, -59.62],
  brussels: [50.85, 4.35],
  buenosAires: [-34.6, -58.4],
  capeTown: [-33.92, 18.42],
  cologne: [50.94, 6.96],
  copenhagen: [55.68, 12.57],
  dublin: [53.34, -6.26],
  edinburgh: [55.95, -3.19],
  florence: [43.77, 11.25],
  galway: [53.27, -9.05],
  geneva: [46.2, 6.15],
  georgeTown: [19.29, -81.38],
  guadalajara: [20.67, -103.35],
  hague: [52.08, 4.3],
  hongKong: [22.3, 114.17],
  kingston: [17.99, -76.79],
  kingstonOntario: [44.23, -76.49],
  kyiv: [50.45, 30.52],
  lisbon: [38.72, -9.14],
  london: [51.51, -0.13],
  londonOntario: [42.98, -81.25],
  madrid: [40.42, -3.7],
  mexicoCity: [19.43, -99.13],
  milan: [45.46, 9.19],
  montegoBay: [18.47, -77.92],
  moscow: [55.75, 37.62],
  mumbai: [19.07, 72.88],
  munich: [48.14, 11.58],
  panama: [8.98, -79.52],
  paris: [48.86, 2.35],
  perth: [-31.95, 115.86],
  prague: [50.08, 14.43],
  rome: [41.89, 12.5],
  saintPetersburg: [59.94, 30.31],
  sanJose: [9.93, -84.08],
  santiago: [-33.45, -70.66],
  saoPaulo: [-23.55, -46.63],
  sydney: [-33.87, 151.21],
  tbilisi: [41.69, 44.83],
  toronto: [43.65, -79.38],
  veintiochoDeNoviembre: [-51.58, -72.21],
  vienna: [48.21, 16.37],
  warsaw: [52.23, 21.01],
  willemstad: [12.12, -68.89],
  zurich: [47.37, 8.54],
} satisfies Record<string, [latitude: number, longitude: number]>

type Expected = [address: string, place: keyof typeof places, kilometers: number]

async function expectNear(precision: 'city' | 'zip', [address, place, kilometers]: Expected) {
  const [latitude, longitude] = places[place]
  const point = await pointOf(address)
  expect(point).toMatchObject({ precision })
  expect(point && kilometersBetween(point, { latitude, longitude })).toBeLessThan(kilometers)
}

test.each([
  'Springfield, Ontario',
  'Paris Avenue',
  'Rue de Paris',
  'Via Roma, Italy',
  'Rue de Paris, France',
  'Jamaica',
])('finds no point for %s', async (address) => {
  expect(await pointOf(address)).toBeUndefined()
})

test.each<Expected>([
  ['Saint Petersburg, Russia', 'saintPetersburg', 3],
  ['Kingston, Jamaica', 'kingston', 3],
  ['Kingston Jamaica', 'kingston', 3],
  ['Kingston 5, Jamaica', 'kingston', 3],
  ['12 Hope Road, Kingston, St Andrew, Jamaica', 'kingston', 3],
  ['Montego Bay, St. James, Jamaica', 'montegoBay', 3],
  ['Kingston, Ontario, Canada', 'kingstonOntario', 3],
  ['Kingston, ON', 'kingstonOntario', 3],
  ['London, Ontario', 'londonOntario', 4],
  ['Toronto, CA', 'toronto', 7],
  ['10 Downing Street London UK', 'london', 3],
  ['London, Great Britain', 'london', 3],
  ['Birmingham, England', 'birmingham', 3],
  ['Edinburgh, Scotland, United Kingdom', 'edinburgh', 3],
  ['Dublin, Republic of Ireland', 'dublin', 3],
  ['Galway, IE', 'galway', 3],
  ['12 Rue de Rivoli, 75001 Paris', 'paris', 3],
  ['Paris, Île-de-France, France', 'paris', 3],
  ['10115 Berlin', 'berlin', 3],
  ['Berlin, DE', 'berlin', 3],
  ['München', 'munich', 3],
  ['Muenchen', 'munich', 3],
  ['Köln', 'cologne', 3],
  ['Cologne, Germany', 'cologne', 3],
  ['Wien', 'vienna', 3],
  ['Zuerich', 'zurich', 3],
  ['Genève', 'geneva', 3],
  ['Geneva, Switzerland', 'geneva', 3],
  ['Roma', 'rome', 3],
  ['Via Roma 12, Milano, Italia', 'milan', 3],
  ['Firenze', 'florence', 3],
  ['28013 Madrid', 'madrid', 3],
  ['Lisboa', 'lisbon', 3],
  ['Bruxelles', 'brussels', 3],
  ['Den Haag', 'hague', 3],
  ['1012 AB Amsterdam', 'amsterdam', 3],
  ['København', 'copenhagen', 3],
  ['Praha', 'prague', 3],
  ['Warszawa', 'warsaw', 3],
  ['Moskva', 'moscow', 3],
  ['Москва', 'moscow', 3],
  ['Kiev, Ukraine', 'kyiv', 3],
  ['Athens, Greece', 'athens', 3],
  ['Tbilisi, Georgia', 'tbilisi', 3],
  ['Mexico City, Mexico', 'mexicoCity', 3],
  ['Av. Paseo de la Reforma 222, 06600 Ciudad de México, CDMX, México', 'mexicoCity', 3],
  ['Guadalajara, Jalisco, Mexico', 'guadalajara', 6],
  ['Panama City, Panama', 'panama', 3],
  ['San José, Costa Rica', 'sanJose', 3],
  ['Bogotá D.C., Colombia', 'bogota', 3],
  ['Santiago, Chile', 'santiago', 3],
  ['Buenos Aires, AR', 'buenosAires', 5],
  ['Rua Augusta 100, São Paulo - SP, Brasil', 'saoPaulo', 3],
  ['George Town, Cayman Islands', 'georgeTown', 3],
  ['Bridgetown, Barbados', 'bridgetown', 3],
  ['Willemstad, Curacao', 'willemstad', 3],
  ['Perth, WA', 'perth', 3],
  ['Cape Town, ZAF', 'capeTown', 3],
  ['Bombay', 'mumbai', 3],
  ['Peking', 'beijing', 3],
  ['Hong Kong', 'hongKong', 5],
  ['28 de Noviembre, Argentina', 'veintiochoDeNoviembre', 3],
])('finds %s by its city, near %s (within %d km)', (...expected) => expectNear('city', expected))

test.each<Expected>([
  ['Toronto, ON M5V 2T6, Canada', 'toronto', 7],
  ['10 Downing Street, London SW1A 2AA, UK', 'london', 3],
  ['75001 Paris, France', 'paris', 3],
  ['Paris, France 75001', 'paris', 3],
  ['10115 Berlin, Germany', 'berlin', 3],
  ['Berlin, DE 10115', 'berlin', 3],
  ['Marienplatz 1, 80331 München, Deutschland', 'munich', 3],
  ['1010 Wien, Österreich', 'vienna', 3],
  ['Sydney NSW 2000 Australia', 'sydney', 3],
  ['Foo, France 75001', 'paris', 3],
])('finds %s by its postal code, near %s (within %d km)', (...expected) => expectNear('zip', expected))

test.each([
  ['0872, Australia', 'postal code 0872 (Kulgera, Australia)', 77],
  ['Toronto, Ontario M5V 2T6, Canada', 'postal code M5V (Downtown Toronto, Canada)', 1],
  [
    '10 Downing Street, London, SW1A 2AA, United Kingdom',
    'postal code SW1A (Westminster Abbey, United Kingdom)',
    1,
  ],
  ['12 Rue de Rivoli, 75001 Paris, France', 'postal code 75001 (Paris, France)', 1],
  ['1012 AB Amsterdam, Netherlands', 'postal code 1012 (Amsterdam, Netherlands)', 1],
  ['1100-148 Lisboa, Portugal', 'postal code 1100 (Lisboa, Portugal)', 3],
])('%s lies at %s, exact to %i km', async (address, label, radiusKm) => {
  expect(await geocodeFromGazetteer(database.databaseContext.app, address)).toMatchObject({
    precision: 'zip',
    label,
    radiusKm,
  })
})

test('a postal code far from the city that the address names does not count', async () => {
  const point = await geocodeFromGazetteer(database.databaseContext.app, '20095 Munich, Germany')
  expect(point).toMatchObject({ precision: 'city', label: 'Munich, Germany' })
})
