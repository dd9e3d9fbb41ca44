import { afterAll, beforeAll, expect, test } from 'vitest'
import { processAuthorization } from '#authorizations/contract.ts'
import { readTimeline } from '#cases/contract.ts'
import { dayInTimeZone } from '#platform/contract/calendar.ts'
import { now } from '#platform/contract/clock.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { makeTicket } from '#sign-in/contract.ts'
import { loggedIn } from '#test-support/member-fixture.ts'
import { addManyClients, type MarkedClient, reportCodes } from '#test-support/multi-tenant-fixture.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { signedIn } from '#test-support/sign-in-fixture.ts'
import { addVobProviders, aVobForm } from '#test-support/vob-fixture.ts'

/** A valid letter for the client's own staff; no other client has its group. */
const typedIntoVob = Object.entries(aVobForm()).map(([field, value]) => [field, () => value])

/** The sample value of each request key that belongs to another client. */
const foreignValues: Record<string, (other: MarkedClient) => unknown> = {
  ...Object.fromEntries(typedIntoVob),
  groupId: ({ mark }) => mark,
  sincerely: ({ mark }) => mark,
  patientLastName: ({ mark }) => mark,
  Token: () => '',
  ticket: ({ mark }) => mark,
  Number: () => `VOB-${dayInTimeZone('America/New_York', now()).slice(0, 4)}-000001`,
  client: ({ codes }) => codes.join(','),
  providerSearchType: () => 'secureDomestic',
  clientId: ({ id }) => id,
  id: ({ managerId }) => managerId,
  path: () => '/api/casedocument',
  fields: ({ id, codes: [code] }) => ({ client: code, clientId: id }),
  key: () => 'domestic-secure-provider-search',
  providerCode: () => 'secureDomestic',
  providerSearchCode: () => 'secureDomestic',
  countryId: () => 'US',
  stateId: () => 'FL',
  country: () => 'US',
  state: () => 'FL',
  city: () => 'Miami',
  zipCode: () => '33131',
  name: ({ mark }) => mark,
  address: () => '',
  user: ({ mark }) => mark,
  toEmail: () => 'bob@example.com',
  providers: ({ mark }) => [mark],
  email: () => 'ann@example.com',
  message: ({ mark }) => mark,
  captchatoken: () => '',
  itemId: () => 'provider-experience',
  searchTerm: ({ mark }) => mark,
  searchType: () => 'NAMEL',
  startDate: () => '2026-03-01',
  endDate: () => '2026-03-31',
  clients: ({ codes }) => codes,
  activityList: () => ['ALL'],
  incidentNumber: ({ incidentNumber }) => incidentNumber,
  patientCode: ({ mark }) => mark,
  IncidentNumber: ({ incidentNumber }) => incidentNumber,
  ITN: ({ mark }) => mark,
  itn: ({ mark }) => mark,
  patientResponsibility: () => '0',
  patientResponsibilityCurrency: () => 'USD',
  maximumCovered: () => '0',
  maximumCoveredCurrency: () => 'USD',
  denialCode: () => undefined,
  additionalInfo: () => undefined,
  otherSpecialHandling: () => undefined,
  round: () => undefined,
  after: () => undefined,
  limit: () => undefined,
  idempotencyKey: ({ mark }) => mark,
  PageStart: () => 1,
  PageEnd: () => 1,
  PageStartNumber: () => 1,
  PageEndNumber: () => 1,
  ShowImages: () => 'true',
  BillImage: () => 'true',
  clientName: ({ id }) => id,
  policy: ({ mark }) => mark,
  firstName: () => 'Ada',
  lastName: ({ mark }) => mark,
  dateOfBirth: () => '1980-05-06',
  Clients: ({ codes: [code] }) => code,
  StartDate: () => '2026-03-01',
  EndDate: () => '2026-03-31',
  ReportCode: () => 'SAVINGS',
  run: ({ runId }) => runId,
  Run: ({ runId }) => runId,
}
/**
 * Keys that narrow a provider search, which belong to no client, and the key that says when a PDF is fetched.
 */
const leftOut = ['taxId', 'latitude', 'longitude', 'providerType', 'networkCode', 'rangeInKM', 'ahead']

let portal: Awaited<ReturnType<typeof openPortal>>
let clients: MarkedClient[]
beforeAll(async () => {
  portal = await openPortal({ RATE_LIMIT_PER_MINUTE: 1_000_000_000 })
  clients = await addManyClients(portal)
  await addVobProviders(portal.databaseContext)
})
afterAll(() => portal.close())

/** The endpoints for people. Decisions come last, because decided bills leave the pending lists. */
const forPeople = () =>
  portal.app.contracts
    .filter(({ access }) => access !== 'public' && access !== 'session')
    .toSorted((one, other) => Number(one === processAuthorization) - Number(other === processAuthorization))

type Input = Record<string, unknown>

function inputFor(contract: Endpoint, other: MarkedClient): Input {
  const keys = Object.keys(contract.request.shape).filter((key) => !leftOut.includes(key))
  return Object.fromEntries(keys.map((key) => [key, foreignValues[key]?.(other)]))
}

/** All sample requests of an endpoint; for reports, one per report. */
function inputsFor(contract: Endpoint, other: MarkedClient): Input[] {
  const input = inputFor(contract, other)
  if (!('ReportCode' in input)) return [input]
  return reportCodes.map((ReportCode) => ({ ...input, ReportCode }))
}

type Headers = Record<string, string>

/** The response to a request for this data, with a ticket if the endpoint takes one. */
async function answerTo(contract: Endpoint, headers: Headers, { Token, ...fields }: Input) {
  if (Token === undefined) return portal.call(contract, fields, { headers })
  const asked = { path: contract.path, fields: fields as Record<string, string> }
  const { ticket } = (await portal.call(makeTicket, asked, { headers })).json()
  return portal.call(contract, { ...fields, Token: ticket ?? '' }, { headers })
}

/** All readable content of a response: its bytes, and the text of a document. */
async function readableIn({ headers, rawPayload }: Awaited<ReturnType<typeof answerTo>>) {
  const isPdf = String(headers['content-type']).startsWith('application/pdf')
  const pages = isPdf ? await pdfPages(rawPayload) : []
  return [rawPayload.toString('latin1'), ...pages.map(({ text }) => text)].join('\n')
}

/** Staff endpoints whose response has no readable client data. */
const saysNothing = [
  '/api/tickets', // A ticket is a number.
  '/api/VOBPreview', // A picture; the letter itself is read below.
  '/api/issuedVOB', // The number of a letter.
  '/api/itn/denylist', // The same for everybody.
  '/api/itn/infolist', // The same for everybody.
  '/api/itn/shown', // Nothing: it only notes.
  '/api/casetimeline', // Days and counts; whose they are is looked at below.
]

test('every endpoint has a sample request for another client', () => {
  const keys = new Set(forPeople().flatMap(({ request }) => Object.keys(request.shape)))
  const known = [...Object.keys(foreignValues), ...leftOut]
  expect([...keys].filter((key) => !known.includes(key))).toEqual([])
})

/** A staff session and a member session of a client. */
async function peopleOf(client: MarkedClient) {
  const staff = await signedIn(portal, client.id, { subject: client.mark })
  return { staff: staff.headers, member: await loggedIn(portal, client.mark.toLowerCase()) }
}

test("shows each client's data to its own staff and members", async () => {
  const [own] = clients as [MarkedClient]
  const people = await peopleOf(own)
  const unseen: string[] = []
  for (const contract of forPeople()) {
    const { access, path } = contract
    if (access !== 'staff' && access !== 'member') continue
    for (const input of inputsFor(contract, own)) {
      const answer = await answerTo(contract, people[access], input)
      expect(answer.statusCode, path).toBe(200)
      if (!(await readableIn(answer)).includes(own.mark)) unseen.push(path)
    }
  }
  expect(unseen.sort()).toEqual([...saysNothing].sort())
})

test("hides all data of twenty clients from each other's staff and members in every endpoint", {
  timeout: 300_000,
}, async () => {
  for (const [place, own] of clients.entries()) {
    const people = await peopleOf(own)
    const others = clients.filter((other) => other !== own)
    const other = others[place % others.length] as MarkedClient
    for (const contract of forPeople()) {
      const { access, path: call } = contract
      const reaching = access === 'member' ? people.member : { ...people.staff, 'client-id': other.id }
      for (const input of inputsFor(contract, other)) {
        const answer = await answerTo(contract, reaching, input)
        const readable = await readableIn(answer)
        const leaked = others.filter(({ mark }) => readable.includes(mark)).map(({ id }) => id)
        expect({ call, to: own.id, leaked }).toEqual({ call, to: own.id, leaked: [] })
        expect(answer.statusCode, call).toBeLessThan(500)
      }
    }
  }
})

test("shows the activity days of a case only to its own client's staff", async () => {
  for (const [place, own] of clients.entries()) {
    const other = clients[(place + 1) % clients.length] as MarkedClient
    const { headers } = await signedIn(portal, own.id)
    const daysOf = async ({ incidentNumber }: MarkedClient) =>
      (await portal.call(readTimeline, { incidentNumber }, { headers })).json()
    expect((await daysOf(own)).timeline, own.id).toHaveLength(4)
    expect(await daysOf(other), own.id).toEqual({ timeline: [], waitingBills: 0 })
  }
})

test("answers requests for another client's data like requests for missing data", async () => {
  const [own, other] = clients as [MarkedClient, MarkedClient]
  const { headers } = await signedIn(portal, own.id)
  const noId = '00000000-0000-4000-8000-000000000000'
  const nobody = { ...other, id: 'client-of-nobody', managerId: noId, runId: noId }
  for (const contract of forPeople().filter(({ path }) => path.includes('{'))) {
    const foreign = await portal.call(contract, inputFor(contract, other), { headers })
    const missing = await portal.call(contract, inputFor(contract, nobody), { headers })
    expect(foreign.statusCode, contract.path).toBe(missing.statusCode)
    if (foreign.statusCode >= 400)
      expect(withoutReference(foreign.json())).toEqual(withoutReference(missing.json()))
  }
})

const withoutReference = ({ reference: _, ...problem }: Record<string, unknown>) => problem
