import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { binaryResponse, endpoint } from '#platform/contract/endpoint.ts'
import { type Problem, problem } from '#platform/http/problem.ts'
import { bytes, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { createTicket } from '../contract.ts'
import { messages } from '../messages.ts'
import { getStaffPrincipal } from './staff-principal.ts'

const path = '/api/a-document'
const document = endpoint({
  method: 'POST',
  path,
  access: 'staff',
  summary: 'A document of these tests.',
  request: z.object({ PageStart: z.string().optional() }),
  response: binaryResponse('application/json'),
})
const call = endpoint({
  method: 'POST',
  path: '/api/a-call',
  access: 'staff',
  summary: 'A call of these tests that returns no document.',
  request: z.object({}),
  response: z.object({}),
})
const picture = endpoint({ ...document, method: 'GET', path: '/api/a-picture' })
const refusal = problem(429, 'Please wait a moment and try again.', { retryAfter: 5 })
const refusals: Problem[] = []
const fields = { PageStart: '3' }

let portal: Awaited<ReturnType<typeof openPortal>>
let staff: Awaited<ReturnType<typeof signInStaff>>
beforeAll(async () => {
  portal = await openPortal()
  registerEndpoint(portal.app, document, async (_input, request) => {
    const refused = refusals.shift()
    if (refused) throw refused
    const { name, client } = getStaffPrincipal(request)
    const shown = JSON.stringify({ for: name, client: client?.id })
    return bytes('application/json', new TextEncoder().encode(shown))
  })
  registerEndpoint(portal.app, call, async () => ({}))
  registerEndpoint(portal.app, picture, async () => bytes('application/json', new Uint8Array()))
  await addClient(portal, 'alpine', ['ALP1'])
  await addClient(portal, 'harborline', [])
  staff = await signInStaff(portal, 'alpine', { name: 'Ada Example' })
})
afterAll(() => portal.close())

async function ticketFor(headers = staff.headers, asked: Record<string, string> = fields) {
  const response = await portal.call(createTicket, { path, fields: asked }, { headers })
  return createTicket.response.parse(response.json()).ticket
}
const post = (payload: object, cookie = staff.cookie, url: string = path) =>
  portal.app.inject({ method: 'POST', url, payload, headers: { cookie } })

test('rejects a form without a ticket', async () => {
  expect((await post(fields)).statusCode).toBe(401)
  expect((await post({ ...fields, Token: '' })).statusCode).toBe(401)
  expect((await post({ ...fields, Token: staff.token })).statusCode).toBe(401)
})

test('a ticket opens its document once', async () => {
  const Token = await ticketFor()
  const first = await post({ ...fields, Token })
  expect(first.json()).toEqual({ for: 'Ada Example', client: 'alpine' })
  const again = await post({ ...fields, Token })
  expect(again.statusCode).toBe(401)
  expect(again.json().detail).toBe(messages.ticketSpent)
})

test.each(['\n', '\r\n', '\r'])(
  'a ticket opens its document when the form arrives with the line ending %j',
  async (end) => {
    const Token = await ticketFor(staff.headers, { Notes: 'one\ntwo' })
    expect((await post({ Notes: `one${end}two`, Token })).statusCode).toBe(200)
    const other = await ticketFor(staff.headers, { Notes: 'one\ntwo' })
    expect((await post({ Notes: `one${end}${end}two`, Token: other })).statusCode).toBe(401)
  },
)

test('reports a missing sign-in before an invalid ticket', async () => {
  const response = await post({ ...fields, Token: await ticketFor() }, '')
  expect(response.json().detail).toBe('Please log in.')
})

test('simultaneous posts with the same ticket open only one document', async () => {
  const Token = await ticketFor()
  const responses = await Promise.all(Array.from({ length: 8 }, () => post({ ...fields, Token })))
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('a ticket stays valid for the rest of its minute after a retryable rejection', async () => {
  const clock = freezeClock()
  const [Token, late] = [await ticketFor(), await ticketFor()]
  refusals.push(refusal, refusal)
  expect((await post({ ...fields, Token })).statusCode).toBe(429)
  expect((await post({ ...fields, Token })).statusCode).toBe(429)
  expect((await post({ ...fields, Token })).statusCode).toBe(200)
  expect((await post({ ...fields, Token })).statusCode).toBe(401)
  refusals.push(refusal)
  expect((await post({ ...fields, Token: late })).statusCode).toBe(429)
  clock.forward({ seconds: 61 })
  expect((await post({ ...fields, Token: late })).statusCode).toBe(401)
})

test('a permanent rejection uses up the ticket', async () => {
  const Token = await ticketFor()
  refusals.push(problem(404, 'There is no such document.'))
  expect((await post({ ...fields, Token })).statusCode).toBe(404)
  expect((await post({ ...fields, Token })).statusCode).toBe(401)
})

test('a ticket expires after one minute', async () => {
  const clock = freezeClock()
  const Token = await ticketFor()
  clock.forward({ seconds: 61 })
  expect((await post({ ...fields, Token })).statusCode).toBe(401)
})

test('a ticket works only in the session that requested it', async () => {
  const again = await signInStaff(portal, 'alpine', { name: 'Ada Example' })
  expect((await post({ ...fields, Token: await ticketFor() }, again.cookie)).statusCode).toBe(401)
  expect((await post({ ...fields, Token: await ticketFor() }, '')).statusCode).toBe(401)
})

test.each([{ PageStart: '4' }, {}, { PageStart: '3', PageEnd: '9' }])(
  'a ticket for page three does not open %j',
  async (others) => {
    expect((await post({ ...others, Token: await ticketFor() })).statusCode).toBe(401)
  },
)

test('rejects a ticket in the URL, unless the endpoint is specified with one', async () => {
  const { ticket } = (
    await portal.call(createTicket, { path: picture.path }, { headers: staff.headers })
  ).json()
  const { cookie } = staff
  const url = `${picture.path}?token=${ticket}`
  expect((await portal.app.inject({ url, headers: { cookie } })).statusCode).toBe(401)
  const inUrl = `${path}?${new URLSearchParams({ ...fields, Token: await ticketFor() })}`
  expect((await post(fields, cookie, inUrl)).statusCode).toBe(401)
})

test('rejects a ticket for another document', async () => {
  const other = await portal.call(createTicket, { path: '/api/other', fields }, { headers: staff.headers })
  expect((await post({ ...fields, Token: other.json().ticket })).statusCode).toBe(401)
})

test('a ticket opens documents only, not other endpoints', async () => {
  const issued = await portal.call(createTicket, { path: call.path, fields }, { headers: staff.headers })
  const { ticket } = createTicket.response.parse(issued.json())
  expect((await post({ ...fields, Token: ticket }, staff.cookie, call.path)).statusCode).toBe(401)
  const { headers } = staff
  expect((await portal.app.inject({ method: 'POST', url: call.path, payload: {}, headers })).statusCode).toBe(
    200,
  )
})

test('issues no ticket for more than a hundred fields', async () => {
  const of = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 'x']))
  const issue = (count: number) =>
    portal.call(createTicket, { path, fields: of(count) }, { headers: staff.headers })
  expect((await issue(100)).statusCode).toBe(200)
  const refused = await issue(101)
  expect(refused.statusCode).toBe(400)
  expect(refused.json().detail).toContain('fields: Send at most 100 entries.')
})

test('a ticket keeps the client that internal staff were viewing', async () => {
  const internal = await signInStaff(portal, 'harborline', { viewing: 'alpine' })
  const Token = await ticketFor(internal.headers)
  expect((await post({ ...fields, Token }, internal.cookie)).json()).toMatchObject({ client: 'alpine' })
})

test.each(['https://evil.example/', '//evil', '/not-an-api', '/api/../idp', '/api/a b'])(
  'issues no ticket for %j',
  async (wrong) => {
    const response = await portal.call(createTicket, { path: wrong, fields }, { headers: staff.headers })
    expect(response.statusCode).toBe(400)
  },
)
