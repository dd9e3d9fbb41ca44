import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { type Attempter, openAttemptPortal, wanted } from '#test-support/emergency-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { readCase } from '../../case-contract.ts'
import { endAccess, listOwnAccesses, maxOpenAccesses, openInEmergency } from '../../emergency-contract.ts'

let portal: Awaited<ReturnType<typeof openAttemptPortal>>
beforeAll(async () => {
  portal = await openAttemptPortal()
})
afterAll(() => portal.close())

const signInAgain = ({ subject }: Attempter) => portal.signInAs(subject, 'acme')

beforeEach(async () => {
  await execute(portal.databaseContext.owner, sql`delete from emergency_refusal`)
})

test('five wrong attempts in an hour stop the person in every process, and a right one does not count', async () => {
  const clock = freezeClock()
  const person = await portal.signInNarrowed()
  const other = await portal.another()
  const wrong = { dateOfBirth: '1980-05-07' }
  for (let n = 0; n < 4; n += 1) expect((await portal.open(person, wrong)).statusCode).toBe(404)
  expect((await portal.open(person)).statusCode).toBe(200)
  clock.forward({ minutes: 10 })
  expect((await portal.open(person, wrong)).statusCode).toBe(404)
  const payload = { ...wanted, incidentNumber: '24000000018' }
  const elsewhere = await other.inject({
    method: 'POST',
    url: openInEmergency.path,
    headers: person.headers,
    payload,
  })
  await other.close()
  // The first of the five stops counting in fifty minutes.
  expect([elsewhere.statusCode, elsewhere.headers['retry-after']]).toEqual([429, '3000'])
  expect((await portal.entriesOf(person)).at(-1)?.detail.refusal).toBe('throttled')
  expect((await portal.open(await portal.signInNarrowed())).statusCode).toBe(200)
  clock.forward({ minutes: 50 })
  expect((await portal.open(await signInAgain(person))).statusCode).toBe(200)
})

test('wrong attempts of several people at a case stop all, but not at other cases', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => portal.signInNarrowed()))
  for (const person of people)
    await Promise.all([1, 2, 3, 4, 5].map(() => portal.open(person, { dateOfBirth: '1980-05-07' })))
  const next = await portal.signInNarrowed()
  expect((await portal.open(next)).statusCode).toBe(429)
  expect((await portal.open(next, { incidentNumber: '24000000018' })).statusCode).toBe(200)
})

test('of ten wrong attempts at once, five are checked', async () => {
  const person = await portal.signInNarrowed()
  const attempts = Array.from({ length: 10 }, (_each, n) =>
    portal.open(person, { dateOfBirth: `1981-01-1${n}` }),
  )
  const statuses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 404)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test('two requests at once open the case once, with the same end', async () => {
  const person = await portal.signInNarrowed()
  const before = await portal.countAccesses()
  const responses = await Promise.all([portal.open(person), portal.open(person)])
  const [one, other] = responses.map((each) => openInEmergency.response.parse(each.json()))
  expect(one).toEqual(other)
  expect(await portal.countAccesses()).toBe(before + 1)
  expect((await portal.entriesOf(person)).map(({ action }) => action)).toEqual(
    Array(2).fill('emergency access granted'),
  )
})

test(`a person has at most ${maxOpenAccesses} cases open at a time, also with requests at once`, async () => {
  const numbers = ['24000000021', '24000000022', '24000000023', '24000000024']
  await portal.fixture.import({
    'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary\n${numbers
      .map((number) => `${number},P1,POL-1,2026-03-01,Fell,2026-03-02,\n`)
      .join('')}`,
  })
  const person = await portal.signInNarrowed()
  const responses = await Promise.all(
    numbers.map((incidentNumber) => portal.open(person, { incidentNumber })),
  )
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 409])
  // The limit is checked first, so it does not tell whether a case exists.
  const further = [{}, { incidentNumber: '99999999999' }, { dateOfBirth: '1980-05-07' }]
  for (const attempt of further) expect((await portal.open(person, attempt)).statusCode).toBe(409)
  const [first] = listOwnAccesses.response.parse(
    (await portal.call(listOwnAccesses, {}, person)).json(),
  ).accesses
  expect((await portal.call(endAccess, { id: first?.id ?? '' }, person)).statusCode).toBe(200)
  expect((await portal.open(person)).statusCode).toBe(200)
  expect((await portal.call(readCase, { row: first?.row ?? '' }, person)).statusCode).toBe(404)
})
