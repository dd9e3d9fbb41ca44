import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { dayInUtc, formatDay } from '#platform/contract/date-format.ts'
import { execute, inTransaction, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { addPendingBills, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listPendingAuthorizations, processAuthorization, undoDecision } from '../contract.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let headers: Awaited<ReturnType<typeof signInStaff>>['headers']
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1', 'ACME2'], { clientAuth: true, authorizers: 'all' })
  headers = (await signInStaff(portal, 'acme')).headers
  await addPendingBills(portal.databaseContext.owner, [
    { itn: 'COPY', client: 'ACME1' },
    { itn: 'DECIDED', client: 'ACME1' },
  ])
})
afterAll(() => portal.close())

async function findListed(itn: string) {
  const response = await portal.call(listPendingAuthorizations, {}, { headers })
  const { bills } = listPendingAuthorizations.response.parse(response.json())
  return bills.find(({ itnNumber }) => itnNumber === itn)
}

/** The copy that a bill has, as text. */
const readCopy = (itn: string) =>
  withEveryClient(portal.databaseContext.owner, async (db) => {
    const row = z.object({ copy: z.string().nullable() })
    const query = sql`select pending_fields as copy from authorization_request where itn = ${itn}`
    return (await queryRow(db, row, query))?.copy
  })

const update = (itn: string, column: string, value: string | number) =>
  withEveryClient(portal.databaseContext.owner, (db) =>
    execute(
      db,
      sql`update authorization_request set ${sql.ref(column)} = ${sql.lit(value)} where itn = ${itn}`,
    ),
  )

test('the stored fields cannot be written by hand', async () => {
  const write = update('COPY', 'pending_fields', '{"patientName":"Somebody"}')
  await expect(write).rejects.toThrow('can only be updated to DEFAULT')
  expect(await readCopy('COPY')).toContain('"itnNumber":"COPY"')
})

test('a decided bill has no copy, and an undo writes it from the bill as it then is', async () => {
  const decision = await portal.call(
    processAuthorization,
    { itn: 'DECIDED', denialCode: '0188' },
    { headers },
  )
  expect(decision.statusCode).toBe(200)
  expect(await readCopy('DECIDED')).toBeNull()
  await update('DECIDED', 'hmo', 'Meadow HMO')
  expect(await readCopy('DECIDED')).toBeNull()
  expect((await portal.call(undoDecision, { itn: 'DECIDED' }, { headers })).statusCode).toBe(200)
  expect(await findListed('DECIDED')).toMatchObject({ hmo: 'Meadow HMO' })
})

test.each([
  ['round', 7, { round: 7 }],
  ['client_code', 'ACME2', { client: 'ACME2' }],
  ['hmo', 'Harbor HMO', { hmo: 'Harbor HMO' }],
  ['policy_number', 'POL-77', { policy: 'POL-77' }],
  ['incident_number', '26000000077', { incidentNumber: '26000000077' }],
  ['comments', 3, { comments: 3 }],
  ['patient_name', 'Erased', { patientName: 'Erased' }],
  ['provider_name', 'Mercy', { providerName: 'Mercy' }],
  ['service_to', '2026-12-31', { serviceTo: '2026-12-31', datesOfService: '3/4/2026-12/31/2026' }],
  ['service_from', '2026-12-31', { serviceFrom: '2026-12-31', datesOfService: '12/31/2026' }],
  ['total_charge', 77.5, { totalCharge: 77.5, totalChargeAmount: '77.5' }],
  ['currency', 'CHF', { currency: 'CHF' }],
  ['received_at', '2026-03-01T10:00:00.125Z', { receivedAt: '2026-03-01T10:00:00.125Z' }],
  ['due_at', '2026-03-02T10:00:00Z', { dueAt: '2026-03-02T10:00:00.000Z' }],
])('the queue shows a change of %s at once', async (column, value, shown) => {
  expect(await findListed('COPY')).not.toMatchObject(shown)
  await update('COPY', column, value)
  expect(await findListed('COPY')).toMatchObject(shown)
})

const days = ['2026-01-02', '2026-12-31', '1999-10-05', '2011-12-29', '2011-12-30', '2018-11-04']
const instants = ['2026-03-08T07:59:59.999Z', '2011-12-30T10:00:00.000Z', '2026-11-01T23:05:06.070Z']

/** The fields of bills with these days and instants, in a session with these settings. */
const computeFields = (settings: Record<string, string>) =>
  inTransaction(portal.databaseContext.app, async (db) => {
    for (const [name, value] of Object.entries(settings))
      await execute(db, sql`select set_config(${name}, ${value}, true)`)
    const query = sql`
      select public.bill_fields('ITN', 1, 'ACME1', null, null, null, 0, 'Ada "A" Sampleton', 'Mercy\Möwe', day::date, day::date + 1,
                         1234567.50, 'USD', at::timestamptz, null) as fields
        from unnest(${days}::text[]) as day
       cross join unnest(${instants}::text[]) as at
       order by day, at`
    return (await queryRows(db, z.object({ fields: z.string() }), query)).map(({ fields }) => fields)
  })

test('writes days and instants as the pages do', async () => {
  const formatted = z.object({ datesOfService: z.string(), serviceFrom: z.string(), receivedAt: z.string() })
  const rows = (await computeFields({})).map((fields) => formatted.parse(JSON.parse(fields)))
  expect(rows).toHaveLength(days.length * instants.length)
  const nextDay = (day: string) => dayInUtc(Date.parse(day) + 86_400_000)
  for (const { datesOfService, serviceFrom } of rows)
    expect(datesOfService).toBe(`${formatDay(serviceFrom)}-${formatDay(nextDay(serviceFrom))}`)
  expect(new Set(rows.map(({ serviceFrom }) => serviceFrom))).toEqual(new Set(days))
  expect(new Set(rows.map(({ receivedAt }) => receivedAt))).toEqual(new Set(instants))
})

// The samples include the day that Samoa skipped, and a midnight that São Paulo did not have.
test.each<Record<string, string>>([
  { TimeZone: 'Pacific/Apia' },
  { TimeZone: 'America/Sao_Paulo' },
  { TimeZone: 'Asia/Kathmandu', DateStyle: 'German, DMY' },
  { DateStyle: 'SQL, DMY' },
  { DateStyle: 'Postgres, MDY', IntervalStyle: 'sql_standard' },
  { lc_time: 'POSIX', lc_numeric: 'POSIX', lc_monetary: 'POSIX' },
  { extra_float_digits: '-15' },
  { search_path: '' },
])('the texts do not depend on the settings %o of a session', async (settings) => {
  expect(await computeFields(settings)).toEqual(await computeFields({}))
})
