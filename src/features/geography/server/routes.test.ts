import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal } from '#test-support/portal-fixture.ts'
import { findNearestPlace, findPlaces, geocode } from '../contract.ts'
import { geocodeByUrl } from '../specified-contract.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const answerTo = (address: string) => portal.call(geocode, { address })

test.each([
  ['no address', {}],
  ['an empty address', { address: '' }],
  ['an address of spaces', { address: '  ' }],
  ['two addresses', { address: ['Miami', 'Boston'] }],
  ['an address that is too long', { address: 'a'.repeat(501) }],
])('rejects %s in the body and in the URL', async (_case, input) => {
  const posted = await portal.app.inject({ method: 'POST', url: '/api/_gc', payload: input })
  const asked = await portal.app.inject({ url: '/api/_gc', query: input })
  expect([posted.statusCode, asked.statusCode]).toEqual([400, 400])
})

test('ignores an address in the URL of a POST', async () => {
  const answer = await portal.app.inject({ method: 'POST', url: '/api/_gc?address=Miami', payload: {} })
  expect(answer.statusCode).toBe(400)
})

test.each(['asdfqwer', '123 Main St', 'Rue de Paris', '00000', '---', "'; drop table city; --", '\u0000'])(
  'responds with 404 when no place matches %j',
  async (address) => {
    const answer = await answerTo(address)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ status: 404, detail: 'Unable to geocode location' })
  },
)

test('returns the point, precision and name of a place without requiring sign-in', async () => {
  const miami = { latitude: 25.7629, longitude: -80.1895, precision: 'zip', label: 'Miami, FL 33131' }
  expect((await answerTo('33131')).json()).toEqual(miami)
  expect((await portal.call(geocodeByUrl, { address: '33131' })).json()).toEqual(miami)
})

test('responds to any address with 200, 400 or 404', async () => {
  const words = fc.constantFrom(
    'Miami',
    'FL',
    '33131',
    ',',
    'St.',
    'Paris',
    'de',
    'New',
    'York',
    'CA',
    'Georgia',
    "d'",
    '12',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.array(words).map((each) => each.join(' ')),
  )
  await fc.assert(
    fc.asyncProperty(text, async (address) => {
      const { statusCode } = await answerTo(address)
      expect([200, 400, 404]).toContain(statusCode)
    }),
    { numRuns: 300 },
  )
})

const shuffledCase = (text: string, upper: boolean[]) =>
  [...text]
    .map((letter, index) => (upper[index % upper.length] ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')

test('ignores case and repeated spaces', async () => {
  const address = fc.constantFrom(
    'Miami, FL 33131',
    '1012 AB Amsterdam',
    'St. Louis MO',
    '75001 Paris, France',
    'Köln',
    'Rue de Paris',
  )
  const upper = fc.array(fc.boolean(), { minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(address, upper, fc.integer({ min: 1, max: 3 }), async (text, letters, spaces) => {
      const varied = shuffledCase(text, letters).replaceAll(' ', ' '.repeat(spaces))
      expect({ ...(await answerTo(varied)).json(), reference: '' }).toEqual({
        ...(await answerTo(text)).json(),
        reference: '',
      })
    }),
    { numRuns: 60 },
  )
})

async function withGeocoder(
  answer: (path: string) => { status: number; body: string; location?: string },
  address: string,
) {
  const requests: string[] = []
  const server: Server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const { status, body, location } = answer(request.url ?? '')
    response.writeHead(status, location ? { location } : {}).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const other = await openPortal({
    GEOCODER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  try {
    return { answer: await other.call(geocode, { address }), requests }
  } finally {
    await other.close()
    server.close()
  }
}

test('asks the configured geocoder first', async () => {
  const found = [
    { lat: '25.7617', lon: '-80.1918', display_name: '1 Main Street, Miami', addresstype: 'building' },
  ]
  const { answer, requests } = await withGeocoder(
    () => ({ status: 200, body: JSON.stringify(found) }),
    '1 Main St, Miami, FL',
  )
  expect(requests).toEqual(['/search?q=1+Main+St%2C+Miami%2C+FL&format=jsonv2&limit=1'])
  expect(answer.json()).toEqual({
    latitude: 25.7617,
    longitude: -80.1918,
    precision: 'address',
    label: '1 Main Street, Miami',
  })
})

test.each([
  ['finds nothing', { status: 200, body: '[]' }],
  ['is broken', { status: 500, body: 'no' }],
  ['responds with something other than JSON', { status: 200, body: '<html>' }],
  ['responds with an invalid point', { status: 200, body: '[{"lat":"99","lon":"0","display_name":"x"}]' }],
  ['redirects', { status: 302, body: '', location: '/elsewhere' }],
])('falls back to the gazetteer when the geocoder %s', async (_case, given) => {
  const { answer, requests } = await withGeocoder(() => given, '1 Main St, Miami, FL')
  expect(answer.json()).toMatchObject({ precision: 'city', label: 'Miami, FL' })
  expect(requests).toHaveLength(1)
})

test.each([
  ['no text', {}],
  ['an empty text', { searchTerm: '' }],
  ['a text of spaces', { searchTerm: ' ' }],
  ['two texts', { searchTerm: ['Miami', 'Boston'] }],
  ['a text that is too long', { searchTerm: 'a'.repeat(501) }],
  ['a country that is no code', { searchTerm: 'Miami', countryIds: ['usa'] }],
  ['more countries than there are', { searchTerm: 'Miami', countryIds: Array(301).fill('US') }],
])('suggestions of places reject %s', async (_case, payload) => {
  expect((await portal.app.inject({ method: 'POST', url: '/api/places', payload })).statusCode).toBe(400)
})

test('typed places are accepted only in the body, and count toward the rate limit', async () => {
  const strict = await portal.another({ RATE_LIMIT_PER_MINUTE: 2 })
  try {
    const send = (method: 'GET' | 'POST') =>
      strict.inject({ method, url: '/api/places?searchTerm=Miami', remoteAddress: '203.0.113.7' })
    expect((await send('GET')).statusCode).toBe(404)
    for (const status of [400, 400, 429]) expect((await send('POST')).statusCode).toBe(status)
  } finally {
    await strict.close()
  }
})

test('suggests places without requiring sign-in, or none', async () => {
  const answer = await portal.call(findPlaces, { searchTerm: 'St. Pete', countryIds: ['US'] })
  expect(answer.json().results[0]).toMatchObject({ kind: 'city', label: 'St. Petersburg, FL' })
  const none = await portal.call(findPlaces, { searchTerm: '<script>' })
  expect({ status: none.statusCode, body: none.json() }).toEqual({ status: 200, body: { results: [] } })
})

test('responds with 200 or 400 to any text for suggestions', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({ unit: 'grapheme', maxLength: 500 }),
  )
  await fc.assert(
    fc.asyncProperty(text, async (searchTerm) => {
      const { statusCode } = await portal.call(findPlaces, { searchTerm })
      expect([200, 400]).toContain(statusCode)
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['no position', {}],
  ['a latitude beyond the pole', { latitude: 91, longitude: 0 }],
  ['a text', { latitude: 'north', longitude: 0 }],
])('the nearest place rejects %s', async (_case, payload) => {
  const answer = await portal.app.inject({ method: 'POST', url: '/api/places/nearest', payload })
  expect(answer.statusCode).toBe(400)
})

test('finds the place nearest to a position, which is in no address; none in the sea', async () => {
  const inMiami = { latitude: 25.7629, longitude: -80.1895 }
  expect((await portal.call(findNearestPlace, inMiami)).json()).toMatchObject({ zipCode: '33131' })
  const atSea = await portal.call(findNearestPlace, { latitude: 40, longitude: -40 })
  expect(atSea.statusCode).toBe(404)
  expect(atSea.json().detail).toBe('We couldn’t find a place near this position.')
})
