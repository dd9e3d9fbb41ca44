import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { searchProviders } from '#provider-search/contract.ts'
import { emailProviders } from '#provider-search/mail-contract.ts'
import { allTypes } from '#provider-search/rules.ts'
import { namesOf, openSmallDirectory } from '#test-support/directory-fixture.ts'
import { createRosterFixture } from '#test-support/roster-fixture.ts'
import { hideProvider, removeProvider } from './manual-changes.ts'

const network = 'publicDomestic'
const mercy = { network, id: '2', actor: 'test' }

let portal: Awaited<ReturnType<typeof openSmallDirectory>>
let fixture: ReturnType<typeof createRosterFixture>

beforeAll(async () => {
  portal = await openSmallDirectory()
  fixture = createRosterFixture(portal)
})
afterAll(async () => {
  await fixture.close()
  await portal.close()
})

const search = async (criteria: object) =>
  namesOf(
    await portal.call(searchProviders, { providerSearchCode: network, providerType: allTypes, ...criteria }),
  )
const around = { latitude: 25.77, longitude: -80.19, rangeInKM: 10 }
const inMiami = { state: 'FL', city: 'Miami' }
const texts = async (query: ReturnType<typeof sql>) =>
  (await queryRows(portal.databaseContext.owner, z.object({ text: z.string() }), query)).map(
    ({ text }) => text,
  )

test('a hidden provider appears in no search or email, and imports keep it hidden', async () => {
  const [hash = ''] = await texts(sql`select hash as text from provider where name = 'Mercy Hospital'`)
  await hideProvider(portal.databaseContext, mercy, true)
  for (const [name, replace] of [
    ['Mercy Hospital', false],
    ['Mercy Hospital of Zanzibar', false],
    ['Mercy Hospital', true],
  ] as const) {
    const rest = replace ? '1,Ålesund Clinic,33131\n3,Mercy Heart Group,33131\n' : ''
    await fixture.import(`id,name,zipcode\n2,${name},33131\n${rest}`, {
      network,
      replace,
      removeUpTo: { share: 1 },
    })
    expect(await search(around)).toEqual(['Ålesund Clinic', 'Mercy Heart Group'].sort().reverse())
    expect(await search(inMiami)).not.toContain(name)
    expect(await search({ ...around, name: 'zanzibar' })).toEqual([])
  }
  const mail = { providerCode: network, user: 'Ann Example', toEmail: 'bob@example.com', providers: [hash] }
  expect((await portal.call(emailProviders, mail)).statusCode).not.toBe(200)
  expect(await texts(sql`select word as text from name_word where word = 'zanzibar'`)).toEqual([])

  await hideProvider(portal.databaseContext, mercy, false)
  expect(await search(around)).toContain('Mercy Hospital')
  expect(
    await texts(sql`select action || ' ' || (detail ->> 'id') as text from audit_event
                     where action in ('provider hidden', 'provider shown') order by id`),
  ).toEqual(['provider hidden 2', 'provider shown 2'])
})

test('a removed provider stays removed until a roster lists it again', async () => {
  await removeProvider(portal.databaseContext, { ...mercy, id: '3' })
  expect(await search(around)).not.toContain('Mercy Heart Group')
  await fixture.import('id,name,zipcode\n3,Mercy Heart Group,33131\n', { network })
  expect(await search(around)).toContain('Mercy Heart Group')
})

test.each([
  ['hide', (id: string) => hideProvider(portal.databaseContext, { ...mercy, id }, true)],
  ['show', (id: string) => hideProvider(portal.databaseContext, { ...mercy, id }, false)],
  ['remove', (id: string) => removeProvider(portal.databaseContext, { ...mercy, id })],
])('%s rejects a provider that is not in the network', async (_act, act) => {
  await expect(act('nobody')).rejects.toThrow('There is no provider "nobody" in publicDomestic.')
})

test('refuses to show a provider that is not hidden', async () => {
  await expect(hideProvider(portal.databaseContext, { ...mercy, id: '1' }, false)).rejects.toThrow(
    'is not hidden',
  )
})
