import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRow, sql } from '#platform/db/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { signInStaff } from '#test-support/sign-in-fixture.ts'
import {
  createVobFixture,
  findVobError,
  makeVobForm,
  postVob,
  requestPreview,
  requestVobTicket,
  type VobFixture,
} from '#test-support/vob-fixture.ts'
import { getVobData } from '../contract.ts'
import { messages } from '../messages.ts'

let fixture: VobFixture
beforeAll(async () => {
  fixture = await createVobFixture()
})
afterAll(() => fixture.close())

const findLastNumber = async () =>
  (
    await queryRow(
      fixture.databaseContext.owner,
      z.object({ last: z.number() }),
      sql`select last_number as last from vob_year`,
    )
  )?.last ?? 0

test('rejects requests without a session', async () => {
  expect((await fixture.call(getVobData, {})).statusCode).toBe(401)
  expect((await requestPreview(fixture, makeVobForm(), {} as never)).statusCode).toBe(401)
  expect((await postVob(fixture, makeVobForm(), { cookie: '' })).statusCode).toBe(401)
})

test('rejects a missing or expired ticket, and a session token in place of one', async () => {
  const clock = freezeClock()
  const form = makeVobForm()
  const before = await findLastNumber()
  const Token = await requestVobTicket(fixture, form)
  clock.forward({ seconds: 61 })
  expect((await postVob(fixture, form, { Token })).statusCode).toBe(401)
  expect((await postVob(fixture, form)).statusCode).toBe(401)
  expect((await postVob(fixture, form, { Token: fixture.staff.token })).statusCode).toBe(401)
  expect(await findLastNumber()).toBe(before)
})

test('rejects an authenticated request with no ticket or a used one', async () => {
  const form = makeVobForm()
  const withToken = (Token: string) =>
    fixture.app.inject({
      method: 'POST',
      url: '/api/createVOB',
      headers: fixture.staff.headers,
      payload: { ...form, Token },
    })
  expect((await withToken('')).statusCode).toBe(401)
  const Token = await requestVobTicket(fixture, form)
  expect((await withToken(Token)).statusCode).toBe(200)
  expect((await withToken(Token)).statusCode).toBe(401)
})

test('rejects a form that is posted again, and says why', async () => {
  const form = makeVobForm()
  const Token = await requestVobTicket(fixture, form)
  expect((await postVob(fixture, form, { Token })).statusCode).toBe(200)
  const again = await postVob(fixture, form, { Token })
  expect(again.statusCode).toBe(401)
  expect(again.json().detail).toContain('This document link was already used or has expired.')
})

test('rejects a ticket that was issued for another form or another user', async () => {
  const form = makeVobForm()
  const other = await signInStaff(fixture, 'alpine')
  expect(
    (await postVob(fixture, makeVobForm({ notes: 'x' }), { Token: await requestVobTicket(fixture, form) }))
      .statusCode,
  ).toBe(401)
  const theirs = { Token: await requestVobTicket(fixture, form), cookie: other.cookie }
  expect((await postVob(fixture, form, theirs)).statusCode).toBe(401)
})

test('issues only one letter for ten concurrent posts with one ticket', async () => {
  const form = makeVobForm({ notes: 'double click' })
  const before = await findLastNumber()
  const Token = await requestVobTicket(fixture, form)
  const responses = await Promise.all(Array.from({ length: 10 }, () => postVob(fixture, form, { Token })))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(401)])
  expect(await findLastNumber()).toBe(before + 1)
})

test.each([
  ['has no verifications of benefits', 'lagoon'],
  ['does not have the search', 'reef'],
])('returns 404 to a client that %s', async (_why, client) => {
  const { headers } = await signInStaff(fixture, client)
  const response = await fixture.call(getVobData, { providerSearchType: 'secureDomestic' }, { headers })
  expect(response.statusCode).toBe(404)
  expect((await requestPreview(fixture, makeVobForm(), headers)).statusCode).toBe(404)
})

test('requires internal staff to name the client of the letter', async () => {
  const { headers } = await signInStaff(fixture, 'harborline')
  expect((await requestPreview(fixture, makeVobForm(), headers)).statusCode).toBe(400)
})

test.each([
  ['a search the client does not have', { ProviderSearchCode: 'publicDomestic' }],
  ['a search that does not exist', { ProviderSearchCode: 'nowhere' }],
  [
    'a network the client does not have',
    { ProviderDiscountNetwork: 'publicDomestic', providerName: 'Public Clinic' },
  ],
  ['a provider outside the search', { providerName: 'Public Clinic' }],
  ['an unknown hash', { ProviderHash: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ['another search type', { ProviderSearchType: 'core' }],
])('reports an unknown provider for %s', async (_what, changes) => {
  expect(await findVobError(fixture, makeVobForm(changes))).toEqual({
    status: 404,
    sentence: messages.unknownProvider,
  })
})

test('returns 404 if none of the codes belongs to the client', async () => {
  const { headers } = fixture.staff
  const ask = (client: string) =>
    fixture.call(getVobData, { providerSearchType: 'secureDomestic', client }, { headers })
  expect((await ask('LAG1')).statusCode).toBe(404)
  expect((await ask('LAG1,ALP2')).statusCode).toBe(200)
})

test.each([
  ['no last name', { patientLastName: ' ' }],
  ['no provider', { providerName: '' }],
  ['no tax ID', { providerTaxId: '' }],
  ['no group', { groupId: '' }],
  ['no signer', { sincerely: '' }],
  ['no policy end and an invalid date', { policyTo: '', patientDOB: 'yesterday' }],
])('reports missing required fields in a form with %s', async (_what, changes) => {
  expect(await findVobError(fixture, makeVobForm(changes))).toEqual({
    status: 422,
    sentence: messages.requiredMissing,
  })
})

test('rejects a policy that ends before it begins', async () => {
  const backwards = makeVobForm({ policyFrom: '1/2/2026', policyTo: '2026-01-01' })
  expect(await findVobError(fixture, backwards)).toEqual({ status: 422, sentence: messages.policyReversed })
})

test.each([
  [
    'a complaint of 41 characters',
    { reference: 'x'.repeat(41) },
    'Medical Complaint: Enter at most 40 characters.',
  ],
  ['notes of 201 characters', { notes: 'x'.repeat(201) }, 'Notes: Enter at most 200 characters.'],
  [
    'a name of 300 characters',
    { patientLastName: 'x'.repeat(300) },
    'Patient Last Name: Enter at most 100 characters.',
  ],
  [
    'an emoji',
    { patientFirstName: 'Zoë 🙂' },
    'Patient First Name: Remove these characters, which the VOB can’t show: 🙂',
  ],
  ['Hebrew', { notes: 'שלום' }, 'Notes: Remove these characters, which the VOB can’t show: ש ל ו ם'],
  [
    'a control character',
    { patientPolicyNumber: 'A\u0007B' },
    'Policy Number: Remove these characters, which the VOB can’t show: an invisible character after “A”',
  ],
  [
    'an invisible space before a name',
    { patientFirstName: '\u200bZoë' },
    'Patient First Name: Remove these characters, which the VOB can’t show: an invisible character at the beginning',
  ],
  [
    'two lines in a name',
    { patientLastName: 'a\r\nb' },
    'Patient Last Name: Remove these characters, which the VOB can’t show: an invisible character after “a”',
  ],
  [
    'a name of marks alone',
    { patientLastName: '\u0301\u0302' },
    'Patient Last Name: Enter at least one letter or digit.',
  ],
  [
    'a policy number of dashes',
    { patientPolicyNumber: '--' },
    'Policy Number: Enter at least one letter or digit.',
  ],
  [
    'a wrong signer',
    { sincerely: 'The President' },
    'Sincerely: VOBs for this client must be signed “Harborline Assistance, Provider Relations”.',
  ],
  [
    'a date of birth in the future',
    { patientDOB: '2199-01-01' },
    'Date of Birth: Enter a date that is not in the future.',
  ],
  [
    'a service before the policy',
    { dateOfService: '2025-12-31' },
    'Date of Service: Enter a date within the policy period.',
  ],
  [
    'a service after the policy',
    { dateOfService: '1/1/2027' },
    'Date of Service: Enter a date within the policy period.',
  ],
  [
    'a service before the date of birth',
    { patientDOB: '2026-02-02', dateOfService: '2026-02-01' },
    'Date of Service: Enter a date on or after the date of birth.',
  ],
  ['a text of 4,000 characters', { copayment: 'x'.repeat(4000) }, 'Copayment: Enter at most 100 characters.'],
  ['an impossible date', { dateOfService: '2026-02-30' }, 'Date of Service: Enter a date.'],
  ["another client's carrier", { clientName: 'Lagoon' }, 'Carrier: Choose an option from the list.'],
  ['the name of an object property', { groupId: 'constructor' }, 'Group: Choose an option from the list.'],
])('rejects %s with a message', async (_what, changes, message) => {
  expect(await findVobError(fixture, makeVobForm(changes))).toEqual({ status: 422, sentence: message })
})
