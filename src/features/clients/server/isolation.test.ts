import { afterAll, beforeAll, expect, test } from 'vitest'
import { addManyClients, type MarkedClient } from '#test-support/multi-tenant-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import {
  type AccountManager,
  getAccountManagerPicture,
  getClientConfiguration,
  getHomePage,
  listClients,
} from '../contract.ts'

const closed = 'closed-plan'
let portal: Awaited<ReturnType<typeof openPortal>>
let clients: MarkedClient[]
let people: { client: MarkedClient; headers: Record<string, string>; pictureId: string }[]

beforeAll(async () => {
  portal = await openPortal()
  clients = await addManyClients(portal)
  await addClient(portal, 'harborline', [])
  await addClient(portal, closed, [], { enabled: false })
  people = []
  for (const client of clients) {
    const { headers } = await signInStaff(portal, client.id)
    const response = await portal.call(getClientConfiguration, { clientId: client.id }, { headers })
    const [manager] = response.json().accountManagement as AccountManager[]
    people.push({ client, headers, pictureId: manager?.photoUrl?.split('/').at(-1) ?? '' })
  }
})
afterAll(() => portal.close())

test.each([
  ['was closed', closed],
  ['never existed', 'nobody'],
])(
  'internal staff whose current client %s get none of its data but can view other clients',
  async (_case, id) => {
    const { headers } = await signInStaff(portal, 'harborline', { viewing: id })
    expect((await portal.call(listClients, {}, { headers })).json().clients).toContainEqual(
      expect.objectContaining({ id: clients[0]?.id }),
    )
    expect(
      (await portal.call(getClientConfiguration, { clientId: clients[0]?.id ?? '' }, { headers })).statusCode,
    ).toBe(200)
    for (const answer of [
      await portal.call(getHomePage, {}, { headers }),
      await portal.call(getClientConfiguration, { clientId: id }, { headers }),
    ])
      expect(answer.statusCode).toBe(404)
  },
)

test("staff of twenty clients see only their own client's data", async () => {
  for (const { client, headers, pictureId } of people) {
    const responses = await Promise.all([
      portal.call(getClientConfiguration, { clientId: client.id }, { headers }),
      portal.call(listClients, {}, { headers }),
      portal.call(getHomePage, {}, { headers }),
      portal.call(getAccountManagerPicture, { id: pictureId }, { headers }),
    ])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(responses.slice(0, 3).every(({ body }) => body.includes(client.mark))).toBe(true)
    expect(foreignMarks(client, responses.map(({ body }) => body).join())).toEqual([])
  }
})

test("another client's ID is rejected in the path and ignored in the header", async () => {
  for (const [at, { client, headers }] of people.entries()) {
    const other = people[(at + 7) % people.length] as (typeof people)[number]
    const disguised = { ...headers, 'client-id': other.client.id }
    const refused = await Promise.all([
      portal.call(getClientConfiguration, { clientId: other.client.id }, { headers: disguised }),
      portal.call(getAccountManagerPicture, { id: other.pictureId }, { headers: disguised }),
    ])
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404])
    const home = await portal.call(getHomePage, {}, { headers: disguised })
    expect(home.json().banner).toBe(`Banner ${client.mark}`)
  }
})

function foreignMarks({ mark }: MarkedClient, text: string) {
  return clients
    .filter((other) => other.mark !== mark && text.includes(other.mark))
    .map((other) => other.mark)
}
