import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { readCase } from '../../case-contract.ts'
import { endAccess, listOwnAccesses, maxOpenAccesses, openInEmergency } from '../../emergency-contract.ts'

const reason = 'The hospital is calling about surgery today'
/** A case of code ACME1. */
const wanted = { incidentNumber: '24000000017', dateOfBirth: '1980-05-06', reason }

let portal: Awaited<ReturnType<typeof openCasePortal>>
beforeAll(async () => {
  portal = await openCasePortal()
  await setMinutes('acme', 60)
  await setMinutes('other', 60)
  await addClient(portal, portal.config.INTERNAL_CLIENT_ID, [])
})
afterAll(() => portal.close())

const setMinutes = (client: string, minutes: number | null) =>
  execute(
    portal.databaseContext.owner,
    sql`update client set emergency_minutes = ${minutes} where id = ${client}`,
  )

type Person = Awaited<ReturnType<typeof signInStaff>> & { subject: string }
const signInAgain = ({ subject }: Person) => signInAs(subject, 'acme')
const signInAs = async (subject: string, client: string, viewing?: string): Promise<Person> => {
  const person = { subject, authenticatedAt: now(), name: 'Nora Narrow', ...(viewing && { viewing }) }
  return { ...(await signInStaff(portal, client, person)), subject }
}

/** Signs in a new person who sees only these codes. */
async function signInNarrowed(codes = ['ACME2'], client = 'acme', viewing?: string): Promise<Person> {
  const person = await signInAs(randomUUID(), client, viewing)
  for (const client_code of codes)
    await portal.insert('staff_grant', {
      ...{ user_id: person.userId, kind: 'client code', client_code, granted_at: now() },
    })
  return person
}

const open = ({ headers }: Person, changes: Partial<z.input<typeof openInEmergency.request>> = {}) =>
  portal.call(openInEmergency, { ...wanted, ...changes }, { headers })

const audited = z.object({
  action: z.string(),
  subject: z.string(),
  client: z.string().nullable(),
  detail: z.any(),
})
const entriesOf = ({ userId }: Person) =>
  queryRows(
    portal.databaseContext.owner,
    audited,
    sql`
    select action, subject, client_code as client, detail from audit_event
     where actor = ${userId} and action like 'emergency access %' order by id`,
  )
const countAccesses = async () =>
  (await portal.asOwner((db) => queryRows(db, z.object({}), sql`select from emergency_access`))).length

beforeEach(async () => {
  await execute(portal.databaseContext.owner, sql`delete from emergency_refusal`)
})

test('five wrong attempts in an hour stop the person in every process, and a right one does not count', async () => {
  const clock = freezeClock()
  const person = await signInNarrowed()
  const other = await portal.another()
  const wrong = { dateOfBirth: '1980-05-07' }
  for (let n = 0; n < 4; n += 1) expect((await open(person, wrong)).statusCode).toBe(404)
  expect((await open(person)).statusCode).toBe(200)
  clock.forward({ minutes: 10 })
  expect((await open(person, wrong)).statusCode).toBe(404)
  const payload = { ...wanted, incidentNumber: '24000000018' }
  const elsewhere = await other.inject({
    ...{ method: 'POST', url: openInEmergency.path, headers: person.headers, payload },
  })
  await other.close()
  // The first of the five stops counting in fifty minutes.
  expect([elsewhere.statusCode, elsewhere.headers['retry-after']]).toEqual([429, '3000'])
  expect((await entriesOf(person)).at(-1)?.detail.refusal).toBe('throttled')
  expect((await open(await signInNarrowed())).statusCode).toBe(200)
  clock.forward({ minutes: 50 })
  expect((await open(await signInAgain(person))).statusCode).toBe(200)
})

test('wrong attempts of several people at a case stop all, but not at other cases', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => signInNarrowed()))
  for (const person of people)
    await Promise.all([1, 2, 3, 4, 5].map(() => open(person, { dateOfBirth: '1980-05-07' })))
  const next = await signInNarrowed()
  expect((await open(next)).statusCode).toBe(429)
  expect((await open(next, { incidentNumber: '24000000018' })).statusCode).toBe(200)
})

test('of ten wrong attempts at once, five are checked', async () => {
  const person = await signInNarrowed()
  const attempts = Array.from({ length: 10 }, (_each, n) => open(person, { dateOfBirth: `1981-01-1${n}` }))
  const statuses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 404)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

test('two requests at once open the case once, with the same end', async () => {
  const person = await signInNarrowed()
  const before = await countAccesses()
  const answers = await Promise.all([open(person), open(person)])
  const [one, other] = answers.map((each) => openInEmergency.response.parse(each.json()))
  expect(one).toEqual(other)
  expect(await countAccesses()).toBe(before + 1)
  expect((await entriesOf(person)).map(({ action }) => action)).toEqual(
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
  const person = await signInNarrowed()
  const answers = await Promise.all(numbers.map((incidentNumber) => open(person, { incidentNumber })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 409])
  // The limit is checked first, so it does not tell whether a case exists.
  const further = [{}, { incidentNumber: '99999999999' }, { dateOfBirth: '1980-05-07' }]
  for (const attempt of further) expect((await open(person, attempt)).statusCode).toBe(409)
  const [first] = listOwnAccesses.response.parse(
    (await portal.call(listOwnAccesses, {}, person)).json(),
  ).accesses
  expect((await portal.call(endAccess, { id: first?.id ?? '' }, person)).statusCode).toBe(200)
  expect((await open(person)).statusCode).toBe(200)
  expect((await portal.call(readCase, { row: first?.row ?? '' }, person)).statusCode).toBe(404)
})
