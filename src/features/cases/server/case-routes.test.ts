import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listBills } from '#billing/contract.ts'
import { calculateTotals } from '#billing/rules.ts'
import { formatMoney } from '#platform/contract/money.ts'
import { execute, sql } from '#platform/db/database.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { smallCases } from '#test-support/case-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { withoutReference } from '#test-support/problem.ts'
import { addNote, readFeed } from '../activity-contract.ts'
import { listRecentCases, maxPendingOfCase, readCase } from '../case-contract.ts'
import { searchPatients } from '../contract.ts'

/** Thirteen incidents of one patient, from 25000000010 on. */
const moreIncidents = [
  'incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary',
  ...Array.from({ length: 13 }, (_, at) => `250000000${10 + at},P1,,2026-03-01,Fever,2026-03-02,`),
  '',
].join('\n')

const full = { incidentNumber: '24000000017', patientCode: 'P1', client: 'ACME1' }

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
let other: Awaited<ReturnType<typeof portal.staffOf>>
let row: string
let emptyRow: string
beforeAll(async () => {
  portal = await openCasePortal()
  staff = await portal.staffOf('acme')
  other = await portal.staffOf('other')
  row = await findRow('24000000017')
  emptyRow = await findRow('24000000018')
  const waiting = { incidentNumber: '24000000017', providerName: 'Mercy', totalCharge: '9.5' }
  await addPendingBills(portal.databaseContext.owner, [{ itn: 'WAITING', client: 'ACME1', ...waiting }])
  expect((await portal.fixture.import({ 'incidents.csv': moreIncidents })).rejects).toEqual([])
})
afterAll(() => portal.close())

async function findRow(searchTerm: string): Promise<string> {
  const found = await staff.call(searchPatients, { searchType: 'CLAIMNO', searchTerm })
  return found.json().patients[0].hash
}

describe('a case by its address', () => {
  test('requires a session and one of the case searches', async () => {
    for (const { path, method } of [readCase, listRecentCases, readFeed, addNote])
      expect((await portal.app.inject({ method, url: path })).statusCode, path).toBe(401)
    const bare = await portal.staffOf('bare')
    expect((await bare.call(readCase, { row })).statusCode).toBe(404)
  })

  test('readCase finds a case by the key that the search returns', async () => {
    const found = (await staff.call(readCase, { row })).json()
    const searched = await staff.call(searchPatients, { searchType: 'CLAIMNO', searchTerm: '24000000017' })
    const name = { lastName: 'Sampleton', firstName: 'Ada' }
    expect(found.case).toEqual({ ...searched.json().patients[0], ...name })
    expect(found.counts).toEqual({
      medicalRecords: 2,
      recordPages: 3,
      caseDocuments: 1,
      bills: 2,
      processedBills: 1,
      notes: 2,
    })
  })

  test('adds up the bills of each currency as billing does', async () => {
    const { sums } = readCase.response.parse((await staff.call(readCase, { row })).json())
    const { bills } = listBills.response.parse((await staff.call(listBills, full)).json())
    const shown = sums.map(({ currency, savings, charges, repriced, unpriced, ...counts }) => ({
      currency,
      ...counts,
      savingsShown: formatMoney(savings, currency),
      chargesShown: formatMoney(charges, currency),
      repricedShown: formatMoney(repriced, currency),
      unpricedShown: formatMoney(unpriced, currency),
    }))
    expect(calculateTotals(bills)).toMatchObject(shown)
    expect(shown.map(({ savingsShown }) => savingsShown)).toEqual(['€0.00', '$350.25'])
  })

  test("answers another client's case like a missing one", async () => {
    const foreign = await other.call(readCase, { row })
    const missing = await other.call(readCase, { row: 'nothing' })
    expect([foreign.statusCode, missing.statusCode]).toEqual([404, 404])
    expect(withoutReference(foreign.json())).toEqual(withoutReference(missing.json()))
  })

  test('is audited with the incident, or with the row if it is not found', async () => {
    await staff.call(readCase, { row })
    const opened = { actor: staff.userId, action: 'case opened' }
    expect(await portal.lastAudited()).toEqual({
      ...opened,
      subject: '24000000017',
      client: 'ACME1',
      detail: { rows: 1 },
    })
    await other.call(readCase, { row })
    expect(await portal.lastAudited()).toEqual({
      action: 'case opened',
      actor: other.userId,
      subject: row,
      client: null,
      detail: { rows: 0 },
    })
  })

  test('stays the same when an import repeats its incident', async () => {
    const { 'patients.csv': patients, 'incidents.csv': incidents } = smallCases()
    const { rejects } = await portal.fixture.import({ 'patients.csv': patients, 'incidents.csv': incidents })
    expect(rejects).toEqual([])
    expect(await findRow('24000000017')).toBe(row)
  })

  test('returns 404 for a patient without incidents', async () => {
    await portal.fixture.import({
      'patients.csv':
        'patientCode,client,lastName,firstName,dateOfBirth\nP9,ACME1,Sampleless,Ida,1980-05-06\n',
    })
    const found = await staff.call(searchPatients, { searchType: 'NAMEL', searchTerm: 'sampleless' })
    const [patient] = found.json().patients
    expect(patient).toMatchObject({ incidentNumber: null, hash: expect.stringMatching(/^[0-9a-f]{22}$/) })
    expect((await staff.call(readCase, { row: patient.hash })).statusCode).toBe(404)
  })

  test('lists at most as many pending authorizations as the contract says, those that waited longest', async () => {
    const incidentNumber = '25000000022'
    const waiting = Array.from({ length: maxPendingOfCase + 1 }, (_, at) => ({
      itn: `MANY-${at}`,
      client: 'ACME1',
      incidentNumber,
      receivedAt: new Date(Date.UTC(2026, 2, 10, 0, at)).toISOString(),
    }))
    await addPendingBills(portal.databaseContext.owner, waiting)
    const response = await staff.call(readCase, { row: await findRow(incidentNumber) })
    const { pendingAuthorizations } = readCase.response.parse(response.json())
    const longest = waiting.slice(0, maxPendingOfCase).map(({ itn }) => itn)
    expect(pendingAuthorizations.map(({ itn }) => itn)).toEqual(longest)
  })

  test('lists its pending authorizations if the client has authorizations', async () => {
    const { pendingAuthorizations } = (await staff.call(readCase, { row })).json()
    expect(pendingAuthorizations).toMatchObject([
      { itn: 'WAITING', providerName: 'Mercy', totalCharge: '9.5' },
    ])
    const setFeature = (isOn: boolean) =>
      execute(portal.databaseContext.owner, sql`update client set client_auth = ${isOn} where id = 'acme'`)
    await setFeature(false)
    try {
      expect((await staff.call(readCase, { row })).json().pendingAuthorizations).toEqual([])
      expect((await staff.call(readFeed, full)).json().counts.AUTH).toBe(0)
    } finally {
      await setFeature(true)
    }
  })
})

describe('listRecentCases', () => {
  const recent = async (person = staff) =>
    (await person.call(listRecentCases, {})).json().patients.map(({ hash }: { hash: string }) => hash)

  test('recent cases are listed once each, newest first', async () => {
    const person = await portal.staffOf('acme')
    expect(await recent(person)).toEqual([])
    for (const each of [row, emptyRow, row]) await person.call(readCase, { row: each })
    expect(await recent(person)).toEqual([row, emptyRow])
    expect(await recent(other)).toEqual([])
  })

  test('recent cases are limited to ten', async () => {
    const person = await portal.staffOf('acme')
    const opened: string[] = []
    for (let at = 0; at < 12; at += 1) {
      opened.unshift(await findRow(`250000000${10 + at}`))
      await person.call(readCase, { row: opened[0] ?? '' })
    }
    expect(await recent(person)).toEqual(opened.slice(0, 10))
    const kept = sql`select count(*)::int as count from recent_case where user_id = ${person.userId}`
    const { rows } = await portal.asOwner((db) => kept.execute(db))
    expect(rows).toEqual([{ count: 10 }])
  })

  test('recent cases disappear when access is lost or the case is deleted', async () => {
    const { owner } = portal.databaseContext
    const person = await portal.staffOf('acme')
    await person.call(readCase, { row: emptyRow })
    await portal.insert('staff_grant', {
      user_id: person.userId,
      kind: 'client code',
      client_code: 'ACME2',
      granted_at: new Date(),
    })
    expect(await recent(person)).toEqual([])
    await execute(owner, sql`delete from staff_grant where user_id = ${person.userId}`)
    expect(await recent(person)).toEqual([emptyRow])
    const gone = await findRow('25000000022')
    await person.call(readCase, { row: gone })
    const deletion = sql`delete from incident where incident_number = '25000000022'`
    expect(await portal.asOwner((db) => execute(db, deletion))).toBe(1)
    expect(await recent(person)).toEqual([emptyRow])
  })
})
