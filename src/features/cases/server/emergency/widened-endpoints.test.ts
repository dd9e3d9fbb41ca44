import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { execute, sql } from '#platform/db/database.ts'
import { createTicket } from '#sign-in/contract.ts'
import { openEmergencyPortal, type Person, wanted } from '#test-support/emergency-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { withoutReference } from '#test-support/problem.ts'
import { openInEmergency } from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'

let portal: Awaited<ReturnType<typeof openEmergencyPortal>>
beforeAll(async () => {
  portal = await openEmergencyPortal()
  await execute(
    portal.databaseContext.owner,
    sql`
    insert into client_report (client_id, code, name, multi_client, position)
    values ('acme', 'SAVINGS', 'Savings', true, 0)`,
  )
})
afterAll(() => portal.close())

const { incidentNumber, dateOfBirth, reason } = wanted
const day = { startDate: '2026-03-01', endDate: '2026-03-31' }

/** Values for the keys of requests, which name the case or everything that has anything of it. */
const values = (row: string): Record<string, unknown> => ({
  incidentNumber,
  IncidentNumber: incidentNumber,
  patientCode: 'P1',
  row,
  reason,
  dateOfBirth,
  client: 'ACME1',
  clients: ['ACME1', 'ACME2'],
  Clients: 'ACME1',
  codes: 'ACME1',
  searchTerm: 'Sampleton',
  searchType: 'NAMEL',
  search: 'Sampleton',
  name: 'Sampleton',
  user: 'Ada',
  ...day,
  StartDate: day.startDate,
  EndDate: day.endDate,
  firstDay: day.startDate,
  lastDay: day.endDate,
  activityList: ['ALL'],
  ReportCode: 'SAVINGS',
  billState: 'any',
  billMatch: 'value',
  ITN: 'ITN2',
  itn: 'PENDING1',
  itnNumber: 'PENDING1',
  PageStart: 4,
  PageEnd: 5,
  PageStartNumber: 1,
  PageEndNumber: 2,
  ShowImages: 'true',
  BillImage: 'true',
  list: 'bills',
  format: 'csv',
  rows: 1,
  criteria: '',
  denialCode: '0188',
  noteId: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90',
  noteText: 'Hello',
  commentId: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90',
  commentText: 'Hello',
  period: 'any',
  outcome: 'any',
  timing: 'any',
  status: 'any',
  state: 'standing',
  policyNumber: 'POL-1',
  patientPolicyNumber: 'POL-1',
  patientLastName: 'Sampleton',
  after: '',
  id: 'x',
})

/** What changes with each response, and what would change the session or the access itself. */
const excluded = ['/api/tickets', '/api/sign-ins', '/api/sign-ins/end-others', openInEmergency.path]

/** The status and the content of the response of each staff endpoint, by path. */
async function readEverything(person: Person, row: string) {
  const read = new Map<string, string>()
  const endpoints = portal.app.contracts.filter(
    ({ access, path, method }) => access === 'staff' && (!excluded.includes(path) || method === 'GET'),
  )
  for (const contract of endpoints.filter(({ path }) => !path.startsWith('/api/sign-ins'))) {
    const response = await send(contract, person, row)
    const json = String(response.headers['content-type']).includes('json')
    const content = json
      ? JSON.stringify(withoutReference(response.json()), withoutVersion)
      : response.headers['content-type']
    read.set(`${contract.method} ${contract.path}`, `${response.statusCode} ${content}`)
  }
  return read
}

/** The version of the queue has the last transaction. */
const withoutVersion = (key: string, value: unknown) => (key === 'version' ? undefined : value)

/** Sends a request as a page does; documents with a ticket. */
async function send(contract: Endpoint, person: Person, row: string) {
  const known = values(row)
  const keys = Object.keys(contract.request.shape)
  const input = Object.fromEntries(keys.flatMap((key) => (key in known ? [[key, known[key]]] : [])))
  if (!keys.includes('Token')) return portal.call(contract, input, person)
  const fields = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]))
  const { ticket } = (await portal.call(createTicket, { path: contract.path, fields }, person)).json()
  return portal.call(contract, { ...fields, Token: ticket ?? '' }, person)
}

test('an open case changes the responses of exactly these endpoints, and only for its person', async () => {
  freezeClock()
  const [nora, olga] = [await portal.signInNarrowed(), await portal.signInNarrowed('Olga Other')]
  const { row } = await portal.openCase(olga)
  const before = await readEverything(nora, row)
  await portal.openCase(nora)
  const after = await readEverything(nora, row)
  const changed = [...after].filter(([name, content]) => before.get(name) !== content)
  expect(changed.map(([name]) => name).toSorted()).toEqual([
    'GET /api/emergency-access',
    'POST /api/billimage',
    'POST /api/bills',
    'POST /api/case',
    'POST /api/casedocument',
    'POST /api/casedocuments',
    'POST /api/casefeed',
    'POST /api/casesummary',
    'POST /api/casetimeline',
    'POST /api/medicalrecord',
    'POST /api/medicalrecords',
    'POST /api/notes',
    'POST /api/repricinginvoice',
  ])
  for (const [name, content] of changed) expect(content, name).toMatch(/^200/)
})

test('each endpoint that an open case changes has a name in the review', async () => {
  const nora = await portal.signInNarrowed()
  const { id, row } = await portal.openCase(nora)
  await readEverything(nora, row)
  const actions = (await portal.findListed(id))?.reads.map(({ action }) => action)
  expect([...new Set(actions)].toSorted()).toEqual(Object.keys(messages.actions).toSorted())
})
