import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { features } from '#clients/contract.ts'
import { openLog } from '#platform/config/log.ts'
import { readConfig } from '#platform/config/settings.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { openHttpServer } from '#platform/http/http-server.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { endpointsDocument, endpointsFile, readContracts } from '../../scripts/endpoints.ts'

/** Every public endpoint. Add an endpoint here only on purpose. */
const publicEndpoints = [
  'GET /api/_gc public',
  'GET /api/captcha public',
  'GET /api/cities/{countryId}/{stateId} by-definition',
  'GET /api/countries by-definition',
  'GET /api/directory-figures public',
  'GET /api/eligibility-contact/{clientId} public',
  'GET /api/emailProviders/sender by-definition',
  'GET /api/info/{key} by-definition',
  'GET /api/provider-search-detail/{key} by-definition',
  'GET /api/providertypes/{stateId} by-definition',
  'GET /api/providertypes/{stateId}/{typeId}/related by-definition',
  'GET /api/states/{countryId} by-definition',
  'POST /api/_gc public',
  'POST /api/clientmember/login public',
  'POST /api/clientmember/logout public',
  'POST /api/emailProviders by-definition',
  'POST /api/places public',
  'POST /api/places/nearest public',
  'POST /api/providers by-definition',
  'POST /api/providers/list.pdf by-definition',
  'POST /api/providertypes/{stateId}/suggestions by-definition',
  'POST /api/sendfeedback by-definition',
  'POST /api/suggestions by-definition',
]

/** Staff endpoints without a feature. Letters and reports check the client's grants themselves. */
const withoutFeature = [
  'GET /api/account-manager-picture/{id} staff',
  'GET /api/autocomplete/ staff',
  'GET /api/client-home-page staff',
  'GET /api/clientconfiguration/{clientId} staff',
  'GET /api/member-accounts staff',
  'GET /api/reports/runs staff',
  'GET /api/reports/runs/{run} staff',
  'GET /api/sign-ins staff',
  'POST /api/VOBPreview staff',
  'POST /api/createVOB staff',
  'POST /api/getVOBData staff',
  'POST /api/issuedVOB staff',
  'POST /api/listexports staff',
  'POST /api/member-accounts/{accountId}/password staff',
  'POST /api/openVOB staff',
  'POST /api/reading-limit/confirm staff',
  'POST /api/reports/report.pdf staff',
  'POST /api/reports/run.pdf staff',
  'POST /api/reports/runs/{run}/cancel staff',
  'POST /api/reports/view staff',
  'POST /api/sign-ins/end-others staff',
  'POST /api/sign-ins/{id}/end staff',
  'POST /api/tickets staff',
  'POST /api/vobs staff',
  'POST /api/withdrawVOB staff',
]

const contracts = await readContracts()
const declared = contracts.flatMap(({ endpoints }) => endpoints)

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('exactly the listed endpoints are public', () => {
  expect(listPublic(portal.app.contracts)).toEqual(publicEndpoints)
})

test('docs/endpoints.md is current (npm run generate updates it)', () => {
  expect(endpointsDocument(contracts)).toBe(readFileSync(endpointsFile, 'utf8'))
})

test('detects an additional public endpoint', () => {
  const [first] = portal.app.contracts
  const added = { ...first, path: '/api/additional', access: 'public' } as Endpoint
  expect(listPublic([...portal.app.contracts, added])).not.toEqual(publicEndpoints)
})

test('registers every declared endpoint exactly once', () => {
  expect(portal.app.contracts.map(nameOf).sort()).toEqual(declared.map(nameOf).sort())
})

test('rejects anonymous requests to every endpoint that is not public', async () => {
  for (const contract of portal.app.contracts.filter((each) => !isPublic(each))) {
    const { statusCode } = await portal.app.inject({ method: contract.method, url: contract.path })
    expect(statusCode, nameOf(contract)).toBe(401)
  }
})

test('exactly the listed staff endpoints need no feature', () => {
  const free = portal.app.contracts.filter(({ access, features }) => access === 'staff' && !features)
  expect(free.map(nameOf).sort()).toEqual(withoutFeature)
})

test('every required feature is a configuration key', () => {
  const needed = portal.app.contracts.flatMap(({ features = [] }) => features.flat())
  expect([...new Set(needed)].sort()).toEqual(Object.keys(features.shape).sort())
})

test('returns 404 to a client without the required feature', async () => {
  await addClient(portal, 'bare', ['BARE'], {})
  const { headers } = await signInStaff(portal, 'bare')
  for (const contract of portal.app.contracts.filter(({ features }) => features)) {
    const { statusCode } = await portal.app.inject({ method: contract.method, url: contract.path, headers })
    expect(statusCode, nameOf(contract)).toBe(404)
  }
})

test('rejects an endpoint without a contract at startup', async () => {
  const app = await openHttpServer(readConfig({}), openLog('silent'))
  expect(() => app.get('/api/additional', async () => ({}))).toThrow(/without a contract/)
})

function listPublic(contracts: Endpoint[]) {
  return contracts.filter(isPublic).map(nameOf).sort()
}

function isPublic({ access }: Endpoint) {
  return access === 'public' || access === 'by-definition'
}

function nameOf({ method, path, access }: Endpoint) {
  return `${method} ${path} ${access}`
}
