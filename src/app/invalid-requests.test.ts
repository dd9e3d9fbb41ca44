import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { addMember, logInMember } from '#test-support/member-fixture.ts'
import { addManyClients } from '#test-support/multi-tenant-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let clientId: string
beforeAll(async () => {
  portal = await openPortal()
  const [client] = await addManyClients(portal)
  clientId = client?.id ?? ''
  await addClient(portal, portal.config.INTERNAL_CLIENT_ID, [])
  await addMember(portal, 'any-member', clientId)
})
afterAll(() => portal.close())

type Input = Record<string, unknown>

/** Default messages of the libraries: Zod, Ajv, Fastify, the JSON parser, PostgreSQL. */
const libraryEnglish =
  /Invalid (?!address)\w+|Too (big|small)|expected \w+,|[Rr]eceived \w+|Unrecognized key|must (have required|NOT|match)|Unexpected (token|end|non-)|in JSON at|Body cannot|FST_|invalid input syntax|violates|undefined|\bNaN\b|\[object/

const nonsense: [what: string, value: unknown][] = [
  ['null', null],
  ['a number', 7],
  ['an endless number', 1e300],
  ['a truth', true],
  ['an empty text', ''],
  ['a text', 'nonsense'],
  ['a huge text', 'x'.repeat(100_000)],
  ['a list', [[]]],
  ['a huge list', Array(10_000).fill(0)],
  ['an object', { nonsense: {} }],
]

/** Empty input, all fields with each kind of nonsense, and each field alone. */
function inputsFor(contract: Endpoint): Input[] {
  const keys = Object.keys(contract.request.shape)
  const all = nonsense.map(([, value]) => Object.fromEntries(keys.map((key) => [key, value])))
  const alone = keys.map((key) => ({ [key]: 'nonsense' }))
  return [{}, { nonsense: 'more than there is' }, ...all, ...alone]
}

/** The credentials the endpoint requires; a separate session if the request may end it. */
async function headersFor({ access }: Endpoint): Promise<Record<string, string>> {
  if (access === 'member') return logInMember(portal, 'any-member')
  if (access === 'internal')
    return (await signInStaff(portal, portal.config.INTERNAL_CLIENT_ID, { viewing: clientId })).headers
  return (await signInStaff(portal, clientId)).headers
}

test('every endpoint rejects invalid input with a readable message', async () => {
  const said: string[] = []
  for (const contract of portal.app.contracts) {
    const headers = await headersFor(contract)
    for (const input of inputsFor(contract)) {
      const response = await portal.call(contract as Endpoint<z.ZodObject, z.ZodType>, input, { headers })
      const isRefusal = response.statusCode >= 400
      if (isRefusal && libraryEnglish.test(response.body)) said.push(`${contract.path} ${response.body}`)
      expect(response.statusCode, contract.path).toBeLessThan(500)
    }
  }
  expect(said).toEqual([])
})

test.each(['', '{', 'null', '[]', '"text"', '7', '{"a":}', '\u0000'])(
  'rejects the body %j with a readable message',
  async (payload) => {
    for (const { path, method } of portal.app.contracts.filter(({ method }) => method === 'POST')) {
      const headers = { 'content-type': 'application/json' }
      const response = await portal.app.inject({
        method,
        url: path.replaceAll(/[{}]/g, ''),
        payload,
        headers,
      })
      expect(response.statusCode, path).toBeLessThan(500)
      if (response.statusCode >= 400) expect(response.body, path).not.toMatch(libraryEnglish)
    }
  },
)

test('an error names the field and the expected value', async () => {
  const response = await portal.app.inject({ method: 'POST', url: '/api/_gc', payload: {} })
  expect(response.json()).toMatchObject({
    detail: 'The request is not valid. address: This field is required.',
    faults: [{ field: 'address', fault: 'This field is required.' }],
  })
})
