import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { openSmallDirectory } from '#test-support/directory-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { findProviderTypes, getSearchInfo, searchProviders } from '../contract.ts'
import { listRelatedTypes } from '../related-types-contract.ts'
import { searchMessages } from './search-messages.ts'

let portal: Awaited<ReturnType<typeof openSmallDirectory>>
beforeAll(async () => {
  portal = await openSmallDirectory()
  for (const id of ['harborline', 'alpine', 'lagoon', 'narrow']) await addClient(portal, id, [])
  await execute(
    portal.databaseContext.owner,
    sql`
    insert into client_provider_search (client_id, definition_key, networks, position)
    values ('alpine', 'domestic-secure-provider-search', null, 0),
           ('narrow', 'domestic-secure-provider-search', ${['secureDomesticPlus']}, 0)`,
  )
})
afterAll(() => portal.close())

const secure = { key: 'domestic-secure-provider-search' }
const info = (headers: Record<string, string> = {}) => portal.call(getSearchInfo, secure, { headers })
const search = (headers: Record<string, string>, network: string) =>
  portal.call(
    searchProviders,
    {
      providerCode: 'secureDomestic',
      networkCode: network,
      providerSearchCode: 'secureDomestic',
      zipCode: '33131',
      providerType: '0000000000',
    },
    { headers },
  )

test('a secure search requires sign-in', async () => {
  expect((await info()).statusCode).toBe(401)
  expect((await search({}, 'secureDomestic')).statusCode).toBe(401)
})

test('responds with 404 to a client that does not have the search', async () => {
  const { headers } = await signInStaff(portal, 'lagoon')
  const response = await info(headers)
  expect(response.statusCode).toBe(404)
  expect(response.json().detail).toBe('This provider search does not exist.')
})

test('internal staff must choose a client that has the secure search', async () => {
  expect((await info((await signInStaff(portal, 'harborline')).headers)).statusCode).toBe(400)
  expect(
    (await info((await signInStaff(portal, 'harborline', { viewing: 'lagoon' })).headers)).statusCode,
  ).toBe(404)
  expect(
    (await info((await signInStaff(portal, 'harborline', { viewing: 'alpine' })).headers)).statusCode,
  ).toBe(200)
})

test('limits a client to its assigned networks', async () => {
  const whole = await info((await signInStaff(portal, 'alpine')).headers)
  expect(Object.keys(whole.json().networks)).toEqual(['secureDomestic', 'secureDomesticPlus'])
  const { headers } = await signInStaff(portal, 'narrow')
  expect(Object.keys((await info(headers)).json().networks)).toEqual(['secureDomesticPlus'])
  expect((await search(headers, 'secureDomestic')).statusCode).toBe(400)
  expect((await search(headers, 'secureDomesticPlus')).statusCode).toBe(200)
})

test('the settings of a secure search have the client’s configuration version in a header', async () => {
  const { headers } = await info((await signInStaff(portal, 'alpine')).headers)
  expect(headers['configuration-version']).toMatch(/^\d+\.\d+$/)
})

test('related types of a secure search require sign-in and a client that has it', async () => {
  const relate = (headers: Record<string, string> = {}, networkCode?: string) =>
    portal.call(
      listRelatedTypes,
      { providerCode: 'secureDomestic', networkCode, stateId: '0', typeId: '261QE0002X' },
      { headers },
    )
  expect((await relate()).statusCode).toBe(401)
  expect((await relate((await signInStaff(portal, 'lagoon')).headers)).statusCode).toBe(404)
  const { headers } = await signInStaff(portal, 'narrow')
  expect((await relate(headers, 'secureDomestic')).statusCode).toBe(400)
  expect((await relate(headers, 'secureDomesticPlus')).statusCode).toBe(200)
})

test('suggestions of a secure search require sign-in and a client that has it', async () => {
  const suggest = (headers: Record<string, string> = {}, networkCode?: string) =>
    portal.call(
      findProviderTypes,
      { providerCode: 'secureDomestic', networkCode, stateId: '0', searchTerm: 'heart doctor' },
      { headers },
    )
  expect((await suggest()).statusCode).toBe(401)
  const foreign = await suggest((await signInStaff(portal, 'lagoon')).headers)
  expect([foreign.statusCode, foreign.json().detail]).toEqual([404, searchMessages.unknownDefinition])
  const { headers } = await signInStaff(portal, 'narrow')
  expect((await suggest(headers, 'secureDomestic')).statusCode).toBe(400)
  expect((await suggest(headers, 'secureDomesticPlus')).statusCode).toBe(200)
})
