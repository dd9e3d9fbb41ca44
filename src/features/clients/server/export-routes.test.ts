import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordExport } from '#platform/contract.ts'
import { execute, sql } from '#platform/db/database.ts'
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
  await allowLetters('letters')
  await addClient(portal, portal.config.INTERNAL_CLIENT_ID, [])
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
  ['searchers', { list: 'report', format: 'xlsx', rows: 2 }],
  ['deciders', { list: 'report-bills', format: 'csv', rows: 2 }],
  ['acme', { list: 'vobs', format: 'csv', rows: 2 }],
  ['acme', { list: 'vobs', format: 'csv', rows: 2, incidentNumber }],
] as const)('rejects a list that client %s does not have: %j', async (clientId, input) => {
  const person = await portal.staffOf(clientId)
  const before = await portal.timesAudited('list downloaded')
  expect((await person.call(recordExport, input)).statusCode).toBe(404)
  expect(await portal.timesAudited('list downloaded')).toBe(before)
})

test.each(['undelivered-mail', 'undelivered-notifications'] as const)(
  'the list %s is refused to the staff of clients and recorded for internal staff without a client',
  async (list) => {
    const input = { list, format: 'csv', rows: 2 } as const
    const before = await portal.timesAudited('list downloaded')
    expect((await staff.call(recordExport, input)).statusCode).toBe(404)
    expect(await portal.timesAudited('list downloaded')).toBe(before)
    const internal = await portal.staffOf(portal.config.INTERNAL_CLIENT_ID)
    expect((await internal.call(recordExport, input)).json()).toEqual({ client: null })
    expect(await portal.lastAudited()).toEqual({
      actor: internal.userId,
      action: 'list downloaded',
      subject: list,
      client: null,
      detail: input,
    })
  },
)

test('rejects a list of a client from internal staff who have chosen none', async () => {
  const internal = await portal.staffOf(portal.config.INTERNAL_CLIENT_ID)
  expect((await internal.call(recordExport, bills)).statusCode).toBe(400)
})

const letters = { list: 'vobs', format: 'csv', rows: 2 } as const

/** Gives a client a search with verifications of benefits and options for letters. */
async function allowLetters(clientId: string) {
  const search = { client_id: clientId, definition_key: 'domestic-secure-provider-search', position: 0 }
  await portal.insert('client_provider_search', search)
  await portal.asOwner((db) => execute(db, sql`update client set vob = '{}' where id = ${clientId}`))
}

test('rejects letters of a client with a search but no options for letters', async () => {
  await addClient(portal, 'optionless', ['OPT1'])
  await allowLetters('optionless')
  await portal.asOwner((db) => execute(db, sql`update client set vob = null where id = 'optionless'`))
  const person = await portal.staffOf('optionless')
  expect((await person.call(recordExport, letters)).statusCode).toBe(404)
})

test('rejects letters of a client without client codes', async () => {
  await addClient(portal, 'codeless', [])
  await allowLetters('codeless')
  const person = await portal.staffOf('codeless')
  expect((await person.call(recordExport, letters)).statusCode).toBe(404)
})

test('records letters of a client that issues them', async () => {
  const person = await portal.staffOf('letters')
  expect((await person.call(recordExport, letters)).statusCode).toBe(200)
})

test('records the incident that a list belongs to, with its client code', async () => {
  expect((await staff.call(recordExport, bills)).json()).toEqual({ client: 'acme' })
  expect(await portal.lastAudited()).toEqual({
    actor: staff.userId,
    action: 'list downloaded',
    subject: incidentNumber,
    client: 'ACME1',
    detail: { list: 'bills', format: 'csv', rows: 2 },
  })
})

test("records the person, the client's codes, the list, the criteria and the number of rows", async () => {
  const criteria = 'searchType: NAMEL; searchTerm: Sampleton'
  const input = { list: 'patients', format: 'xlsx', rows: 33, criteria } as const
  expect((await staff.call(recordExport, input)).json()).toEqual({ client: 'acme' })
  const clients = expect.stringContaining('ACME1')
  expect(await portal.lastAudited()).toMatchObject({
    actor: staff.userId,
    action: 'list downloaded',
    subject: clients,
    client: null,
    detail: { ...input, clients },
  })
})

test('rejects letters of a case of a client without the searches for cases', async () => {
  await allowLetters('acme')
  const ofCase = { ...letters, incidentNumber }
  expect((await staff.call(recordExport, ofCase)).statusCode).toBe(200)
  await portal.asOwner((db) =>
    execute(db, sql`update client set patient_search = false, current_activity = false where id = 'acme'`),
  )
  expect((await staff.call(recordExport, ofCase)).statusCode).toBe(404)
  expect((await staff.call(recordExport, letters)).statusCode).toBe(200)
})
