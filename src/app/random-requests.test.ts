import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type Endpoint,
  getMediaTypes,
  headerName,
  inputLocation,
  isScim,
} from '#platform/contract/endpoint.ts'
import { problemBody } from '#platform/contract/problem.ts'
import { scimUrns } from '#sign-in/scim-resource-contract.ts'
import { issuerName } from '#sign-in/server/identity-provider.ts'
import { createServiceToken } from '#sign-in/server/tokens/service-tokens.ts'
import { addMember, logInMember } from '#test-support/member-fixture.ts'
import { addManyClients, findCaseRow, type MarkedClient } from '#test-support/multi-tenant-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { hostileTexts, requestSamples, unguessable } from '#test-support/request-samples.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'

const requests = 11_000

let portal: Awaited<ReturnType<typeof openPortal>>
let client: MarkedClient
let staff: Staff
let internal: Staff
let scimToken: string
let member: Awaited<ReturnType<typeof logInMember>>

beforeAll(async () => {
  const most = 1_000_000_000
  const failures = { MEMBER_FAILURES_PER_ACCOUNT: most, MEMBER_FAILURES_PER_ADDRESS: most }
  portal = await openPortal({ RATE_LIMIT_PER_MINUTE: most, OIDC_PROVISIONING: 'scim', ...failures })
  client = (await addManyClients(portal))[0] as MarkedClient
  await addClient(portal, portal.config.INTERNAL_CLIENT_ID, [])
  staff = await signInStaff(portal, client.id)
  internal = await signInStaff(portal, portal.config.INTERNAL_CLIENT_ID, { viewing: client.id })
  await portal.insert('staff_grant', { user_id: internal.userId, kind: 'audit', granted_at: new Date() })
  await portal.insert('staff_grant', { user_id: staff.userId, kind: 'members', granted_at: new Date() })
  await addMember(portal, 'any-member', client.id)
  member = await logInMember(portal, 'any-member')
  const making = {
    name: 'scim',
    may: 'scim',
    issuer: issuerName(portal.config),
    clientIds: undefined,
  } as const
  scimToken = await createServiceToken(portal.databaseContext.owner, { ...making, actor: 'tests' })
  words.clientId = [client.id]
  words.id = [client.managerId, 'User', scimUrns.group, `all.${client.id}`]
  words.clients = client.codes
  for (const key of ['client', 'Clients']) words[key] = [client.codes.join(',')]
  words.row = [findCaseRow(client)]
  for (const key of ['incidentNumber', 'IncidentNumber']) words[key] = [client.incidentNumber]
  for (const key of ['patientCode', 'ITN', 'itn', 'searchTerm']) words[key] = [client.mark]
})
afterAll(() => portal.close())

type Schema = Described & {
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  maxLength?: number
  minimum?: number
  maximum?: number
}
type Described = { properties?: Record<string, Schema> }
type Input = Record<string, unknown>
type Staff = Awaited<ReturnType<typeof signInStaff>>

const words = requestSamples()
const junk = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(...hostileTexts),
  fc.anything({ maxDepth: 1 }),
)

function valueFor(key: string, schema: Schema, careful: boolean): fc.Arbitrary<unknown> {
  const known = words[key] ?? ['Miami', '33131', 'mercy hospital']
  const fitting = fittingTo(schema, known, careful && key in words)
  return fc.oneof(
    { weight: 6, arbitrary: fitting },
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: careful ? 0 : 1, arbitrary: junk },
  )
}

/**
 * Generates values that match a schema: known valid values and others or, if `alone`, only known ones where
 * possible.
 */
function fittingTo(schema: Schema, known: string[], alone: boolean): fc.Arbitrary<unknown> {
  const { anyOf, items, properties, type, enum: choices } = schema
  const { maxLength = 300, minimum = -1e9, maximum = 1e9 } = schema
  if (anyOf) return fc.oneof(...anyOf.map((each) => fittingTo(each, known, alone)))
  if (choices) return fc.constantFrom(...choices)
  if (type === 'string') {
    if (alone) return fc.constantFrom(...known)
    const any = fc.string({ unit: 'grapheme', maxLength })
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: any })
  }
  if (type === 'number') {
    const any = fc.double({ min: minimum, max: maximum, noNaN: true })
    const numbers = known.map(Number).filter((number) => number >= minimum && number <= maximum)
    if (numbers.length === 0) return any
    return alone ? fc.constantFrom(...numbers) : fc.oneof(any, fc.constantFrom(...numbers))
  }
  if (type === 'integer')
    return fc.oneof(fc.constantFrom(...known.map(Number)), fc.integer({ min: minimum, max: maximum }))
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (properties) {
    const values = Object.entries(properties).map(
      ([key, each]) => [key, fittingTo(each, [''], true)] as const,
    )
    return fc.record(Object.fromEntries(values))
  }
  if (items) return fc.array(fittingTo(items, known, alone), { maxLength: 3 })
  return fc.anything({ maxDepth: 2 })
}

/** Inputs for a contract; about half of them may contain junk. */
function inputFor(contract: Endpoint): fc.Arbitrary<Input> {
  const { properties = {} } = z.toJSONSchema(contract.request, { io: 'input' }) as Described
  return fc.boolean().chain((careful) => {
    const values = Object.entries(properties).map(
      ([key, schema]) => [key, valueFor(key, schema, careful)] as const,
    )
    return fc.record(Object.fromEntries(values))
  })
}

/** Builds the request for an input, each value in its contract location where possible. */
function requestOf(contract: Endpoint, input: Input): InjectOptions {
  let url: string = contract.path
  const headers: Record<string, string> = {}
  const rest: Input = {}
  for (const [key, value] of Object.entries(input)) {
    const place = inputLocation(contract, key)
    if (place === 'path') url = url.replace(`{${key}}`, () => encodeURIComponent(textOf(value)))
    else if (place === 'header')
      headers[headerName(contract, key) ?? key] = Buffer.from(textOf(value))
        .toString('latin1')
        .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
    else rest[key] = value
  }
  if (contract.method === 'GET') {
    const query = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, textOf(value)]))
    return { method: 'GET', url: `${url}?${query}`, headers }
  }
  const payload = JSON.stringify(rest, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
  return {
    method: contract.method,
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload,
  }
}

const textOf = (value: unknown) => {
  try {
    return String(value).toWellFormed()
  } catch {
    return ''
  }
}

/** Bodies that match no contract. */
const brokenBody = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json({ maxDepth: 3 }),
  fc.constantFrom('{', '[]', 'null', '0', '"', '{"__proto__":{"a":1}}', `{"name":"${'x'.repeat(300_000)}"}`),
)

function requestTo(contract: Endpoint): fc.Arbitrary<InjectOptions> {
  const sensible = inputFor(contract).map((input) => requestOf(contract, input))
  if (contract.method === 'GET') return sensible
  const broken = fc
    .tuple(
      sensible,
      brokenBody,
      fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded'),
    )
    .map(([request, payload, type]) => ({
      ...request,
      payload,
      headers: { ...request.headers, 'content-type': type },
    }))
  return fc.oneof({ weight: 5, arbitrary: sensible }, { weight: 1, arbitrary: broken })
}

const scimError = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: expect.stringMatching(/^4\d\d$/),
  detail: expect.stringMatching(/./),
}
const leaked = /\bat \S+ \(?(file:|\/|node:)|\.ts:\d+|node_modules|syntax error|ECONN/

test(`${requests} random requests cause no server error, and every error has a readable message`, async () => {
  const answered = new Set<string>()
  const { contracts } = portal.app
  const any = fc.oneof(
    ...contracts.map((contract) => ({
      // Rendering takes ten times as long as any other response.
      weight: rendersPdf(contract) ? 1 : 2,
      arbitrary: requestTo(contract).map((request) => [contract, request] as const),
    })),
  )
  await fc.assert(
    fc.asyncProperty(any, fc.boolean(), async ([contract, request], isStranger) => {
      const headers = isStranger ? {} : await headersFor(contract)
      const answer = await portal.app.inject({ ...request, headers: { ...request.headers, ...headers } })
      expect(answer.statusCode).toBeLessThan(500)
      expect(answer.body).not.toMatch(leaked)
      if (answer.statusCode < 300) answered.add(contract.path)
      else if (answer.statusCode === 303) expect(answer.headers.location).toBe('/no-data')
      else if (isScim(contract.path)) expect(answer.json()).toMatchObject(scimError)
      else if (!isPageOf(contract, answer.headers['content-type'])) {
        expect(answer.headers['content-type']).toContain('application/problem+json')
        expect(problemBody().parse(answer.json()).detail).not.toBe('')
      }
    }),
    { numRuns: requests, seed: 10, endOnFailure: true },
  )
  const guessable = contracts.map(({ path }) => path).filter((path) => !unguessable.includes(path))
  const found = contracts.filter(({ path }) => answered.has(path) && !unguessable.includes(path))
  expect(new Set(found.map(({ path }) => path))).toEqual(new Set(guessable))
}, 900_000)

const rendersPdf = ({ response }: Endpoint) => getMediaTypes(response)?.includes('application/pdf') ?? false

/**
 * Whether a response of this type is a page: endpoints that open in a window may respond with an error page.
 */
const isPageOf = ({ response }: Endpoint, type: unknown) =>
  getMediaTypes(response)?.some((each) => each === type && each.startsWith('text/html'))

/** The credentials the endpoint requires; a separate session if the request may end it. */
async function headersFor({ access, path }: Endpoint): Promise<Record<string, string>> {
  if (isScim(path)) return { authorization: `Bearer ${scimToken}` }
  if (access === 'session') return (await signInStaff(portal, client.id)).headers
  if (access === 'member') return member
  return (access === 'internal' ? internal : staff).headers
}
