import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processAuthorization } from '#authorizations/contract.ts'
import { dayInUtc } from '#platform/contract/date-format.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { readFeed } from '../activity-contract.ts'

const full = { incidentNumber: '24000000017', patientCode: 'P1', client: 'ACME1' }

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
let other: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal()
  staff = await portal.staffOf('acme')
  other = await portal.staffOf('other')
  const { rejects } = await portal.fixture.import({
    'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary
25000000010,P1,,2026-03-01,Fever,2026-03-02,
`,
  })
  expect(rejects).toEqual([])
  const pending = { itn: 'WAITING', client: 'ACME1', incidentNumber: '24000000017' }
  await addPendingBills(portal.databaseContext.owner, [pending])
})
afterAll(() => portal.close())

describe('the feed of a case', () => {
  test('shows the content newest first, with days in the portal’s time zone', async () => {
    const { entries, counts } = (await staff.call(readFeed, full)).json()
    const kinds = entries.map(({ kind, day }: { kind: string; day: string }) => `${day} ${kind}`)
    expect(kinds.filter((kind: string) => !kind.endsWith('AUTH'))).toEqual([
      '2026-04-01 BILLS',
      '2026-03-10 MR',
      '2026-03-06 CASE',
      '2026-03-05 MR',
      '2026-03-04 NOTES',
      '2026-03-02 NOTES',
      '2026-03-01 BILLS',
    ])
    expect(counts).toEqual({ NOTES: 2, MR: 2, CASE: 1, BILLS: 2, AUTH: 1 })
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'BILLS', itn: 'ITN1', repricedAmount: null, processedDate: null }),
        expect.objectContaining({ kind: 'NOTES', author: 'M. Draftwick', noteText: 'Called the clinic.' }),
        expect.objectContaining({ kind: 'AUTH', itn: 'WAITING', action: null, decidedBy: null }),
      ]),
    )
  })

  test('shows a decision with its outcome, amount and author', async () => {
    const incidentNumber = '25000000010'
    await addPendingBills(portal.databaseContext.owner, [
      { itn: 'DECIDED', client: 'ACME1', incidentNumber, currency: 'USD', totalCharge: '100.00' },
    ])
    const person = await portal.staffOf('acme')
    await portal.insert('staff_grant', { user_id: person.userId, kind: 'decide', granted_at: new Date() })
    const amounts = { patientResponsibility: '10', maximumCovered: '90' }
    const currencies = { patientResponsibilityCurrency: 'USD', maximumCoveredCurrency: 'USD' }
    const decided = await person.call(processAuthorization, { itn: 'DECIDED', ...amounts, ...currencies })
    expect(decided.statusCode).toBe(200)
    const { entries } = (await person.call(readFeed, { incidentNumber })).json()
    expect(entries.find(({ itn }: { itn: string }) => itn === 'DECIDED')).toMatchObject({
      kind: 'AUTH',
      action: 'A',
      decidedBy: 'Staff of acme',
      maximumCovered: '90.00',
      totalCharge: '100.00',
    })
  })

  test('is empty for another client, and audited', async () => {
    expect((await other.call(readFeed, full)).json().entries).toEqual([])
    expect(await portal.lastAudited()).toMatchObject({ action: 'case feed read', client: null })
    await staff.call(readFeed, full)
    expect(await portal.lastAudited()).toMatchObject({ action: 'case feed read', client: 'ACME1' })
  })

  test('has the newest 200 entries of each kind and counts them all', async () => {
    const processed = (at: number) => dayInUtc(Date.UTC(2025, 0, 1 + at))
    const lines = Array.from(
      { length: 250 },
      (_, at) => `B${at},24000000018,Clinic,2024-12-01,2024-12-01,USD,100,80,${processed(at)},Paid,,`,
    )
    const header =
      'itn,incidentNumber,providerName,serviceFrom,serviceTo,currency,totalCharges,repricedAmount,processedDate,paymentStatus,imagePageStart,imagePageEnd'
    await portal.fixture.import({ 'bills.csv': [header, ...lines, ''].join('\n') })
    const { entries, counts } = (await staff.call(readFeed, { incidentNumber: '24000000018' })).json()
    const newest = Array.from({ length: 200 }, (_, at) => `B${249 - at}`)
    expect(entries.map(({ itn }: { itn: string }) => itn)).toEqual(newest)
    expect(counts.BILLS).toBe(250)
  })
})
