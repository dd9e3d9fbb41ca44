import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { addPendingBills, endUndoTime, withEveryClient } from '#test-support/authorization-fixture.ts'
import { pdfPages, renderPages } from '#test-support/pdf-pages.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { withoutReference } from '#test-support/problem.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { processAuthorization, undoDecision } from '../../contract.ts'
import { openDecisionLetter } from '../../decided-contract.ts'
import { letterMessages } from '../../letter-messages.ts'

type Person = Awaited<ReturnType<typeof signInStaff>>

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Person
let other: Person
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'bare', ['BARE1'], { authorizers: 'all' })
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  other = await signInStaff(portal, 'other')
})
afterAll(() => portal.close())

const approval = {
  patientResponsibility: '50',
  patientResponsibilityCurrency: 'USD',
  maximumCovered: '1200.5',
  maximumCoveredCurrency: 'USD',
}

type Bill = Parameters<typeof addPendingBills>[1][number]

/** Adds a bill and decides it. Returns the id of the decision, which can still be undone. */
async function decide(itn: string, fields: Record<string, string>, bill: Partial<Bill> = {}) {
  await addPendingBills(portal.databaseContext.owner, [{ itn, client: 'ACME1', ...bill }])
  const response = await portal.call(processAuthorization, { itn, ...fields }, { headers: ada.headers })
  expect(response.statusCode).toBe(200)
  return response.json().decisionId as string
}

const open = (DecisionId: string, { headers }: Pick<Person, 'headers'> = ada) =>
  portal.call(openDecisionLetter, { DecisionId }, { headers })

/** Decides a bill and returns its letter once the decision is final. */
async function makeLetter(itn: string, fields: Record<string, string>, bill?: Partial<Bill>) {
  const id = await decide(itn, fields, bill)
  await endUndoTime(portal.databaseContext.owner, itn)
  const response = await open(id)
  expect(response.statusCode).toBe(200)
  return { id, response, text: await readText(response.rawPayload) }
}

const readText = async (pdf: Buffer) =>
  (await pdfPages(pdf)).map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')

const setLetter = (letter: object | null) =>
  execute(
    portal.databaseContext.owner,
    sql`update client set decision_letter = ${letter && JSON.stringify(letter)}::jsonb where id = 'acme'`,
  )

test('letters need a session and a client that has authorizations', async () => {
  const { headers } = await signInStaff(portal, 'bare')
  const DecisionId = '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90'
  expect((await portal.call(openDecisionLetter, { DecisionId })).statusCode).toBe(401)
  expect((await open(DecisionId, { headers })).statusCode).toBe(404)
})

test('the letter of another client’s decision is like a missing one', async () => {
  const { id } = await makeLetter('L-FOREIGN', { denialCode: '0188' })
  const foreign = await open(id, other)
  for (const missing of ['3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90', 'x']) {
    const response = await open(missing, other)
    expect([foreign.statusCode, response.statusCode]).toEqual([404, 404])
    expect(withoutReference(response.json())).toEqual(withoutReference(foreign.json()))
  }
})

test('a decision that can still be undone has no letter yet, and an undone one never has', async () => {
  const id = await decide('L-UNDO', { denialCode: '0188' })
  const early = await open(id)
  expect(early.statusCode).toBe(409)
  expect(early.json().detail).toMatch(/^The decision on ITN L-UNDO can still be undone, .* in \d+ seconds\.$/)
  await portal.call(undoDecision, { itn: 'L-UNDO', decisionId: id }, { headers: ada.headers })
  expect((await open(id)).statusCode).toBe(404)
})

test('an approval states its amounts and how to appeal', async () => {
  const bill = { providerName: 'Clínica Árbol', incidentNumber: '24000000017' }
  const { text, response } = await makeLetter('L-APPROVED', approval, bill)
  expect(response.headers['content-disposition']).toBe('inline; filename="decision-L-APPROVED.pdf"')
  for (const part of [
    'Client acme',
    'Clínica Árbol',
    'Sampleton, Ada',
    'L-APPROVED',
    '3/4/2026 - 3/9/2026',
    '24000000017',
    '$1,250.50',
    '$50.00',
    'Decision: Approved',
    'If you disagree',
    'We approved this bill. The maximum covered amount is $1,200.50 of the total charge of $1,250.50.',
    'Call (212) 555-0100 or write to service@example.com. Please mention ITN L-APPROVED.',
    'Harborline Assistance for Client acme',
  ])
    expect(text).toContain(part)
  expect(text).not.toMatch(/in part|not covered/i)
})

test('an approval of a part states what is not covered and whom to ask, also with the client’s text', async () => {
  const part = { ...approval, maximumCovered: '1000' }
  const { text } = await makeLetter('L-PART', part)
  for (const words of [
    'Decision: Approved in part',
    'Not covered $200.50',
    'If you disagree',
    'Questions',
    'the patient’s responsibility is $50.00. The remaining $200.50 is not covered.',
    'If you would like to know the reason, please ask us as described under “Questions”.',
  ])
    expect(text).toContain(words)
  await setLetter({ outcomes: { approved: 'Ours: {covered}, without {notCovered}.' } })
  const own = await makeLetter('L-PART-2', part)
  expect(own.text).toContain('Ours: $1,000.00, without $200.50.')
  expect(own.text).toContain('Not covered $200.50')
  await setLetter({ outcomes: { approved: 'Ours.', approvedInPart: 'A part: {covered}.' } })
  expect((await makeLetter('L-PART-3', part)).text).toContain('A part: $1,000.00.')
  await setLetter(null)
})

test('a letter that covers nothing does not say that the bill was approved, unless the client’s text does', async () => {
  const nothing = { ...approval, maximumCovered: '0' }
  const { text } = await makeLetter('L-NOTHING', nothing)
  expect(text).toContain('We reviewed this bill. The maximum covered amount is $0.00 of the total charge of')
  expect(text).toContain('please ask us as described under “Questions”')
  expect(text).toContain('Decision: Nothing covered')
  expect(text).not.toContain('pproved')
  expect(text).toContain('If you disagree')
  await setLetter({ outcomes: { approved: 'Ours: {covered}.' } })
  expect((await makeLetter('L-NOTHING-2', nothing)).text).toContain('Ours: $0.00.')
  await setLetter({
    outcomes: { approved: 'Ours: {covered}.', approvedForNothing: 'Nothing of {totalCharge}.' },
  })
  expect((await makeLetter('L-NOTHING-3', nothing)).text).toContain('Nothing of $1,250.50.')
  await setLetter(null)
})

test.each([
  ['L-INFO', { additionalInfo: '0507' }, 'More information needed', /What we need/],
  ['L-OTHER', { otherSpecialHandling: 'Call Bob first' }, 'Special handling', /^(?!.*Call Bob)/],
])('the letter of %s has no appeal and no internal comment', async (itn, fields, outcome, content) => {
  const { text } = await makeLetter(itn, fields as Record<string, string>)
  expect(text).toContain(`Decision: ${outcome}`)
  expect(text).not.toContain('If you disagree')
  expect(text).toMatch(content)
})

test('a letter has the client’s text, in which HTML is only text, and its current placeholders', async () => {
  await setLetter({
    addressee: 'patient',
    opening: '<b>Dear</b> {patient} of {provider}',
    outcomes: { denied: 'Denied: {reason}.', specialHandling: 'Comment: {reason}' },
    appeal: 'Appeal {itn}\nwithin 180 days',
    contact: 'Ask us',
    signature: 'The Desk',
  })
  const denied = await makeLetter('L-TEXT', { denialCode: '0188' }, { patientName: 'Ann {itn}' })
  expect(denied.text).toContain('<b>Dear</b> Ann {itn} of Mercy Hospital')
  expect(denied.text).toMatch(
    /Denied: .*\. If you disagree Appeal ITN L-TEXT within 180 days Questions Ask us The Desk/,
  )
  const special = await makeLetter('L-SHARED', { otherSpecialHandling: 'Call Bob first' })
  expect(special.text).toContain('Comment: Call Bob first')
  await setLetter(null)
  expect(await readText((await open(denied.id)).rawPayload)).toContain(letterMessages.defaults.opening)
})

test('a letter keeps what it says about the bill after the bill was resubmitted, and its bytes', async () => {
  const { id, response } = await makeLetter('L-KEPT', { additionalInfo: '0507' })
  await withEveryClient(portal.databaseContext.owner, (db) =>
    execute(
      db,
      sql`
      update authorization_request
         set patient_name = 'Changed', provider_name = 'Changed', policy_number = 'CHANGED', incident_number = '24000000099',
             service_from = '2020-01-01', service_to = '2020-01-01', total_charge = 1, round = 2, is_pending = true
       where itn = 'L-KEPT'`,
    ),
  )
  expect((await open(id)).rawPayload.equals(response.rawPayload)).toBe(true)
})

test('long names, long texts and other scripts stay within the margins', async () => {
  const long = 'W'.repeat(200)
  const name = 'Østergård-Núñez '.repeat(12)
  await setLetter({
    outcomes: { specialHandling: `{reason}\n${'Long '.repeat(200)}` },
    contact: 'Line\n'.repeat(110).trim(),
    signature: long,
  })
  const bill = { patientName: `診療所 ${name}`, providerName: long }
  const { response } = await makeLetter('L-LONG', { otherSpecialHandling: 'Z'.repeat(500) }, bill)
  await setLetter(null)
  const pages = await renderPages(response.rawPayload)
  const boxes = pages.flatMap((page) => page.boxes)
  expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(53)
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(612 - 53)
  expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThanOrEqual(792 - 30)
  const text = pages.map((page) => page.text).join('')
  expect(text.match(/Z/g)).toHaveLength(500)
  expect(text).toContain('\ufffd marks a character that this document cannot show')
  expect(pages.length).toBeGreaterThan(2)
})

test('opened and refused letters are audited with the ITN', async () => {
  const { id } = await makeLetter('L-READ', { denialCode: '0188' })
  await open(id, other)
  const read = (subject: string) =>
    queryRow(
      portal.databaseContext.owner,
      z.object({ actor: z.string(), code: z.string(), detail: z.object({ rows: z.number() }) }),
      sql`
      select actor, coalesce(client_code, '') as code, detail from audit_event
       where action = 'decision letter opened' and subject = ${subject}`,
    )
  expect(await read('L-READ')).toEqual({ actor: ada.userId, code: 'ACME1', detail: { rows: 1 } })
  expect(await read(id)).toEqual({ actor: other.userId, code: '', detail: { rows: 0 } })
})
