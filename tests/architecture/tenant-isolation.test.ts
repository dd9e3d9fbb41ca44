import { afterAll, beforeAll, expect, test } from 'vitest'
import { processAuthorization, undoDecision } from '#authorizations/contract.ts'
import { listDecidedAuthorizations } from '#authorizations/decided-contract.ts'
import { readTimeline } from '#cases/activity-contract.ts'
import { changeMemberPassword } from '#members/account-contract.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { createTicket } from '#sign-in/contract.ts'
import { type Input, inputFor, inputsFor, knownKeys, noId } from '#test-support/foreign-requests.ts'
import { hasMark, signInUsers } from '#test-support/marked-users.ts'
import { addManyClients, type MarkedClient } from '#test-support/multi-tenant-fixture.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { withoutReference } from '#test-support/problem.ts'
import { signInStaff } from '#test-support/sign-in-fixture.ts'
import { addVobProviders } from '#test-support/vob-fixture.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let clients: MarkedClient[]
beforeAll(async () => {
  portal = await openPortal({ RATE_LIMIT_PER_MINUTE: 1_000_000_000 })
  clients = await addManyClients(portal)
  await addVobProviders(portal.databaseContext)
})
afterAll(() => portal.close())

/** A bill leaves the pending lists once a decision on it is made, which is then in another list and can be undone. */
const lastEndpoints = [processAuthorization, listDecidedAuthorizations, undoDecision].map(({ path }) => path)

/** Endpoints about the sessions of the person, which have no data of clients, and emergency access, with its own tests. */
const aboutOneself = /^\/api\/(sign-ins|reading-limit|emergency-access(es)?)\b/

/** Endpoints for users, with those that change a bill last. */
const userEndpoints = () =>
  portal.app.contracts
    .filter(({ access, path }) => !/^(public|session)$/.test(access) && !aboutOneself.test(path))
    .toSorted((one, other) => findPlace(one) - findPlace(other))

const findPlace = ({ path }: Endpoint) => lastEndpoints.indexOf(path)

type Headers = Record<string, string>

/** Sends a request, with a ticket if the endpoint requires one. */
async function sendRequest(contract: Endpoint, headers: Headers, { Token, ...fields }: Input) {
  if (Token === undefined) return portal.call(contract, fields, { headers })
  const asked = { path: contract.path, fields: fields as Record<string, string> }
  const { ticket } = (await portal.call(createTicket, asked, { headers })).json()
  return portal.call(contract, { ...fields, Token: ticket ?? '' }, { headers })
}

/** All readable content of a response: its bytes, and the text of a document. */
async function readContent({ headers, rawPayload }: Awaited<ReturnType<typeof sendRequest>>) {
  const isPdf = String(headers['content-type']).startsWith('application/pdf')
  const pages = isPdf ? await pdfPages(rawPayload) : []
  return [rawPayload.toString('latin1'), ...pages.map(({ text }) => text)].join('\n')
}

/** Staff endpoints whose response has no readable client data. */
const withoutClientData = [
  '/api/tickets', // A ticket is a number.
  '/api/VOBPreview', // An image. The letter itself is checked as PDF.
  '/api/issuedVOB', // The number of a letter.
  // The same for all clients.
  '/api/itn/denylist',
  '/api/itn/infolist',
  // An empty response.
  '/api/itn/shown',
  '/api/itn/assign',
  // Counts and the names of others. The tests of the endpoints check whose.
  '/api/itn/queue',
  '/api/itn/lease',
  // What the person chose or saved.
  '/api/itn/email',
  '/api/itn/email/set',
  '/api/itn/views',
  '/api/itn/views/save',
  '/api/itn/views/remove',
  '/api/casetimeline', // Days and counts. A separate test checks whose they are.
  '/api/today/figures', // Counts and sums. The tests of the endpoint check whose they are.
]

test('every endpoint has a sample request for another client', () => {
  const keys = new Set(userEndpoints().flatMap(({ request }) => Object.keys(request.shape)))
  expect([...keys].filter((key) => !knownKeys.includes(key))).toEqual([])
})

test("shows each client's data to its own staff and members", async () => {
  const [own] = clients as [MarkedClient]
  const users = await signInUsers(portal, own)
  const unreadable: string[] = []
  for (const contract of userEndpoints()) {
    const { access, path } = contract
    if (access !== 'staff' && access !== 'member') continue
    if (path === changeMemberPassword.path) continue // It would end the member session, and has its own tests.
    for (const input of inputsFor(contract, own)) {
      const answer = await sendRequest(contract, users[access], input)
      expect(answer.statusCode, path).toBe(200)
      if (!hasMark(await readContent(answer), own)) unreadable.push(path)
    }
  }
  expect(unreadable.sort()).toEqual([...withoutClientData].sort())
})

test("hides each client's data from the staff and members of nineteen others on every endpoint", {
  timeout: 300_000,
}, async () => {
  const asked = new Set<string>()
  for (const [place, own] of clients.entries()) {
    const users = await signInUsers(portal, own)
    const others = clients.filter((other) => other !== own)
    for (const [at, contract] of userEndpoints().entries()) {
      const { access, path } = contract
      // Another client for each endpoint, so that over all endpoints each client asks for every other.
      const other = others[(place + at) % others.length] as MarkedClient
      asked.add(`${own.id} ${other.id}`)
      const headers = access === 'member' ? users.member : { ...users.staff, 'client-id': other.id }
      for (const input of inputsFor(contract, other)) {
        const answer = await sendRequest(contract, headers, input)
        const readable = await readContent(answer)
        const leaked = others.filter((each) => hasMark(readable, each)).map(({ id }) => id)
        expect({ path, to: own.id, leaked }).toEqual({ path, to: own.id, leaked: [] })
        expect(answer.statusCode, path).toBeLessThan(500)
      }
    }
  }
  expect(asked.size).toBe(clients.length * (clients.length - 1))
})

test("shows the activity days of a case only to its own client's staff", async () => {
  for (const [place, own] of clients.entries()) {
    const other = clients[(place + 1) % clients.length] as MarkedClient
    const { headers } = await signInStaff(portal, own.id)
    const readDays = async ({ incidentNumber }: MarkedClient) =>
      (await portal.call(readTimeline, { incidentNumber }, { headers })).json()
    const { timeline } = readTimeline.response.parse(await readDays(own))
    // An earlier test writes a note today.
    const earlier = timeline.filter(({ day }) => day < '2026-04-01')
    expect(earlier, own.id).toHaveLength(4)
    expect(await readDays(other), own.id).toMatchObject({ timeline: [], authorizations: [] })
  }
})

test("returns the same response for another client's data as for missing data", async () => {
  const [own, other] = clients as [MarkedClient, MarkedClient]
  const { staff: headers } = await signInUsers(portal, own)
  const missingIds = { managerId: noId, accountId: noId, runId: noId }
  const unknownClient = { ...other, id: 'no-such-client', ...missingIds }
  for (const contract of userEndpoints().filter(({ path }) => path.includes('{'))) {
    const foreign = await portal.call(contract, inputFor(contract, other), { headers })
    const missing = await portal.call(contract, inputFor(contract, unknownClient), { headers })
    expect(foreign.statusCode, contract.path).toBe(missing.statusCode)
    if (foreign.statusCode >= 400)
      expect(withoutReference(foreign.json())).toEqual(withoutReference(missing.json()))
  }
})
