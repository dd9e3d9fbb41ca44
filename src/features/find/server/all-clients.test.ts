import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { type FoundInAllClients, findInAllClients } from '../contract.ts'
import { maxResults } from '../rules.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
type Staff = Awaited<ReturnType<typeof portal.staffOf>>
let internal: Staff

const crowd = Array.from({ length: 6 }, (_, at) => [`C${at},ACME2`, `D${at},OTHER1`]).flat()

beforeAll(async () => {
  portal = await openCasePortal()
  await addClient(portal, portal.config.INTERNAL_CLIENT_ID, [])
  await addClient(portal, 'deciders', ['DEC1'], { clientAuth: true })
  await addClient(portal, 'searchers', ['SEA1'], { currentActivity: true })
  await addClient(portal, 'closed', ['CLO1'], {
    enabled: false,
    patientSearch: true,
    currentActivity: true,
    clientAuth: true,
  })
  internal = await portal.staffOf(portal.config.INTERNAL_CLIENT_ID)
  const { rejects } = await portal.fixture.import({
    'patients.csv': `patientCode,client,lastName,firstName,dateOfBirth
F1,OTHER1,Sampleford,Fay,1980-05-06
S1,SEA1,Samplesea,Sid,1990-01-01
D1,DEC1,Samplehidden,Dee,1990-01-01
B1,BARE1,Samplebare,Bob,1990-01-01
X1,CLO1,Sampleclosed,Cy,1990-01-01
${crowd.map((start) => `${start},Crowdwell,Kim,1971-03-01`).join('\n')}
`,
    'policies.csv': 'policyNumber,patientCode\nFOR-9,F1\nCLO-9,X1\n',
    'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate
55000000055,F1,FOR-9,2026-03-01,Fell,2026-03-02
55000000077,X1,CLO-9,2026-03-01,Fell,2026-03-02
`,
  })
  expect(rejects).toEqual([])
  await addPendingBills(portal.databaseContext.owner, [
    { itn: 'ITN9000001', client: 'DEC1', patientName: 'Samplehidden, Dee' },
    { itn: 'ITN9000002', client: 'SEA1', patientName: 'Samplesea, Sid' },
    { itn: 'ITN9000003', client: 'CLO1', patientName: 'Sampleclosed, Cy' },
  ])
})
afterAll(() => portal.close())

const find = async (searchTerm: string, by = internal): Promise<FoundInAllClients> => {
  const response = await by.call(findInAllClients, { searchTerm })
  expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
  return response.json()
}
/** The patients and ITNs, each with the name of its client. */
const list = ({ cases, authorizations, clients }: FoundInAllClients) => {
  const clientName = (code: string) => clients.find(({ codes }) => codes.includes(code))?.label
  const rows = [
    ...cases.map(({ patientName, client }) => `${patientName}: ${clientName(client)}`),
    ...authorizations.map(({ itnNumber, client }) => `${itnNumber}: ${clientName(client)}`),
  ]
  return [...new Set(rows)].sort()
}
const nothing = {
  cases: [],
  authorizations: [],
  clients: [],
  isNumbersOnly: false,
  hasMore: { cases: false, authorizations: false },
}

test('visitors and the staff of a client are refused', async () => {
  expect((await portal.call(findInAllClients, { searchTerm: 'sample' })).statusCode).toBe(401)
  const staff = await portal.staffOf('acme')
  expect((await staff.call(findInAllClients, { searchTerm: 'sample' })).statusCode).toBe(404)
})

test('100,000 characters are rejected with 400', async () => {
  const response = await internal.call(findInAllClients, { searchTerm: 'a'.repeat(100_000) })
  expect(response.statusCode).toBe(400)
})

describe('a search for', () => {
  test.each([
    ['an incident number', '55000000055', ['Sampleford, Fay: Client other']],
    ['an ITN', '9000001', ['ITN9000001: Client deciders']],
    ['a policy number', 'for 9', ['Sampleford, Fay: Client other']],
    ['a date of birth', '5/6/80', ['Sampleford, Fay: Client other', 'Sampleton, Ada: Client acme']],
    ['a last and a first name', 'sampleford, f', ['Sampleford, Fay: Client other']],
    ['a name with a typing error', 'smapleford', ['Sampleford, Fay: Client other']],
    [
      'the beginning of a name, with the features of each client',
      'sample',
      [
        'ITN9000001: Client deciders',
        'Sampleford, Fay: Client other',
        'Samplesea, Sid: Client searchers',
        'Sampleton, Ada: Client acme',
      ],
    ],
  ])('%s finds rows of all clients', async (_what, text, rows) => {
    expect(list(await find(text))).toEqual(rows)
  })

  test.each([
    ['a number of a closed client', '55000000077'],
    ['a policy of a closed client', 'CLO-9'],
    ['an ITN of a closed client', 'ITN9000003'],
    ['an ITN of a client without authorizations', 'ITN9000002'],
    ['a patient of a client without case searches', 'Samplebare'],
    ['a single letter', 's'],
  ])('%s finds nothing', async (_what, text) => {
    expect(await find(text)).toEqual(nothing)
  })

  test('a common name has at most eight rows', async () => {
    const { cases, hasMore } = await find('crowdwell')
    expect([cases.length, hasMore.cases]).toEqual([maxResults, true])
  })
})

test('a viewed client does not narrow the search', async () => {
  const viewing = { ...internal.headers, 'client-id': 'acme' }
  const response = await portal.call(findInAllClients, { searchTerm: 'FOR-9' }, { headers: viewing })
  expect(list(response.json())).toEqual(['Sampleford, Fay: Client other'])
})

test('a person restricted to some codes finds only their rows', async () => {
  const restricted = await portal.staffOf(portal.config.INTERNAL_CLIENT_ID)
  await execute(
    portal.databaseContext.owner,
    sql`insert into staff_grant (user_id, kind, client_code, granted_at)
        values (${restricted.userId}, 'client code', 'OTHER1', now())`,
  )
  expect(list(await find('sample', restricted))).toEqual(['Sampleford, Fay: Client other'])
  expect(await find('24000000017', restricted)).toEqual(nothing)
})

test('the audit trail has the rows and their client codes', async () => {
  await find('sampleford')
  expect(await portal.lastAudited()).toMatchObject({
    action: 'found by typing',
    subject: 'all clients',
    client: 'OTHER1',
    detail: { searchTerm: 'sampleford', rows: 1 },
    shown: ['55000000055'],
  })
  await find('5/6/1980')
  expect(await portal.lastAudited()).toMatchObject({
    client: null,
    detail: { searchTerm: '5/6/1980', clients: 'OTHER1,ACME1' },
  })
})

describe('among more client codes than names can be searched in', () => {
  beforeAll(() =>
    addClient(
      portal,
      'many',
      Array.from({ length: 60 }, (_, at) => `MANY${at}`),
      { patientSearch: true },
    ),
  )

  test.each([
    ['an incident number', '55000000055', ['Sampleford, Fay: Client other']],
    ['an incident number without punctuation', '5500 0000055', ['Sampleford, Fay: Client other']],
    ['an ITN', 'itn 9000001', ['ITN9000001: Client deciders']],
    ['the digits of an ITN', '9000001', ['ITN9000001: Client deciders']],
    ['a policy number', 'for 9', ['Sampleford, Fay: Client other']],
  ])('%s finds its row', async (_what, text, rows) => {
    expect(list(await find(text))).toEqual(rows)
  })

  test.each(['sampleford', 'smapleford', 'sampleford, fay', '5/6/80', '5500000005', 'FOR', 'ITN900'])(
    '%s finds nothing, and the response says why',
    async (text) => {
      expect(await find(text)).toEqual({ ...nothing, isNumbersOnly: true })
    },
  )
})
