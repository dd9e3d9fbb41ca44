import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { type Found, findAnything } from '../contract.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>

/** Enough decided authorizations to fill a response, before a pending one by name and by number. */
const decided = Array.from({ length: 11 }, (_, at) => `ITN50000${at + 10}`)
const pending = 'ITN5000021'

beforeAll(async () => {
  portal = await openCasePortal()
  staff = await portal.staffOf('acme')
  await addPendingBills(portal.databaseContext.owner, [
    { itn: 'ITN9000001', client: 'ACME1', incidentNumber: '24000000017' },
    { itn: 'ITN9000002', client: 'ACME2', patientName: 'Waiter, Wanda' },
    ...decided.map((itn) => ({ itn, client: 'ACME1', patientName: 'Often, Olaf' })),
    { itn: pending, client: 'ACME1', patientName: 'Often, Olafina' },
  ])
  await portal.fixture.import({
    'patients.csv': 'patientCode,client,lastName,firstName,dateOfBirth\nO1,ACME1,Often,Olaf,1961-01-01\n',
  })
  await portal.asOwner((db) =>
    execute(db, sql`update authorization_request set is_pending = false where itn = any(${decided}::text[])`),
  )
})
afterAll(() => portal.close())

const find = async (searchTerm: string): Promise<Found['authorizations']> => {
  const response = await staff.call(findAnything, { searchTerm })
  expect(response.statusCode).toBe(200)
  return response.json().authorizations
}
const findNumbers = async (text: string) => (await find(text)).map(({ itnNumber }) => itnNumber)

test.each([
  ['ITN9000002', ['ITN9000002']],
  ['itn 900', ['ITN9000001', 'ITN9000002']],
  ['9000001', ['ITN9000001']],
  ['waiter', ['ITN9000002']],
  ['Waiter, Wan', ['ITN9000002']],
  ['smapleton', ['ITN9000001']],
])('%s finds authorizations', async (text, itns) => {
  expect((await findNumbers(text)).sort()).toEqual(itns)
})

test('authorizations stay after the decision, with the decision and the case', async () => {
  const [before] = await find('ITN9000001')
  expect(before).toMatchObject({ isPending: true, action: null, totalChargeFormatted: '$1,250.50' })
  expect(before?.caseHash).toMatch(/^[0-9a-f]{22}$/)
  await portal.asOwner(async (db) => {
    await execute(
      db,
      sql`insert into authorization_decision (itn, round, client_code, action, currency, total_charge, reason_code,
                                              reason, decided_by, decided_by_name, decided_at)
          select 'ITN9000001', 1, 'ACME1', 'D', 'USD', 1250.50, '0188', 'Not covered', id, 'Ann', now() from staff_user limit 1`,
    )
    await execute(db, sql`update authorization_request set is_pending = false where itn = 'ITN9000001'`)
  })
  const [after] = await find('ITN9000001')
  expect(after).toMatchObject({ isPending: false, action: 'D' })
})

test.each(['often', 'ofte', 'Often, Olaf', 'oftne', 'ITN500', '500'])(
  '%s shows a pending authorization before decided ones',
  async (text) => {
    const [first, ...others] = await find(text)
    expect(first).toMatchObject({ itnNumber: pending, isPending: true })
    expect(others.filter(({ isPending }) => !isPending)).toHaveLength(7)
  },
)
