import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { withoutReference } from '#test-support/problem.ts'
import {
  addIncident,
  createVobFixture,
  makeVobForm,
  reopenVob,
  requestPreview,
  signInLimited,
  submitVob,
  type VobFixture,
  vobNumberFrom,
} from '#test-support/vob-fixture.ts'
import { listCaseVobs, listVobs, type VobForm } from '../contract.ts'

type Staff = VobFixture['staff']

const first = { incidentNumber: '26000000017', client: 'ALP1' }
const second = { incidentNumber: '26000000025', client: 'ALP2' }

let fixture: VobFixture
let limited: Staff
let limitedToFirst: Staff
beforeAll(async () => {
  fixture = await createVobFixture()
  await execute(
    fixture.databaseContext.owner,
    sql`update client set patient_search = true where id = 'alpine'`,
  )
  await addIncident(fixture, { ...first, policy: 'ATI 1 X' })
  await addIncident(fixture, { ...second, policy: 'ATI-2' })
  limited = await signInLimited(fixture, 'ALP2')
  limitedToFirst = await signInLimited(fixture, 'ALP1')
}, 60_000)
afterAll(() => fixture.close())

async function issue(changes: Partial<VobForm>, staff = fixture.staff) {
  const { statusCode, headers } = await submitVob({ ...fixture, staff }, makeVobForm(changes))
  expect(statusCode).toBe(200)
  return vobNumberFrom(headers)
}

const findOfCase = (incident: typeof first, { headers }: Staff = fixture.staff) =>
  fixture.call(listCaseVobs, incident, { headers })
async function listOfCase(incident: typeof first, staff?: Staff) {
  const { vobs } = listCaseVobs.response.parse((await findOfCase(incident, staff)).json())
  return vobs.map(({ number }) => number)
}
async function listNames({ headers }: Staff) {
  const { vobs } = listVobs.response.parse((await fixture.call(listVobs, {}, { headers })).json())
  return vobs.map(({ patientName }) => patientName)
}

test('lists the letters for the policy of a case, written in any form', async () => {
  const number = await issue({ patientPolicyNumber: 'ati-1-x' })
  expect(await listOfCase(first)).toEqual([number])
})

test('lists the letters of a case in a code other than the one that issued them', async () => {
  const number = await issue({ patientPolicyNumber: 'ATI-2' })
  expect(await listOfCase(second)).toContain(number)
  expect((await findOfCase({ ...second, client: 'ALP1' })).statusCode).toBe(404)
})

test('shows a letter that starts from a case to staff limited to its client code, and to no other', async () => {
  const form = { patientLastName: 'Mockwood', patientPolicyNumber: 'ATI-2', ClientCode: 'ALP2' }
  const number = (await issue(form)) ?? ''
  expect(await listOfCase(second, limited)).toEqual([number])
  expect(await listNames(limited)).toEqual(['Mockwood, Zoë'])
  expect(await listNames(limitedToFirst)).not.toContain('Mockwood, Zoë')
  expect((await reopenVob(fixture, number, { staff: limited })).statusCode).toBe(200)
  expect((await reopenVob(fixture, number, { staff: limitedToFirst })).statusCode).toBe(404)
})

test('stores a letter that starts from no case under the first code of its issuer', async () => {
  await issue({ patientLastName: 'Trialham' })
  expect(await listNames(limitedToFirst)).toContain('Trialham, Zoë')
  await issue({ patientLastName: 'Draftwick' }, limited)
  expect(await listNames(limited)).toContain('Draftwick, Zoë')
  expect(await listNames(limitedToFirst)).not.toContain('Draftwick, Zoë')
})

test('treats a case of another client code like a missing one', async () => {
  const before = await listNames(fixture.staff)
  const missing = makeVobForm({ ClientCode: 'NONE1' })
  for (const [code, staff] of [
    ['LAG1', fixture.staff],
    ['ALP1', limited],
    ['alp1', fixture.staff],
    ['ALP1,ALP2', fixture.staff],
  ] as const) {
    const foreign = makeVobForm({ ClientCode: code })
    for (const send of [submitVob, (of: VobFixture, form: VobForm) => requestPreview(of, form)]) {
      const [found, notFound] = [
        await send({ ...fixture, staff }, foreign),
        await send({ ...fixture, staff }, missing),
      ]
      expect([found.statusCode, notFound.statusCode], code).toEqual([404, 404])
      expect(withoutReference(found.json())).toEqual(withoutReference(notFound.json()))
    }
  }
  expect(await listNames(fixture.staff)).toEqual(before)
})

test('leaves letters of another code out of a case if that code has a policy with the same number', async () => {
  const [here, there] = ['26000000033', '26000000041']
  await addIncident(fixture, { incidentNumber: here, client: 'ALP1', policy: 'SAME-1' })
  await addIncident(fixture, { incidentNumber: there, client: 'ALP2', policy: 'same 1' })
  const forHere = await issue({ patientPolicyNumber: 'SAME-1', ClientCode: 'ALP1' })
  const forThere = await issue({ patientPolicyNumber: 'SAME-1', ClientCode: 'ALP2' })
  expect(await listOfCase({ incidentNumber: here, client: 'ALP1' })).toEqual([forHere])
  expect(await listOfCase({ incidentNumber: there, client: 'ALP2' })).toEqual([forThere])
})
