import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '#platform/contract/calendar.ts'
import { now } from '#platform/contract/clock.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { makeTicket } from '#sign-in/contract.ts'
import { addManyClients, type MarkedClient } from '#testing/many-clients.ts'
import { pdfPages } from '#testing/pdf-pages.ts'
import { openPortal } from '#testing/portal.ts'
import { signedIn } from '#testing/signed-in.ts'
import { addVobProviders, aVobForm } from '#testing/vob-desk.ts'

/** A letter without faults for a client's own staff: its group is of nobody else's offer. */
const typedIntoVob = Object.entries(aVobForm()).map(([field, value]) => [field, () => value])

/** What stands for each key of a request when somebody reaches for the rows of another client. */
const foreignValues: Record<string, (other: MarkedClient) => unknown> = {
  ...Object.fromEntries(typedIntoVob),
  groupId: ({ mark }) => mark,
  sincerely: ({ mark }) => mark,
  patientLastName: ({ mark }) => mark,
  Token: () => '',
  ticket: ({ mark }) => mark,
  Number: () => `VOB-${dayIn('America/New_York', now()).slice(0, 4)}-000001`,
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
  firstName: ({ mark }) => mark,
  lastName: ({ mark }) => mark,
  dateOfBirth: () => '1980-01-01',
  Clients: ({ codes }) => codes.join(','),
  StartDate: () => '2026-03-01',
  EndDate: () => '2026-03-31',
  ReportCode: () => 'SAVINGS',
  run: ({ runId }) => runId,
  Run: ({ runId }) => runId,
}
/** Keys that narrow a search of providers, which are nobody's, and the one that says when a PDF is fetched. */
const leftOut = ['taxId', 'latitude', 'longitude', 'providerType', 'networkCode', 'rangeInKM', 'ahead']

let portal: Awaited<ReturnType<typeof openPortal>>
let clients: MarkedClient[]
beforeAll(async () => {
  portal = await openPortal({ RATE_LIMIT_PER_MINUTE: 1_000_000_000 })
  clients = await addManyClients(portal)
  await addVobProviders(portal.workplace)
})
afterAll(() => portal.close())

const forPeople = () =>
  portal.app.contracts.filter(({ access }) => access !== 'public' && access !== 'session')

function inputFor(contract: Endpoint, other: MarkedClient) {
  const keys = Object.keys(contract.request.shape).filter((key) => !leftOut.includes(key))
  return Object.fromEntries(keys.map((key) => [key, foreignValues[key]?.(other)]))
}

type Headers = Record<string, string>

/** What a call answers to somebody who reaches for the rows of a client, with a ticket where it takes one. */
async function answerTo(contract: Endpoint, headers: Headers, client: MarkedClient) {
  const { Token, ...fields } = inputFor(contract, client)
  if (Token === undefined) return portal.call(contract, fields, { headers })
  const asked = { path: contract.path, fields: fields as Record<string, string> }
  const { ticket } = (await portal.call(makeTicket, asked, { headers })).json()
  return portal.call(contract, { ...fields, Token: ticket ?? '' }, { headers })
}

/** Everything in an answer that can be read: its bytes, and the text of a document. */
async function readableIn({ headers, rawPayload }: Awaited<ReturnType<typeof answerTo>>) {
  const isPdf = String(headers['content-type']).startsWith('application/pdf')
  const pages = isPdf ? await pdfPages(rawPayload) : []
  return [rawPayload.toString('latin1'), ...pages.map(({ text }) => text)].join('\n')
}

/** The calls of staff whose answer says nothing of a client that could be read. */
const saysNothing = [
  '/api/tickets', // A ticket is a number.
  '/api/VOBPreview', // A picture; the letter itself is read below.
  '/api/issuedVOB', // The number of a letter.
  '/api/itn/denylist', // The same for everybody.
  '/api/itn/infolist', // The same for everybody.
  '/api/itn/shown', // Nothing: it only notes.
]

test('it is known what reaches for another client in every call', () => {
  const keys = new Set(forPeople().flatMap(({ request }) => Object.keys(request.shape)))
  const known = [...Object.keys(foreignValues), ...leftOut]
  expect([...keys].filter((key) => !known.includes(key))).toEqual([])
})

test('what is another client’s is seen when that client’s own staff ask for it', async () => {
  const [own] = clients as [MarkedClient]
  const { headers } = await signedIn(portal, own.id, { subject: own.mark })
  const calls = portal.app.contracts.filter(({ access }) => access === 'staff')
  const unseen: string[] = []
  for (const contract of calls) {
    const answer = await answerTo(contract, headers, own)
    expect(answer.statusCode, contract.path).toBe(200)
    if (!(await readableIn(answer)).includes(own.mark)) unseen.push(contract.path)
  }
  expect(unseen.sort()).toEqual([...saysNothing].sort())
})

test('the staff of twenty clients see nothing of each other’s in any call', {
  timeout: 300_000,
}, async () => {
  for (const [place, own] of clients.entries()) {
    const { headers } = await signedIn(portal, own.id)
    const others = clients.filter((other) => other !== own)
    const other = others[place % others.length] as MarkedClient
    for (const contract of forPeople()) {
      const reaching = { ...headers, 'client-id': other.id }
      const answer = await answerTo(contract, reaching, other)
      const readable = await readableIn(answer)
      const leaked = others.filter(({ mark }) => readable.includes(mark)).map(({ id }) => id)
      expect({ call: contract.path, to: own.id, leaked }).toEqual({
        call: contract.path,
        to: own.id,
        leaked: [],
      })
      expect(answer.statusCode, contract.path).toBeLessThan(500)
    }
  }
})

test('what another client has is answered like what nobody has', async () => {
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
