import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openPortal } from '#test-support/portal-fixture.ts'
import { binaryResponse, endpoint } from '../contract/endpoint.ts'
import { messages as documents, staffMessages } from '../document-messages.ts'
import { problem } from './problem.ts'
import { bytes, registerEndpoint } from './register-endpoint.ts'

const contract = endpoint({
  method: 'POST',
  path: '/api/a-letter',
  access: 'public',
  form: true,
  summary: 'A letter of these tests.',
  request: z.object({ to: z.string().max(5) }),
  response: binaryResponse('application/pdf'),
})
const plain = { ...contract, path: '/api/no-letter', form: undefined, response: z.object({}) } as const

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  registerEndpoint(portal.app, contract, async ({ to }) => {
    if (to === 'none') throw problem(404, 'There is no <such> letter.')
    if (/^\d{3}$/.test(to)) throw problem(Number(to), 'Refused.')
    return bytes('application/pdf', Buffer.from(`%PDF to ${to}`))
  })
  const { form: _, ...withoutForm } = plain
  registerEndpoint(portal.app, withoutForm, async () => ({}))
})
afterAll(() => portal.close())

const advice = { ...documents.remedies, ...staffMessages.remediesWithoutCode }

const post = (url: string, payload: string, accept = 'text/html,*/*') =>
  portal.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept },
  })

test('an endpoint without a form rejects form posts', async () => {
  expect((await post('/api/no-letter', 'to=Ada')).statusCode).toBe(415)
})

test('shows a page with the reference when a form is rejected', async () => {
  const answer = await post('/api/a-letter', 'to=none')
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.body).toContain('<h1>There is no &lt;such&gt; letter.</h1>')
  expect(answer.body).toContain(String(answer.headers['x-request-id']))
})

test.each([
  ['to open it again', 'openAgain', 'to=401'],
  ['to wait', 'wait', 'to=429'],
  ['to wait', 'wait', 'to=503'],
  ['to check what was posted', 'check', 'to=much-too-long'],
  ['not to try again', 'giveUp', 'to=404'],
] as const)(
  'the error page in a document window advises the user %s (%s, after %s)',
  async (_advice, says, form) => {
    expect((await post('/api/a-letter', form)).body).toContain(advice[says])
  },
)

test('returns a problem to a program whose form is rejected', async () => {
  const answer = await post('/api/a-letter', 'to=none', '*/*')
  expect(answer.headers['content-type']).toContain('application/problem+json')
})

test('parses a form according to its contract', async () => {
  expect((await post('/api/a-letter', 'to=a+%C3%A4')).body).toBe('%PDF to a ä')
  expect((await post('/api/a-letter', 'to=longer')).statusCode).toBe(400)
})

test('a reloaded document address returns a page to people and the allowed method to programs', async () => {
  const load = (accept: string, url = '/api/a-letter') =>
    portal.app.inject({ method: 'GET', url, headers: { accept } })
  const page = await load('text/html,application/xhtml+xml,*/*;q=0.8')
  expect([page.statusCode, page.headers.allow, page.headers['content-type']]).toEqual([
    405,
    'POST',
    'text/html; charset=utf-8',
  ])
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.body).toContain(`<h1>${documents.used.title}</h1>`)
  expect(page.body).toContain(staffMessages.remediesWithoutCode.openAgain)
  const program = await load('application/json')
  expect([program.statusCode, program.headers['content-type']]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ])
  expect((await load('text/html', '/api/no-letter')).statusCode).toBe(404)
})
