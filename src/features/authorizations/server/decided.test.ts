import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { addPendingBills, moveDecision, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { processAuthorization } from '../contract.ts'
import { getAuthorizationHistory, listDecidedAuthorizations } from '../decided-contract.ts'
import { decidedMessages } from '../decided-messages.ts'
import { maxDecided } from './decided-queries.ts'

type Person = Awaited<ReturnType<typeof signInStaff>>

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Person
let bob: Person
let other: Person
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1', 'ACME2'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'bare', ['BARE1'], { authorizers: 'all' })
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  bob = await signInStaff(portal, 'acme', { name: 'Bob Mockbury' })
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

/** Adds a bill and decides it, by default as denied by Ada. Returns the id of the decision. */
async function decide(
  itn: string,
  fields: Record<string, string> = { denialCode: '0188' },
  { by = ada, ...bill }: Partial<Bill> & { by?: Person } = {},
) {
  await addPendingBills(portal.databaseContext.owner, [{ itn, client: 'ACME1', ...bill }])
  return decideAgain(itn, fields, by)
}
async function decideAgain(itn: string, fields: Record<string, string>, by = ada): Promise<string> {
  const response = await portal.call(processAuthorization, { itn, ...fields }, { headers: by.headers })
  expect(response.statusCode).toBe(200)
  return response.json().decisionId
}

const change = (query: ReturnType<typeof sql>) =>
  withEveryClient(portal.databaseContext.owner, (db) => execute(db, query))

async function list(filter: z.input<typeof listDecidedAuthorizations.request> = {}, by = ada) {
  const response = await portal.call(listDecidedAuthorizations, filter, { headers: by.headers })
  const parsed = listDecidedAuthorizations.response.parse(response.json())
  // The database writes the response as JSON.
  expect(response.json()).toEqual(parsed)
  return parsed
}
const listItns = async (filter: Parameters<typeof list>[0], by = ada) =>
  (await list(filter, by)).decisions.map(({ itnNumber }) => itnNumber)

const openHistory = (itn: string, by = ada) =>
  portal.call(getAuthorizationHistory, { itn }, { headers: by.headers })

test('decisions and histories need a session and a client that has authorizations', async () => {
  const { headers } = await signInStaff(portal, 'bare')
  const input = { itn: 'ANY' }
  for (const [options, status] of [
    [{}, 401],
    [{ headers }, 404],
  ] as const) {
    expect((await portal.call(listDecidedAuthorizations, {}, options)).statusCode).toBe(status)
    expect((await portal.call(getAuthorizationHistory, input, options)).statusCode).toBe(status)
  }
})

test('a filter that does not exist, a search that is too long, and an ITN that is none are rejected', async () => {
  for (const filter of [
    { outcome: 'X' },
    { period: 'century' },
    { from: '2026-02-30' },
    { period: 'dates', from: '0000-01-01' },
    { search: 'x'.repeat(201) },
    { decidedByName: 'x'.repeat(201) },
    { state: 'sent' },
  ])
    expect(
      (await portal.call(listDecidedAuthorizations, filter as object, { headers: ada.headers })).statusCode,
    ).toBe(400)
  expect((await openHistory('')).statusCode).toBe(400)
  expect((await openHistory('x'.repeat(41))).statusCode).toBe(400)
})

test('decisions of other clients are not listed, and their histories are like missing', async () => {
  await decide('FOREIGN', undefined, { client: 'OTHER1', by: other })
  expect(await listItns({ search: 'foreign' })).toEqual([])
  expect(await listItns({ search: 'foreign' }, other)).toEqual(['FOREIGN'])
  for (const itn of ['FOREIGN', 'MISSING']) {
    const response = await openHistory(itn)
    expect([response.statusCode, response.json().detail]).toEqual([404, decidedMessages.unknown])
  }
})

test('a decision is listed with its reason, amounts and times', async () => {
  const bill = { client: 'ACME2', providerName: 'Clínica Árbol', incidentNumber: '24000000017' }
  const id = await decide('FULL', approval, bill)
  await decide('WHY', { otherSpecialHandling: 'Call the clinic first' })
  const { decisions } = await list({ search: 'full' })
  expect(decisions).toMatchObject([
    {
      id,
      itnNumber: 'FULL',
      round: 1,
      client: 'ACME2',
      providerName: 'Clínica Árbol',
      code: null,
      action: 'A',
      decision: 'approved',
      currency: 'USD',
      totalCharge: '1250.50',
      isSent: false,
      maximumCovered: '1200.50',
      patientResponsibility: '50.00',
      decidedBy: 'Ada Sampleton',
      receivedAt: '2026-03-10T12:00:00.000Z',
      dueAt: null,
      sentAt: null,
      reason: null,
      comment: null,
    },
  ])
  expect((await list({ search: 'why' })).decisions).toMatchObject([
    { action: 'O', decision: 'special handling', comment: 'Call the clinic first', maximumCovered: null },
  ])
})

test('decisions are listed newest first, and found by words of the bill or the person, in any case', async () => {
  await decide('NEW-1', undefined, { providerName: 'Hôpital du Lac', patientName: 'Najdowska, Ewa' })
  await decide('NEW-2', { additionalInfo: '0507' }, { providerName: 'Lakeside Clinic', by: bob })
  const [first, second] = await listItns({})
  expect([first, second]).toEqual(['NEW-2', 'NEW-1'])
  for (const search of ['hopital LAC', 'najdowska ewa', 'new-1 ada', '  NEW-1,  '])
    expect(await listItns({ search })).toEqual(['NEW-1'])
  expect(await listItns({ search: '%' })).toEqual([])
})

test('decisions are filtered by outcome, person, due time and period', async () => {
  const ofBob = { client: 'ACME2', by: bob }
  await decide('F-DENIED', undefined, ofBob)
  await decide('F-INFO', { additionalInfo: '0507' })
  await addPendingBills(portal.databaseContext.owner, [
    { itn: 'F-LATE', client: 'ACME1' },
    { itn: 'F-SOON', client: 'ACME1' },
  ])
  await change(sql`update authorization_request set due_at = '2026-03-12T12:00:00Z' where itn = 'F-LATE'`)
  await change(sql`update authorization_request set due_at = now() + interval '1 day' where itn = 'F-SOON'`)
  for (const itn of ['F-LATE', 'F-SOON']) await decideAgain(itn, { denialCode: '0188' })
  const find = (filter: Parameters<typeof list>[0]) => listItns({ search: 'f-', ...filter })
  expect(await find({ outcome: 'I' })).toEqual(['F-INFO'])
  expect(await find({ decidedBy: 'me' })).toEqual(['F-SOON', 'F-LATE', 'F-INFO'])
  expect(await find({ decidedByName: ' MOCK, bób' })).toEqual(['F-DENIED'])
  expect(await find({ decidedByName: 'mock ada' })).toEqual([])
  expect(await find({ timing: 'late' })).toEqual(['F-LATE'])
  expect(await find({ timing: 'on time' })).toEqual(['F-SOON'])
  await moveDecision(portal.databaseContext.owner, 'F-DENIED', sql`now() - interval '40 days'`)
  expect(await find({})).not.toContain('F-DENIED')
  expect(await find({ period: 'quarter' })).toContain('F-DENIED')
})

test('decisions are filtered by a client of the person; another client is like missing', async () => {
  await decide('C-ONE')
  await decide('C-TWO', undefined, { client: 'ACME2' })
  await decide('C-FOREIGN', undefined, { client: 'OTHER1', by: other })
  const find = (client: string) => listItns({ search: 'c-', client })
  expect(await find('ACME2')).toEqual(['C-TWO'])
  expect(await find('')).toEqual(['C-TWO', 'C-ONE'])
  expect(await find('OTHER1')).toEqual([])
  expect(await find('MISSING1')).toEqual([])
})

test('decisions are found between two days of the portal’s time zone, which the days include', async () => {
  await decide('DAYS')
  await moveDecision(portal.databaseContext.owner, 'DAYS', '2026-03-02T04:59:00Z')
  const find = (from: string, to: string) => listItns({ search: 'days', period: 'dates', from, to })
  for (const [from, to] of [
    ['2026-03-01', '2026-03-01'],
    ['2026-03-01', ''],
    ['', '2026-03-01'],
    ['', ''],
  ] as const)
    expect(await find(from, to)).toEqual(['DAYS'])
  expect(await find('2026-03-02', '')).toEqual([])
  expect(await find('', '2026-02-28')).toEqual([])
  expect(await find('2026-03-02', '2026-03-01')).toEqual([])
  expect(await listItns({ search: 'days', from: '2026-03-01', to: '2026-03-01' })).toEqual([])
})

test('a list that is too long has the newest decisions and says so', async () => {
  await addClient(portal, 'large', ['LARGE1'], { clientAuth: true, authorizers: 'all' })
  const reader = await signInStaff(portal, 'large')
  await decide('L-0', undefined, { client: 'LARGE1', by: reader })
  await change(sql`
    insert into authorization_request (itn, client_code, patient_name, provider_name, service_from, service_to,
                                       currency, total_charge, received_at, is_pending)
    select 'L-' || n, client_code, patient_name, provider_name, service_from, service_to, currency, total_charge,
           received_at, false
      from authorization_request, generate_series(1, ${maxDecided}::int) as n
     where itn = 'L-0'`)
  await change(sql`
    insert into authorization_decision (itn, round, client_code, action, currency, total_charge, reason_code, reason,
                                        decided_by, decided_by_name, decided_at)
    select 'L-' || n, 1, client_code, action, currency, total_charge, reason_code, reason, decided_by, decided_by_name,
           decided_at + n * interval '1 ms'
      from authorization_decision, generate_series(1, ${maxDecided}::int) as n
     where itn = 'L-0'`)
  await change(sql`
    insert into decision_message (itn, round, client_code, client_id, made_at, undo_until)
    select itn, round, client_code, (select client_id from client_code where code = 'LARGE1'), decided_at, decided_at
      from authorization_decision where client_code = 'LARGE1' and itn <> 'L-0'`)
  const { decisions, notice } = await list({}, reader)
  expect(notice).toBe(decidedMessages.moreThanShown(maxDecided))
  expect([decisions.length, decisions[0]?.itnNumber]).toEqual([maxDecided, `L-${maxDecided}`])
})

test('reads of decisions and histories are audited with what was read', async () => {
  await decide('READ', undefined, { client: 'ACME2' })
  await list({ search: 'read', outcome: 'D' })
  await openHistory('READ')
  await openHistory('UNKNOWN')
  const entry = z.object({ subject: z.string(), codes: z.string(), detail: z.looseObject({}) })
  const reads = sql`
    select subject, coalesce(client_code, '') as codes, detail from audit_event
     where action in ('decided authorizations read', 'authorization history read')
     order by id desc limit 3`
  expect(await queryRows(portal.databaseContext.owner, entry, reads)).toMatchObject([
    { subject: 'UNKNOWN', codes: '', detail: { rows: 0 } },
    { subject: 'READ', codes: 'ACME2', detail: { rows: 1 } },
    { subject: 'ACME1,ACME2', codes: 'ACME2', detail: { search: 'read', outcome: 'D', rows: 1 } },
  ])
})
