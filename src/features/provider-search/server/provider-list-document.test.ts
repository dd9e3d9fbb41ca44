import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { createRosterFixture } from '#test-support/roster-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { openProviderList } from '../mail-contract.ts'
import { maxListed } from '../mail-form-validation.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let hashes: Record<string, string[]>
beforeAll(async () => {
  portal = await openPortal()
  const fixture = createRosterFixture(portal)
  const row = (number: number, network: string) =>
    `${number},Clínica ${number},${number} Main St,Miami,FL,US,33131,305-555-0100,282N00000X,${network},25.77,-80.19,Mo-Fr 08:00-18:00`
  const { rejects } = await fixture.import(
    [
      'id,name,addressOne,city,state,country,zipcode,phone,providerType,network,latitude,longitude,hours',
      ...Array.from({ length: maxListed + 1 }, (_, number) => row(number, 'domesticLocal')),
      row(1, 'publicDomestic'),
      row(1, 'secureDomestic'),
    ].join('\n'),
  )
  expect(rejects).toEqual([])
  const query = sql`select hash, network_code as network from provider order by length(roster_id), roster_id`
  const rows = await queryRows(portal.db, z.object({ hash: z.string(), network: z.string() }), query)
  hashes = Object.fromEntries(
    [...Map.groupBy(rows, ({ network }) => network)].map(([network, found]) => [
      network,
      found.map(({ hash }) => hash),
    ]),
  )
  await fixture.close()
})
afterAll(() => portal.close())

type Distances = Record<string, number>
const open = (
  code: string,
  providers: string[],
  remoteAddress = '127.0.0.1',
  headers = {},
  distances: Distances = {},
  centers: Record<string, string> = {},
) =>
  portal.call(
    openProviderList,
    { providerCode: code, providers, distances, centers },
    { remoteAddress, headers },
  )
const from = (network: string) => hashes[network] ?? []

test('rejects the PDF of a search that the caller may not use', async () => {
  expect((await open('secureDomestic', from('secureDomestic'))).statusCode).toBe(401)
  expect((await open('domesticLocal', from('domesticLocal').slice(0, 1), '203.0.113.9')).statusCode).toBe(403)
  expect((await open('nobody', from('publicDomestic'))).statusCode).toBe(400)
  const foreign = { origin: 'https://evil.example.com' }
  const response = await open('publicDomestic', from('publicDomestic'), '127.0.0.1', foreign)
  expect(response.statusCode).toBe(403)
})

test.each([
  ['no provider', () => []],
  ['a provider of another search', () => from('secureDomestic')],
  ['a provider that does not exist', () => ['nobody']],
  ['a NUL character in a provider', () => ['a\0']],
  ['101 providers', () => from('domesticLocal')],
])('rejects the PDF of %s', async (_what, providers) => {
  const code = providers().length > maxListed ? 'domesticLocal' : 'publicDomestic'
  const response = await open(code, providers())
  expect(response.statusCode).toBe(422)
  expect(response.headers['content-type']).toContain('application/problem+json')
})

test.each([
  ['a text', '2 miles, call 555' as never],
  ['a negative number', -1],
  ['more than half around the earth', 20_101],
])('rejects the PDF with a distance that is %s', async (_what, distance) => {
  const [first = ''] = from('domesticLocal')
  expect((await open('domesticLocal', [first], '127.0.0.1', {}, { [first]: distance })).statusCode).toBe(400)
})

test('the PDF lists the providers in selection order, with hours and known distances', async () => {
  const [first = '', second = ''] = from('domesticLocal')
  const distances = { [second]: 4.02, unknown: 1 }
  const response = await open('domesticLocal', [second, first, second], '127.0.0.1', {}, distances)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-disposition']).toBe(
    'inline; filename="domestic-local-provider-search.pdf"',
  )
  const [page = '', ...others] = (await pdfPages(response.rawPayload)).map(({ text }) => text)
  expect(others).toEqual([])
  expect(page).toMatch(/Provider List[\s\S]*2 providers[\s\S]*Clínica 1[\s\S]*Clínica 0/)
  expect(page).toContain('305-555-0100')
  expect(page).toContain('Mon–Fri 8 AM – 6 PM')
  expect(page.match(/[\d.]+ mi from the location searched/g)).toEqual(['2.5 mi from the location searched'])
})

test.each([
  ['a place', 'Dallas, TX', 'the center of Dallas, TX'],
  ['no place', '', 'the location searched'],
  ['a link', 'evil.example.com', 'the location searched'],
  ['markup', '<b>Dallas', 'the location searched'],
  ['two lines', 'Dallas\nPay here', 'the location searched'],
])('the PDF says what distances are measured from: %s', async (_what, center, said) => {
  const [first = ''] = from('domesticLocal')
  const [distances, centers] = [{ [first]: 4.02 }, { [first]: center }]
  const response = await open('domesticLocal', [first], '127.0.0.1', {}, distances, centers)
  const [page] = await pdfPages(response.rawPayload)
  expect(page?.text).toContain(`2.5 mi from ${said}`)
  expect(page?.text).not.toContain('evil')
})

test('rejects the PDF with a place of more than 100 characters', async () => {
  const [first = ''] = from('domesticLocal')
  const long = { [first]: 'A'.repeat(101) }
  expect((await open('domesticLocal', [first], '127.0.0.1', {}, {}, long)).statusCode).toBe(400)
})

test('the PDF leaves out a removed provider and says so; signed-in staff are audited', async () => {
  await addClient(portal, 'alpine', [])
  const person = await signInStaff(portal, 'alpine')
  const response = await open(
    'publicDomestic',
    ['removed', ...from('publicDomestic')],
    '127.0.0.1',
    person.headers,
  )
  expect(response.statusCode).toBe(200)
  const [page] = await pdfPages(response.rawPayload)
  expect(page?.text).toContain('1 selected provider is no longer in this search and was left out.')
  const events = await queryRows(
    portal.databaseContext.owner,
    z.object({ actor: z.string(), subject: z.string(), detail: z.record(z.string(), z.unknown()) }),
    sql`select actor, subject, detail from audit_event where action = 'list downloaded'`,
  )
  const detail = { client: 'alpine', list: 'providers', rows: '2' }
  expect(events).toEqual([{ actor: person.userId, subject: 'domestic-provider-search', detail }])
})

test('the PDF is limited per visitor and day', async () => {
  const statuses = []
  for (let request = 0; request <= 300; request += 1)
    statuses.push((await open('publicDomestic', [], '203.0.113.50')).statusCode)
  expect(new Set(statuses.slice(0, 300))).toEqual(new Set([422]))
  expect(statuses.at(-1)).toBe(429)
  expect((await open('publicDomestic', [], '203.0.113.51')).statusCode).toBe(422)
})

test('the PDF of 100 providers has them all', async () => {
  const response = await open('domesticLocal', from('domesticLocal').slice(0, maxListed))
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  const pages = await pdfPages(response.rawPayload)
  expect(pages.length).toBeGreaterThan(5)
  expect(pages.at(-1)?.text).toContain('Clínica 99')
})
