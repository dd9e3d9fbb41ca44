import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal } from '#test-support/portal-fixture.ts'
import { createRosterFixture } from '#test-support/roster-fixture.ts'
import { getSuggestions } from '../contract.ts'

const cardiology = '207RC0000X'
const roster = `id,name,city,state,country,providerType,network,latitude,longitude
1,Mercy Hospital,Miami,FL,US,282N00000X,publicDomestic,25.77,-80.19
2,Mercy Heart Group,Tampa,FL,US,${cardiology},publicDomestic,27.95,-82.46
3,Mercy Clinic,Albany,NY,US,282N00000X,publicDomestic,42.65,-73.75`

let portal: Awaited<ReturnType<typeof openPortal>>
let fixture: ReturnType<typeof createRosterFixture>
beforeAll(async () => {
  portal = await openPortal()
  fixture = createRosterFixture(portal)
  const { rejects } = await fixture.import(roster)
  expect(rejects).toEqual([])
})
afterAll(async () => {
  await fixture.close()
  await portal.close()
})

async function suggest(searchTerm: string, stateId: string) {
  const response = await portal.call(getSuggestions, { providerCode: 'publicDomestic', searchTerm, stateId })
  return getSuggestions.response.parse(response.json())
}

test('suggests at most four types that the words mean', async () => {
  const { types } = await suggest('heart doctor', 'FL')
  expect(types.map(({ id }) => id)).toContain(cardiology)
  expect(types.length).toBeLessThanOrEqual(4)
})

test('suggests a type that the state lacks: its search leads to the nearest one', async () => {
  const { types } = await suggest('heart doctor', 'NY')
  expect(types[0]).toMatchObject({ id: cardiology })
})

test.each([
  ['heart doctor', true],
  ['hospitl', true],
  ['mercy hospital', false],
  ['heart group', false],
])('without a choice, %j means the first type: %s', async (typed, meansType) => {
  expect((await suggest(typed, 'FL')).meansType).toBe(meansType)
})
