import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { setClock, timeAgo } from '#platform/contract/clock.ts'
import { execute, queryRow, queryRows, sql, withScope } from '#platform/db/database.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { signInStaff } from '#test-support/sign-in-fixture.ts'
import {
  addIncident,
  createVobFixture,
  makeVobForm,
  reopenVob,
  signInLimited,
  submitVob,
  type VobFixture,
  vobNumberFrom,
} from '#test-support/vob-fixture.ts'
import { type IssuedVob, listCaseVobs, listVobs, type VobFilter, withdrawVob } from '../contract.ts'

type Staff = VobFixture['staff']

const reason = 'The policy ended before the date of service.'
const incident = { incidentNumber: '26000000017' }
const twin = { providerName: 'Twin Clinic', providerPhone: '305-555-0104', providerAddress: '4 Main St' }
let fixture: VobFixture
let colleague: Staff
let internal: Staff
let foreigner: Staff
let limited: Staff
let reefer: Staff
let numbers: string[]
beforeAll(async () => {
  fixture = await createVobFixture()
  const { owner } = fixture.databaseContext
  await execute(owner, sql`update client set patient_search = true where id in ('alpine', 'lagoon')`)
  colleague = await signInStaff(fixture, 'alpine', { name: 'Ben Example' })
  internal = await signInStaff(fixture, 'harborline', { viewing: 'alpine' })
  foreigner = await signInStaff(fixture, 'lagoon')
  limited = await signInLimited(fixture, 'ALP2')
  const search = { definition_key: 'domestic-secure-provider-search', position: 0 }
  await fixture.insert('client_provider_search', { client_id: 'reef', ...search })
  reefer = await signInStaff(fixture, 'reef')
  await addIncident(fixture, { ...incident, client: 'ALP1', policy: 'ATI 1 X' })
  numbers = [
    await issue({ patientLastName: 'Sampleberg', patientFirstName: 'Élio', patientPolicyNumber: 'ati-1-x' }),
    await issue({ ...twin, patientPolicyNumber: 'ATI-2' }),
    await issue({ patientLastName: 'Mockwood', patientPolicyNumber: 'ATI-3' }, colleague),
  ]
}, 60_000)
afterAll(() => fixture.close())

async function issue(changes: Parameters<typeof makeVobForm>[0], staff: Staff = fixture.staff) {
  const { headers } = await submitVob({ ...fixture, staff }, makeVobForm(changes))
  return vobNumberFrom(headers) ?? ''
}

const list = async (filter: Partial<VobFilter> = {}, { headers }: Staff = fixture.staff) =>
  listVobs.response.parse((await fixture.call(listVobs, filter, { headers })).json()).vobs
const numbersOf = (vobs: IssuedVob[]) => vobs.map(({ number }) => number)
const withdraw = (number: string, why = reason, { headers }: Staff = fixture.staff) =>
  fixture.call(withdrawVob, { number, reason: why }, { headers })
const findLatestReading = () =>
  queryRow(
    fixture.databaseContext.owner,
    z.object({ actor: z.string(), subject: z.string(), detail: z.unknown() }),
    sql`
    select actor, subject, detail from audit_event where action = 'verifications of benefits read'
     order by id desc limit 1`,
  )
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
  ['unprintable characters', 'A reason 漢', 'Remove these characters, which the VOB can’t show: 漢'],
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

test('audits lists without the patients in them', async () => {
  await list({ search: 'Twin' })
  expect(await findLatestReading()).toEqual({
    actor: fixture.staff.userId,
    subject: 'ALP1,ALP2',
    detail: { search: 'Twin', period: 'any', issuedBy: 'anyone', status: 'any', rows: 1 },
  })
})

test('returns and audits the newest 1,000 letters of a longer list', async () => {
  const insertion = sql`
    insert into vob (number, client_code, issued_at, issued_by, network_code, provider_hash, provider_name,
                     policy_number, patient_name, date_of_service, fields, pdf, pdf_sha256)
    select 'VOB-1999-' || lpad(n::text, 6, '0'), 'REEF1', now() - make_interval(mins => n), ${reefer.userId}::uuid, 'n',
           'h', 'Clinic', 'R-1', 'Sampleton, Ada', '1999-01-02', '{}', '', sha256('')
      from generate_series(1, 1001) n`
  await withScope(fixture.databaseContext.owner, scopeOfCodes(['REEF1']), (scoped) =>
    execute(scoped, insertion),
  )
  const response = await fixture.call(listVobs, {}, { headers: reefer.headers })
  const { vobs, notice } = listVobs.response.parse(response.json())
  expect([vobs.length, vobs.at(-1)?.number]).toEqual([1000, 'VOB-1999-001000'])
  expect(notice).toBe('Showing the newest 1,000 VOBs. Search or filter to see others.')
  expect((await findLatestReading())?.detail).toMatchObject({ rows: 1000 })
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

test('a repeated withdrawal with the same reason by the same person returns the first one', async () => {
  const number = numbers[2] ?? ''
  const [first, again] = [await withdraw(number), await withdraw(number)]
  expect([first.statusCode, again.statusCode]).toEqual([200, 200])
  expect(again.json()).toEqual(first.json())
  expect((await withdraw(number, 'Another reason')).statusCode).toBe(409)
  expect((await withdraw(number, undefined, colleague)).statusCode).toBe(409)
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
