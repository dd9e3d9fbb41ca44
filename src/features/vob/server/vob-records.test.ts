import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { setClock, timeAgo } from '#platform/contract/clock.ts'
import { execute, queryRow, queryRows, sql, withScope } from '#platform/db/database.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { signInStaff } from '#test-support/sign-in-fixture.ts'
import {
  createVobFixture,
  makeVobForm,
  reopenVob,
  submitVob,
  type VobFixture,
  vobNumberFrom,
} from '#test-support/vob-fixture.ts'
import { type IssuedVob, listCaseVobs, listVobs, type VobFilter, withdrawVob } from '../contract.ts'

type Staff = VobFixture['staff']

const reason = 'The policy ended before the date of service.'
const incident = { incidentNumber: '26000000017' }
const otherCode = { incidentNumber: '26000000025', client: 'ALP2' }
const twin = { providerName: 'Twin Clinic', providerPhone: '305-555-0104', providerAddress: '4 Main St' }
let fixture: VobFixture
let colleague: Staff
let internal: Staff
let foreigner: Staff
let limited: Staff
let numbers: string[]
beforeAll(async () => {
  fixture = await createVobFixture()
  const { owner } = fixture.databaseContext
  await execute(owner, sql`update client set patient_search = true where id in ('alpine', 'lagoon')`)
  colleague = await signInStaff(fixture, 'alpine', { name: 'Ben Example' })
  internal = await signInStaff(fixture, 'harborline', { viewing: 'alpine' })
  foreigner = await signInStaff(fixture, 'lagoon')
  limited = await signInStaff(fixture, 'alpine')
  const grant = { user_id: limited.userId, kind: 'client code', client_code: 'ALP2', granted_at: new Date() }
  await fixture.insert('staff_grant', grant)
  await addIncident(fixture, { ...incident, client: 'ALP1', policy: 'ATI 1 X' })
  await addIncident(fixture, { ...otherCode, policy: 'ATI-2' })
  numbers = [
    await issue({ patientLastName: 'Sampleberg', patientFirstName: 'Élio', patientPolicyNumber: 'ati-1-x' }),
    await issue({ ...twin, patientPolicyNumber: 'ATI-2' }),
    await issue({ patientLastName: 'Mockwood', patientPolicyNumber: 'ATI-3' }, colleague),
  ]
}, 60_000)
afterAll(() => fixture.close())

type NewIncident = { incidentNumber: string; client: string; policy: string }

const addIncident = (
  { databaseContext: { owner } }: VobFixture,
  { incidentNumber, client, policy }: NewIncident,
) =>
  withScope(owner, scopeOfCodes([client]), async (scoped) => {
    const statements = [
      sql`insert into patient (client_code, patient_code, last_name, first_name, date_of_birth)
          values (${client}, 'P1', 'Sampleberg', 'Elio', '1980-01-02')`,
      sql`insert into policy (client_code, policy_number, patient_code) values (${client}, ${policy}, 'P1')`,
      sql`insert into incident (incident_number, client_code, patient_code, policy_number, date_of_incident, enter_date,
                                description)
          values (${incidentNumber}, ${client}, 'P1', ${policy}, '2026-01-02', '2026-01-03', 'Fever')`,
    ]
    for (const statement of statements) await execute(scoped, statement)
  })

async function issue(changes: Parameters<typeof makeVobForm>[0], staff: Staff = fixture.staff) {
  const { headers } = await submitVob({ ...fixture, staff }, makeVobForm(changes))
  return vobNumberFrom(headers) ?? ''
}

const list = async (filter: Partial<VobFilter> = {}, { headers }: Staff = fixture.staff) =>
  listVobs.response.parse((await fixture.call(listVobs, filter, { headers })).json()).vobs
const numbersOf = (vobs: IssuedVob[]) => vobs.map(({ number }) => number)
const withdraw = (number: string, why = reason, { headers }: Staff = fixture.staff) =>
  fixture.call(withdrawVob, { number, reason: why }, { headers })
const countWithdrawals = async () =>
  (
    await queryRows(
      fixture.databaseContext.owner,
      z.object({}),
      sql`
    select from audit_event where action = 'verification of benefits withdrawn'`,
    )
  ).length

test('rejects requests without a session', async () => {
  expect((await fixture.call(listVobs, {})).statusCode).toBe(401)
  expect((await fixture.call(listCaseVobs, incident)).statusCode).toBe(401)
  expect((await fixture.call(withdrawVob, { number: numbers[0] ?? '', reason })).statusCode).toBe(401)
})

test('returns 404 to a client without verifications of benefits', async () => {
  const { headers } = foreigner
  expect((await fixture.call(listVobs, {}, { headers })).statusCode).toBe(404)
  expect((await fixture.call(listCaseVobs, incident, { headers })).statusCode).toBe(404)
  expect((await withdraw(numbers[0] ?? '', reason, foreigner)).statusCode).toBe(404)
  expect((await reopenVob(fixture, numbers[0] ?? '', { staff: foreigner })).statusCode).toBe(404)
})

test('treats letters and cases of other client codes like missing ones', async () => {
  const { headers } = limited
  expect(await list({}, limited)).toEqual([])
  const [number = ''] = numbers
  const [foreign, missing] = [await withdraw(number, reason, limited), await withdraw('VOB-2026-999999')]
  expect(foreign.statusCode).toBe(404)
  expect(foreign.json().detail).toBe(missing.json().detail)
  expect((await reopenVob(fixture, number, { staff: limited })).statusCode).toBe(404)
  expect((await fixture.call(listCaseVobs, incident, { headers })).statusCode).toBe(404)
  const unknown = { incidentNumber: '26999999999' }
  const options = { headers: fixture.staff.headers }
  expect((await fixture.call(listCaseVobs, unknown, options)).statusCode).toBe(404)
})

test.each([
  ['no reason', '', 'Enter a reason of at least 5 characters.'],
  ['spaces', '     \n  ', 'Enter a reason of at least 5 characters.'],
  ['four characters', ' four ', 'Enter a reason of at least 5 characters.'],
  ['501 characters', 'x'.repeat(501), 'Enter at most 500 characters.'],
  ['unprintable characters', 'A reason 漢', 'The document cannot show these characters: 漢'],
])('rejects a withdrawal with %s', async (_case, why, sentence) => {
  const { statusCode, body } = await withdraw(numbers[0] ?? '', why)
  expect(statusCode).toBe(422)
  expect(JSON.parse(body).detail).toBe(sentence)
  expect(await list({ status: 'withdrawn' })).toEqual([])
})

test('lists letters newest first to everyone who may issue them', async () => {
  const newestFirst = numbers.toReversed()
  for (const staff of [fixture.staff, colleague, internal])
    expect(numbersOf(await list({}, staff))).toEqual(newestFirst)
  const [latest] = await list()
  expect(latest).toMatchObject({
    providerName: 'Mercy Hospital',
    patientName: 'Mockwood, Zoë',
    policyNumber: 'ATI-3',
    dateOfService: '2026-11-23',
    issuedBy: 'Ben Example',
    withdrawal: null,
  })
})

test.each([
  ['the number', () => numbers[1]?.toLowerCase(), 1],
  ['the end of the number', () => numbers[0]?.slice(-6), 0],
  ['the provider', () => 'TWIN', 1],
  ['the patient, without accents', () => 'elio sampleBERG', 0],
  ['the patient as shown', () => 'Sampleberg, Élio', 0],
  ['the policy', () => 'ATI-1-X', 0],
  ['the policy without punctuation', () => 'ati1x', 0],
])('finds a letter by %s', async (_case, search, at) => {
  expect(numbersOf(await list({ search: search() ?? '' }))).toEqual([numbers[at]])
})

test('finds nothing for words that no letter has, and treats patterns as text', async () => {
  for (const search of ['Sampleberg Mercyless', '%', '_', "'"]) expect(await list({ search })).toEqual([])
})

test('filters by issuer and period', async () => {
  expect(numbersOf(await list({ issuedBy: 'me' }, colleague))).toEqual([numbers[2]])
  expect(await list({ issuedBy: 'me' }, internal)).toEqual([])
  const earlier = timeAgo(31 * 86_400_000)
  const restoreClock = setClock(() => earlier)
  onTestFinished(restoreClock)
  const old = await issue({ patientPolicyNumber: 'ATI-4' }, await signInStaff(fixture, 'alpine'))
  restoreClock()
  expect(numbersOf(await list({ period: 'month' }))).toEqual(numbers.toReversed())
  expect(numbersOf(await list({ period: 'quarter' }))).toContain(old)
})

test('lists the letters for the policy of a case, written in any form', async () => {
  const { headers } = fixture.staff
  const response = await fixture.call(listCaseVobs, incident, { headers })
  expect(numbersOf(listCaseVobs.response.parse(response.json()).vobs)).toEqual([numbers[0]])
})

test('lists the letters of a case in a code other than the one that issued them', async () => {
  const { headers } = fixture.staff
  const response = await fixture.call(listCaseVobs, otherCode, { headers })
  expect(numbersOf(listCaseVobs.response.parse(response.json()).vobs)).toEqual([numbers[1]])
  const inWrongCode = { ...otherCode, client: 'ALP1' }
  expect((await fixture.call(listCaseVobs, inWrongCode, { headers })).statusCode).toBe(404)
})

test('audits lists without the patients in them', async () => {
  await list({ search: 'Twin' })
  const entry = z.object({ actor: z.string(), subject: z.string(), detail: z.unknown() })
  const latest = sql`
    select actor, subject, detail from audit_event where action = 'verifications of benefits read'
     order by id desc limit 1`
  expect(await queryRow(fixture.databaseContext.owner, entry, latest)).toEqual({
    actor: fixture.staff.userId,
    subject: 'ALP1,ALP2',
    detail: { search: 'Twin', period: 'any', issuedBy: 'anyone', status: 'any', rows: 1 },
  })
})

test('withdraws a letter once, even with concurrent requests, and audits it once', async () => {
  const number = numbers[1] ?? ''
  const before = await countWithdrawals()
  const issued = await list({ status: 'issued' })
  const responses = await Promise.all(
    [fixture.staff, colleague, internal].map((staff) =>
      withdraw(number, `  <b>No</b>\n longer\tvalid `, staff),
    ),
  )
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect(await countWithdrawals()).toBe(before + 1)
  const [vob] = await list({ status: 'withdrawn' })
  expect(vob).toMatchObject({ number, withdrawal: { reason: '<b>No</b> longer valid' } })
  expect(await list({ status: 'issued' })).toEqual(issued.filter((letter) => letter.number !== number))
  const again = await withdraw(number)
  expect(again.statusCode).toBe(409)
  expect(again.json().detail).toMatch(new RegExp(`^${number} was already withdrawn on \\d+/\\d+/\\d{4} by `))
})

test('keeps the stored letter and its withdrawal unchanged', async () => {
  const { owner } = fixture.databaseContext
  for (const change of [sql`delete from vob_withdrawal`, sql`update vob_withdrawal set reason = 'Another'`])
    await expect(change.execute(owner)).rejects.toThrow('append-only')
})

test('a withdrawn letter carries a notice on every page and keeps its original text', async () => {
  const notes = Array.from({ length: 60 }, (_, at) => `${at}`)
    .join('\n')
    .slice(0, 200)
  const number = await issue({ notes })
  const before = await reopenVob(fixture, number)
  const pagesBefore = await pdfPages(before.rawPayload)
  expect(pagesBefore.length).toBeGreaterThan(1)
  await withdraw(number, `${reason} <script>alert(1)</script>`)
  const { headers, rawPayload } = await reopenVob(fixture, number, { staff: colleague })
  expect(headers['content-disposition']).toBe(`inline; filename="${number}-withdrawn.pdf"`)
  const pages = await pdfPages(rawPayload)
  expect(pages).toHaveLength(pagesBefore.length)
  for (const [at, { text }] of pages.entries()) {
    const plain = text.replaceAll(/\s+/g, ' ')
    expect(plain).toMatch(new RegExp(`${number} was WITHDRAWN on \\d+/\\d+/\\d{4} by Staff of alpine`))
    expect(plain).toContain(`Reason: ${reason} <script>alert(1)</script>`)
    for (const word of pagesBefore[at]?.text.split(/\s+/) ?? []) expect(plain).toContain(word)
  }
})
