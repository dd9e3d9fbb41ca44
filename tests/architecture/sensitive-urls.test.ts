import { afterAll, beforeAll, expect, test } from 'vitest'
import { openItnPdf } from '#authorizations/contract.ts'
import { openItnPdfByUrl } from '#authorizations/specified-contract.ts'
import { geocode } from '#geography/contract.ts'
import { geocodeByUrl } from '#geography/specified-contract.ts'
import { type Endpoint, inputLocation } from '#platform/contract/endpoint.ts'
import { createTicket } from '#sign-in/contract.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { readContracts } from '../../scripts/endpoints.ts'

/** The endpoints of the specification that have sensitive data in their URLs. `SENSITIVE_URLS=off` removes them. */
const specified = ['GET /api/_gc', 'GET /api/itn/pdf/{itn}']

/**
 * Every key that other endpoints send in the path or query. None is health data, a secret, or what a visitor types. Add a key
 * here only if that is true of it, too.
 */
const harmless = {
  'random IDs': ['accountId', 'after', 'id', 'run'],
  'clients and provider searches': ['clientId', 'key'],
  'places and types of a list': ['countryId', 'stateId', 'typeId'],
  'how a response is written': [
    'attributes',
    'count',
    'excludedAttributes',
    'language',
    'limit',
    'startIndex',
  ],
  'user names and emails of staff, between portal and identity provider (RFC 7644)': ['filter'],
}

const declared = (await readContracts()).flatMap(({ endpoints }) => endpoints)
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const listUrlKeys = (contracts: readonly Endpoint[]) => [
  ...new Set(
    contracts
      .filter(({ hasSensitiveUrl }) => !hasSensitiveUrl)
      .flatMap((contract) =>
        Object.keys(contract.request.shape).filter((key) =>
          ['path', 'query'].includes(inputLocation(contract, key)),
        ),
      ),
  ),
]

let portal: Awaited<ReturnType<typeof openPortal>>
let staff: Awaited<ReturnType<typeof signInStaff>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true })
  await addPendingBills(portal.databaseContext.owner, [{ itn: 'BILL1', client: 'ACME1' }])
  staff = await signInStaff(portal, 'acme')
})
afterAll(() => portal.close())

test('only the specified endpoints have sensitive data in their URLs', () => {
  expect(
    declared
      .filter(({ hasSensitiveUrl }) => hasSensitiveUrl)
      .map(nameOf)
      .sort(),
  ).toEqual(specified)
  expect(listUrlKeys(declared).sort()).toEqual(Object.values(harmless).flat().sort())
})

test('detects another endpoint with an ITN in its URL', () => {
  const { hasSensitiveUrl: _, ...unmarked } = openItnPdfByUrl
  const keys = listUrlKeys([...declared, unmarked as unknown as Endpoint])
  expect(keys.sort()).not.toEqual(Object.values(harmless).flat().sort())
})

test('SENSITIVE_URLS=off removes these endpoints, and no other one', async () => {
  const app = await portal.another({ SENSITIVE_URLS: false })
  try {
    expect(app.contracts.map(nameOf).sort()).toEqual(
      declared
        .map(nameOf)
        .filter((name) => !specified.includes(name))
        .sort(),
    )
    const { paths } = (await app.inject({ url: '/api/openapi.json' })).json()
    expect(Object.keys(paths['/api/_gc'])).toEqual(['post'])
    expect(paths).not.toHaveProperty([openItnPdfByUrl.path])

    const { headers, cookie } = staff
    const path = '/api/itn/pdf/BILL1'
    const { ticket } = (await portal.call(createTicket, { path }, { headers })).json()
    const requests = [
      { url: path, headers },
      { url: `${path}?token=${ticket}`, headers: { cookie } },
      { url: `${geocodeByUrl.path}?address=33131` },
      { url: `${geocodeByUrl.path}?address=33131`, method: 'HEAD' as const },
    ]
    for (const request of requests) expect((await app.inject(request)).statusCode).toBe(404)

    const pdf = await app.inject({ method: 'POST', url: openItnPdf.path, payload: { itn: 'BILL1' } })
    const point = await app.inject({ method: 'POST', url: geocode.path, payload: { address: '33131' } })
    expect([pdf.statusCode, point.statusCode]).toEqual([401, 200])
  } finally {
    await app.close()
  }
})

test('by default, they exist, and the API description marks them as deprecated', async () => {
  expect((await portal.call(openItnPdfByUrl, { itn: 'BILL1' })).statusCode).toBe(401)
  expect((await portal.call(geocodeByUrl, { address: '33131' })).statusCode).toBe(200)
  const { paths } = (await portal.app.inject({ url: '/api/openapi.json' })).json()
  expect(paths['/api/_gc'].get.deprecated).toBe(true)
  expect(paths['/api/_gc'].post.deprecated).toBeUndefined()
  expect(paths[openItnPdfByUrl.path].get.deprecated).toBe(true)
})
