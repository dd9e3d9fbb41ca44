import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { formatInstantInTimeZone } from '#platform/contract/date-format.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { endUndoTime, importText, withEveryClient } from '#test-support/authorization-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listPendingAuthorizations, processAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { itnImport } from './itn-import.ts'

const header =
  'itn,client,hmo,policy,incidentNumber,patientName,providerName,serviceFrom,serviceTo,totalCharge,currency,receivedAt'

let portal: Awaited<ReturnType<typeof openPortal>>
let staff: Awaited<ReturnType<typeof signInStaff>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1', 'ACME2'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true })
  await addClient(portal, 'bare', ['BARE1'])
  staff = await signInStaff(portal, 'acme')
  await addIncident('OTHER1', '24000000099')
})
afterAll(() => portal.close())

/** Adds a patient with one incident. */
const addIncident = (client: string, incidentNumber: string) =>
  withEveryClient(portal.databaseContext.owner, async (db) => {
    await execute(db, sql`insert into patient values (${client}, 'P1', 'Sampleton', 'Ada', '1990-01-01')`)
    await execute(
      db,
      sql`
      insert into incident (incident_number, client_code, patient_code, date_of_incident, description, enter_date)
      values (${incidentNumber}, ${client}, 'P1', '2026-03-01', 'Fall', '2026-03-02')`,
    )
  })

const march = '2026-03-10T12:00:00Z'
const april = '2026-04-10T12:00:00Z'
const line = (itn: string, { client = 'ACME1', total = '1250.5', currency = 'USD', received = march } = {}) =>
  `${itn},${client},Harbor HMO,POL-1,24000000017,"Sampleton, Ada",Mercy Hospital,2026-03-04,2026-03-09,${total},${currency},${received}`
const importLines = (...lines: string[]) =>
  importText(portal.databaseContext, itnImport, `${[header, ...lines].join('\n')}\n`)
const decide = (itn: string, decision: Record<string, string | number>) =>
  portal.call(processAuthorization, { itn, ...decision }, { headers: staff.headers })
async function findPending(itn: string) {
  const response = await portal.call(listPendingAuthorizations, {}, { headers: staff.headers })
  const { bills } = listPendingAuthorizations.response.parse(response.json())
  return bills.find(({ itnNumber }) => itnNumber === itn)
}

test('an invalid header stops the import', async () => {
  await expect(importText(portal.databaseContext, itnImport, 'itn,client\nI1,ACME1\n')).rejects.toThrow(
    /is missing the columns/,
  )
  await expect(importText(portal.databaseContext, itnImport, `${header},ssn\n`)).rejects.toThrow(
    /unknown columns/,
  )
})

test.each([
  ['an ITN that is not safe in a URL', line('I/1'), /is not an ITN/],
  ['the reserved ITN', line('ALL'), /is reserved/],
  ['an unknown client code', line('R1', { client: 'NONE' }), /there is no client code/],
  ['decimals in yen', line('R2', { currency: 'JPY' }), /has more decimal places than JPY/],
  ['an unknown currency', line('R3', { currency: 'XQQ' }), /is not a currency/],
  ['a negative total', line('R4', { total: '-1' }), /is not an amount/],
  ['a date instead of a timestamp', line('R5', { received: '2026-03-10' }), /is not a timestamp/],
  ['an impossible date', line('R8', { received: '2026-02-30T00:00:00Z' }), /is not a timestamp/],
  ['a timestamp before 2000', line('R9', { received: '1999-12-31T23:59:59Z' }), /is not between 2000-/],
  [
    'a future timestamp',
    line('R10', { received: '2199-01-01T00:00:00Z' }),
    /is not between .* \(one day from now\)/,
  ],
  [
    'a service after the receipt',
    line('R11', { received: '2026-03-08T00:00:00Z' }),
    /a bill cannot be received before the service/,
  ],
  ['a client without authorizations', line('R12', { client: 'BARE1' }), /turn on its clientAuth/],
  [
    'an incident of another client',
    line('R13').replace('24000000017', '24000000099'),
    /belongs to another client/,
  ],
  [
    'reversed service dates',
    line('R6').replace('2026-03-09', '2026-03-01'),
    /serviceFrom is after serviceTo/,
  ],
  ['a short incident number', line('R7').replace('24000000017', '24'), /does not have 11 characters/],
])('a row with %s is rejected with a message without affecting other rows', async (what, bad, reason) => {
  const good = `GOOD-${what.replaceAll(/\W/g, '-')}`
  const { added, rejected, rejects } = await importLines(bad, line(good))
  expect([added, rejected]).toEqual([1, 1])
  expect(rejects[0]).toMatch(reason)
})

test('an imported bill is pending in its first round, with its exact amount', async () => {
  await importLines(line('FIRST', { total: '1250.500', currency: 'KWD' }))
  expect(await findPending('FIRST')).toMatchObject({
    round: 1,
    client: 'ACME1',
    hmo: 'Harbor HMO',
    policy: 'POL-1',
    incidentNumber: '24000000017',
    patientName: 'Sampleton, Ada',
    datesOfService: '3/4/2026-3/9/2026',
    totalCharge: 1250.5,
    totalChargeAmount: '1250.500',
    currency: 'KWD',
    receivedAt: '2026-03-10T12:00:00.000Z',
  })
})

test('an unknown incident number is accepted with a warning', async () => {
  const { added, said } = await importLines(line('STRAY').replace('24000000017', '24000000077'))
  expect([added, said]).toEqual([1, [expect.stringContaining('unknown incident number: 24000000077.')]])
  await addIncident('ACME1', '24000000078')
  expect(await importLines(line('KNOWN').replace('24000000017', '24000000078'))).toMatchObject({ said: [] })
})

test('importing the same file twice changes nothing, and the second row with the same ITN is rejected', async () => {
  expect(await importLines(line('TWICE'), line('TWICE'))).toMatchObject({ added: 1, rejected: 1 })
  expect(await importLines(line('TWICE'))).toMatchObject({ added: 0, changed: 0, same: 1, rejects: [] })
})

test('a changed row updates a pending bill and opens its next round', async () => {
  await importLines(line('DIFFERS'))
  expect(await importLines(line('DIFFERS', { total: '99' }))).toMatchObject({ changed: 1 })
  expect(await findPending('DIFFERS')).toMatchObject({ round: 2, totalChargeAmount: '99.00' })
  expect(await importLines(line('DIFFERS', { total: '99' }))).toMatchObject({ changed: 0, same: 1 })
  expect(await findPending('DIFFERS')).toMatchObject({ round: 2 })
})

test.each([
  ['the amount', ['1250.5', '99']],
  ['the patient', ['Sampleton, Ada', 'Sampleton, Bea']],
  ['the provider', ['Mercy Hospital', 'Mercy Clinic']],
  ['the currency', ['USD', 'EUR']],
  ['the dates of service', ['2026-03-09', '2026-03-08']],
  ['the policy', ['POL-1', '']],
] as const)('a bill cannot be decided by a user who saw it before %s changed', async (what, [was, is]) => {
  freezeClock()
  const itn = `SEEN-${what.replaceAll(' ', '-')}`
  await importLines(line(itn))
  expect(await importLines(line(itn).replace(was, is))).toMatchObject({ changed: 1 })
  const late = await decide(itn, { denialCode: '0188', round: 1 })
  const message = messages.changed(itn, formatInstantInTimeZone(portal.config.PORTAL_TIME_ZONE, now()))
  expect(late.json()).toMatchObject({ statusCode: 409, message })
  expect((await decide(itn, { denialCode: '0188', round: 2 })).statusCode).toBe(200)
})

test('a changed bill that is received again counts as resubmitted', async () => {
  await importLines(line('BOTH'))
  await importLines(line('BOTH', { total: '99' }))
  await importLines(line('BOTH', { total: '99', received: april }))
  const late = await decide('BOTH', { denialCode: '0188', round: 2 })
  expect(late.json().message).toBe(messages.resubmitted('BOTH', '4/10/2026 8:00 AM'))
})

test('an ITN in use by another client is rejected', async () => {
  await importLines(line('OTHERS', { client: 'OTHER1' }))
  const { rejects } = await importLines(line('OTHERS', { client: 'ACME2' }))
  expect(rejects[0]).toMatch(/is in use by another client/)
})

test('after "info needed", a later receivedAt opens the next round, with its own decision', async () => {
  await importLines(line('AGAIN'))
  expect((await decide('AGAIN', { additionalInfo: '0507' })).statusCode).toBe(200)
  expect(await findPending('AGAIN')).toBeUndefined()
  expect(await importLines(line('AGAIN'))).toMatchObject({ same: 1, changed: 0 })
  expect(await findPending('AGAIN')).toBeUndefined()

  expect(await importLines(line('AGAIN', { received: april }))).toMatchObject({ changed: 1 })
  expect(await findPending('AGAIN')).toMatchObject({ round: 2, receivedAt: '2026-04-10T12:00:00.000Z' })
  expect((await decide('AGAIN', { denialCode: '0188' })).statusCode).toBe(200)
  expect((await decide('AGAIN', { denialCode: '0188' })).statusCode).toBe(409)
})

test('a row older than the latest round of its bill is rejected', async () => {
  await importLines(line('OLDER', { received: april }))
  const { rejects } = await importLines(line('OLDER'))
  expect(rejects[0]).toMatch(/was received again later/)
})

test('a change to a decided bill without a later receivedAt is rejected', async () => {
  await importLines(line('CHANGED'))
  await decide('CHANGED', { otherSpecialHandling: 'Call the family.' })
  const { rejects } = await importLines(line('CHANGED', { total: '1' }))
  expect(rejects[0]).toMatch(/use a later one/)
})

test('a denied bill cannot be resubmitted or changed', async () => {
  await importLines(line('FINAL'))
  await decide('FINAL', { denialCode: '0188' })
  const changes = [line('FINAL', { received: april }), line('FINAL', { total: '1' })]
  for (const row of changes)
    expect((await importLines(row)).rejects).toEqual([
      expect.stringMatching(/can still be undone; send it again/),
    ])
  await endUndoTime(portal.databaseContext.owner, 'FINAL')
  for (const row of changes)
    expect((await importLines(row)).rejects).toEqual([expect.stringMatching(/which is final/)])
  expect(await findPending('FINAL')).toBeUndefined()
})

test('an import is audited as a run and an event', async () => {
  await importLines(line('WRITTEN').replace('24000000017', '24999999999'))
  const run = z.object({
    kind: z.string(),
    actor: z.string(),
    added: z.number(),
    warned: z.number(),
    outcome: z.string(),
  })
  const query = sql`
    select kind, actor, rows_added as added, rows_warned as warned, outcome from import_run order by id desc limit 1`
  expect(await queryRows(portal.databaseContext.owner, run, query)).toEqual([
    { kind: 'itns', actor: 'test', added: 1, warned: 1, outcome: 'done' },
  ])
  const event = sql`select action from audit_event where action = 'itns imported' limit 1`
  expect(await queryRows(portal.databaseContext.owner, z.object({}), event)).toHaveLength(1)
})
