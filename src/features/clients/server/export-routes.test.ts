import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordExport } from '#platform/list-export-contract.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { withoutReference } from '#test-support/problem.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'

const incidentNumber = '24000000017'
const bills = { list: 'bills', format: 'csv', rows: 2, incidentNumber } as const

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal()
  staff = await portal.staffOf('acme')
  await addClient(portal, 'deciders', ['DEC1'], { clientAuth: true })
  await addClient(portal, 'searchers', ['SEA1'], { patientSearch: true })
  await addClient(portal, 'letters', ['LET1'])
})
afterAll(() => portal.close())

test('rejects requests without a session', async () => {
  expect((await portal.call(recordExport, bills)).statusCode).toBe(401)
})

test.each([
  ['an unknown list', { ...bills, list: 'people' }],
  ['an unknown format', { ...bills, format: 'xls' }],
  ['no rows', { ...bills, rows: 0 }],
  ['a broken number of rows', { ...bills, rows: 1.5 }],
  ['a list of a case without the incident', { ...bills, incidentNumber: '' }],
  ['criteria that are too long', { ...bills, criteria: 'x'.repeat(2001) }],
])('rejects %s', async (_what, input) => {
  expect((await staff.call(recordExport, input as never)).statusCode).toBe(400)
})

test.each([
  ['another client', async () => portal.staffOf('other')],
  [
    'another client code',
    async () => {
      const limited = await portal.staffOf('acme')
      const grant = { kind: 'client code', client_code: 'ACME2', granted_at: new Date() }
      await portal.insert('staff_grant', { user_id: limited.userId, ...grant })
      return limited
    },
  ],
])('treats the incident of %s like a missing one', async (_what, signIn) => {
  const person = await signIn()
  const before = await portal.lastAudited()
  const foreign = await person.call(recordExport, bills)
  const missing = await person.call(recordExport, { ...bills, incidentNumber: '99999999999' })
  expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404])
  expect(withoutReference(foreign.json())).toEqual(withoutReference(missing.json()))
  expect(await portal.lastAudited()).toEqual(before)
})

test.each([
  ['bare', bills],
  ['bare', { list: 'patients', format: 'csv', rows: 2 }],
  ['deciders', { list: 'patients', format: 'csv', rows: 2 }],
  ['searchers', { list: 'current-activity', format: 'csv', rows: 2 }],
  ['searchers', { list: 'authorizations', format: 'csv', rows: 2 }],
  ['acme', { list: 'vobs', format: 'csv', rows: 2 }],
  ['acme', { list: 'vobs', format: 'csv', rows: 2, incidentNumber }],
] as const)('rejects a list that client %s does not have: %j', async (clientId, input) => {
  const person = await portal.staffOf(clientId)
  const before = await portal.timesAudited('list downloaded')
  expect((await person.call(recordExport, input)).statusCode).toBe(404)
  expect(await portal.timesAudited('list downloaded')).toBe(before)
})

test('records letters of a client with verifications of benefits', async () => {
  const search = { client_id: 'letters', definition_key: 'domestic-secure-provider-search', position: 0 }
  await portal.insert('client_provider_search', search)
  const person = await portal.staffOf('letters')
  const response = await person.call(recordExport, { list: 'vobs', format: 'csv', rows: 2 })
  expect(response.statusCode).toBe(200)
})

test('records the incident that a list belongs to, with its client code', async () => {
  expect((await staff.call(recordExport, bills)).json()).toEqual({})
  expect(await portal.lastAudited()).toEqual({
    ...{ actor: staff.userId, action: 'list downloaded', subject: incidentNumber, client: 'ACME1' },
    detail: { list: 'bills', format: 'csv', rows: 2 },
  })
})

test("records the person, the client's codes, the list, the criteria and the number of rows", async () => {
  const criteria = 'searchType: NAMEL; searchTerm: Sampleton'
  const input = { list: 'patients', format: 'xlsx', rows: 33, criteria } as const
  expect((await staff.call(recordExport, input)).json()).toEqual({})
  const clients = expect.stringContaining('ACME1')
  expect(await portal.lastAudited()).toMatchObject({
    ...{ actor: staff.userId, action: 'list downloaded', subject: clients, client: null },
    detail: { ...input, clients },
  })
})
