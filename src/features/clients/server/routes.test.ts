import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { execute, sql } from '#platform/db/database.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { withoutReference } from '#test-support/problem.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import {
  getAccountManagerPicture,
  getClientConfiguration,
  getHomePage,
  listClients,
  listSelectorSearches,
} from '../contract.ts'
import { readClients } from './clients-file.ts'
import { applyImport, noDependents } from './clients-import.ts'

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const file = `
clients:
  - id: alpine
    name: Alpine Travel Insurance
    codes: [{ code: ALP1, name: Alpine Travel }, { code: ALP2, name: Alpine Rail }]
    currentActivity: true
    patientSearch: true
    clientAuth: true
    authorizers: all
    providerSearches: [domestic-secure-provider-search, { key: international-provider-search, networks: [core] }]
    reports: [{ code: SAVINGS, name: Savings Summary, multiClient: true }]
    accountManagers:
      - { name: Ada Sample, title: Lead, email: ada@example.com, phone: 555-0101, picture: 'data:image/png;base64,${onePixel}' }
      - { name: Bo Sample, title: Second, email: bo@example.com, phone: 555-0102 }
    home: { banner: Welcome, videoUrl: /videos/welcome.webm, html: <p>Hello</p> }
  - { id: lagoon, name: Lagoon Health Plan, codes: [{ code: LAG1, name: Lagoon }] }
  - { id: closed, name: Closed Plan, enabled: false, codes: [{ code: CLO1, name: Closed }] }
  - { id: harborline, name: Harborline Assistance }
externalSearches:
  - { name: Aetna, url: https://aetna.example.com, position: 6 }
  - { name: First Health, url: https://first-health.example.com, position: 8 }
  - { name: UHC, url: https://uhc.example.com, position: 9 }
`

let portal: Awaited<ReturnType<typeof openPortal>>
let staff: Record<'alpine' | 'lagoon' | 'internal' | 'viewing', Awaited<ReturnType<typeof signInStaff>>>
const load = async (text: string) =>
  applyImport(
    portal.databaseContext.owner,
    await readClients(text, { name: 'clients.yaml', folder: '.', videoHosts: [] }),
    { name: 'clients.yaml', actor: 'test', dependents: noDependents },
  )

beforeAll(async () => {
  portal = await openPortal()
  await load(file)
  staff = {
    alpine: await signInStaff(portal, 'alpine'),
    lagoon: await signInStaff(portal, 'lagoon'),
    internal: await signInStaff(portal, 'harborline'),
    viewing: await signInStaff(portal, 'harborline', { viewing: 'alpine' }),
  }
})
afterAll(() => portal.close())

type Who = keyof typeof staff
const ask = <Request extends z.ZodObject, Response extends z.ZodType>(
  who: Who,
  contract: Endpoint<Request, Response>,
  input: z.input<Request>,
) => portal.call(contract, input, { headers: staff[who].headers })
const configuration = (who: Who, clientId: string) => ask(who, getClientConfiguration, { clientId })
const pictureId = async (who: Who) => {
  const [manager] = (await configuration(who, 'alpine')).json().accountManagement
  return manager.photoUrl.replace('/api/account-manager-picture/', '')
}

test.each([
  ['another client', 'alpine'],
  ['a closed client', 'closed'],
  ['the provider organization', 'harborline'],
])("treats %s as nonexistent for a client's staff", async (_case, clientId) => {
  const foreign = await configuration('lagoon', clientId)
  const missing = await configuration('lagoon', 'no-such-client')
  expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404])
  expect(withoutReference(foreign.json())).toEqual(withoutReference(missing.json()))
})

test.each(['closed', 'nobody', "x' or true"])('internal staff get 404 for client %s', async (clientId) => {
  expect((await configuration('internal', clientId)).statusCode).toBe(404)
})

test('returns the configuration from the clients file', async () => {
  const response = await configuration('alpine', 'alpine')
  expect(response.json()).toEqual({
    clientId: 'alpine',
    clientName: 'Alpine Travel Insurance',
    clientCodes: { ALP1: 'Alpine Travel', ALP2: 'Alpine Rail' },
    providerSearches: [
      {
        code: 'secureDomestic',
        name: 'Secure Domestic Provider Search',
        url: '/domestic-secure-provider-search',
        isSecure: true,
        isVOB: false,
      },
      {
        code: 'publicInternational',
        name: 'International Provider Search',
        url: '/international-provider-search',
        isSecure: false,
        isVOB: false,
      },
    ],
    currentActivity: true,
    patientSearch: true,
    clientAuth: true,
    caseSummary: false,
    mayDecide: true,
    reports: [{ code: 'SAVINGS', name: 'Savings Summary', multiClient: true }],
    accountManagement: [
      {
        name: 'Ada Sample',
        title: 'Lead',
        email: 'ada@example.com',
        phone: '555-0101',
        photoUrl: expect.stringMatching(/^\/api\/account-manager-picture\/[0-9a-f-]{36}$/),
      },
      { name: 'Bo Sample', title: 'Second', email: 'bo@example.com', phone: '555-0102', photoUrl: null },
    ],
    isInternal: false,
    version: response.headers['configuration-version'],
  })
})

test('returns empty lists for a client without features', async () => {
  expect((await configuration('lagoon', 'lagoon')).json()).toMatchObject({
    clientCodes: { LAG1: 'Lagoon' },
    providerSearches: [],
    reports: [],
    accountManagement: [],
    mayDecide: false,
  })
})

test('internal staff see every client and can make decisions only with a grant', async () => {
  const responses = [await configuration('internal', 'alpine'), await configuration('viewing', 'alpine')]
  expect(responses[0]?.json()).toMatchObject({
    clientCodes: { ALP1: 'Alpine Travel', ALP2: 'Alpine Rail' },
    mayDecide: false,
    isInternal: true,
  })
  expect(responses[0]?.json()).toEqual(responses[1]?.json())
  expect(responses[1]?.json().version).toBe(responses[1]?.headers['configuration-version'])
})

test('a grant restricts the codes and changes the version', async () => {
  await addClient(portal, 'narrow', ['NAR1', 'NAR2'])
  const { headers, userId } = await signInStaff(portal, 'narrow')
  const seen = async () =>
    (await portal.call(getClientConfiguration, { clientId: 'narrow' }, { headers })).json()
  const before = await seen()
  const grant = { kind: 'client code', client_code: 'NAR2', granted_at: new Date() }
  await portal.insert('staff_grant', { user_id: userId, ...grant })
  const after = await seen()
  expect([before.clientCodes, after.clientCodes]).toEqual([{ NAR1: 'NAR1', NAR2: 'NAR2' }, { NAR2: 'NAR2' }])
  expect(after.version).not.toBe(before.version)
})

test('lists only their own client for staff and all clients for internal staff', async () => {
  expect((await ask('lagoon', listClients, {})).json()).toEqual({
    clients: [{ id: 'lagoon', label: 'Lagoon Health Plan' }],
  })
  const { clients } = (await ask('internal', listClients, {})).json()
  expect(clients.slice(0, 2)).toEqual([
    { id: 'alpine', label: 'Alpine Travel Insurance' },
    { id: 'narrow', label: 'Client narrow' },
  ])
  expect(clients.map(({ id }: { id: string }) => id)).toEqual(['alpine', 'narrow', 'harborline', 'lagoon'])
})

test('internal staff get no home page before choosing a client', async () => {
  expect((await ask('internal', getHomePage, {})).statusCode).toBe(400)
})

test('returns banner, video and content of the current client', async () => {
  const page = { content: '<p>Hello</p>', banner: 'Welcome', videoUrl: '/videos/welcome.webm' }
  expect((await ask('alpine', getHomePage, {})).json()).toEqual(page)
  expect((await ask('viewing', getHomePage, {})).json()).toEqual(page)
  expect((await ask('lagoon', getHomePage, {})).json()).toEqual({ content: '', banner: '', videoUrl: null })
})

test('sanitizes content already in the database', async () => {
  await addClient(portal, 'tampered', ['TAM1'])
  const { headers } = await signInStaff(portal, 'tampered')
  const html = '<p onclick="x()">Hi</p><script>1</script>'
  await portal.insert('content', { key: 'home/tampered', version: 1, html, stored_at: new Date() })
  await execute(
    portal.databaseContext.owner,
    sql`update client set video_url = 'https://evil.example.com/1.mp4' where id = 'tampered'`,
  )
  expect((await portal.call(getHomePage, {}, { headers })).json()).toEqual({
    content: '<p>Hi</p>',
    banner: '',
    videoUrl: null,
  })
})

test('treats a picture of another client as not found', async () => {
  const foreign = await ask('lagoon', getAccountManagerPicture, { id: await pictureId('alpine') })
  const missing = await ask('lagoon', getAccountManagerPicture, { id: crypto.randomUUID() })
  expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404])
  expect(withoutReference(foreign.json())).toEqual(withoutReference(missing.json()))
})

test.each(['alpine', 'viewing'] as const)('returns the picture unchanged for %s', async (who) => {
  const { statusCode, rawPayload, headers } = await ask(who, getAccountManagerPicture, {
    id: await pictureId(who),
  })
  expect(statusCode).toBe(200)
  expect(rawPayload.toString('base64')).toBe(onePixel)
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' })
})

test('restricts the selector to internal staff', async () => {
  expect((await ask('alpine', listSelectorSearches, {})).statusCode).toBe(404)
})

test('lists the selector searches in the specified order', async () => {
  const { searches } = (await ask('internal', listSelectorSearches, {})).json()
  expect(searches.map(({ url }: { url: string }) => url)).toEqual([
    '/domestic-provider-search',
    '/domestic-local-provider-search',
    '/international-provider-search',
    '/sagicor-provider-search',
    '/sagicor-jamaica-provider-search',
    'https://aetna.example.com',
    '/aetna-international-provider-search',
    'https://first-health.example.com',
    'https://uhc.example.com',
  ])
})

test('changing a client changes its configuration version', async () => {
  const before = (await configuration('lagoon', 'lagoon')).json().version
  await load('clients: [{ id: lagoon, name: Lagoon Plan, codes: [{ code: LAG1, name: Lagoon }] }]')
  expect((await configuration('lagoon', 'lagoon')).json().version).not.toBe(before)
})
