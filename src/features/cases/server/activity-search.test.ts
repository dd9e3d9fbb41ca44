import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { listCurrentActivity } from '../contract.ts'
import { messages } from '../messages.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal({ PORTAL_TIME_ZONE: 'America/New_York' })
  staff = await portal.staffOf('acme')
})
afterAll(() => portal.close())

/**
 * Parses the raw response and checks it against the contract, because the database returns rows as JSON text.
 */
function parseResponse(response: Awaited<ReturnType<typeof staff.call>>) {
  const body = response.json()
  if (response.statusCode === 200) expect(listCurrentActivity.response.parse(body)).toEqual(body)
  return body
}

const incidentsIn = ({ patients }: { patients: { incidentNumber: string | null }[] }) =>
  patients.map((row) => row.incidentNumber)

describe('a current-activity search', () => {
  const march = { startDate: '2026-03-01', endDate: '2026-03-31', clients: ['ACME1', 'ACME2'] }
  const searchActivity = async (search: Partial<typeof march> & { activityList: string[] }, by = staff) =>
    parseResponse(await by.call(listCurrentActivity, { ...march, ...search } as never))

  test.each([
    [{ startDate: '' }, messages.dateMissing],
    [{ endDate: '2026-02-01' }, messages.datesReversed],
    [{ endDate: '2026-09-01' }, messages.spanTooLong],
    [{ clients: [] }, messages.clientMissing],
    [{ activityList: [] }, messages.kindMissing],
  ])('with %j is rejected with a message', async (change, message) => {
    const response = await searchActivity({ activityList: ['ALL'], ...change })
    expect([response.status, response.detail]).toEqual([422, message])
  })

  test('returns 404 to a client without the feature', async () => {
    expect((await searchActivity({ activityList: ['ALL'] }, await portal.staffOf('bare'))).status).toBe(404)
  })

  test('finds no activity of another client', async () => {
    const other = await portal.staffOf('other')
    expect(await searchActivity({ activityList: ['ALL'] }, other)).toEqual({ patients: [], notice: null })
  })

  test.each([
    ['MR', '2026-03-05', '2026-03-05', 1],
    ['MR', '2026-03-06', '2026-03-09', 0],
    ['CASE', '2026-03-06', '2026-03-06', 1],
    ['BILLS', '2026-04-01', '2026-04-01', 1],
    ['BILLS', '2026-03-01', '2026-03-31', 0],
    ['ALL', '2026-04-02', '2026-04-02', 1],
    ['ALL', '2026-03-02', '2026-04-02', 2],
    ['NOTES', '2026-04-02', '2026-04-02', 0],
    ['NEW', '2026-04-02', '2026-04-02', 1],
    ['NEW', '2026-04-03', '2026-04-30', 0],
  ])('for %s from %s to %s has a row count of %d', async (kind, startDate, endDate, count) => {
    expect((await searchActivity({ startDate, endDate, activityList: [kind] })).patients).toHaveLength(count)
  })

  test.each([
    [
      ['ALL'],
      { isNew: true, medicalRecords: 2, caseDocuments: 1, bills: 0, notes: 2, lastDay: '2026-03-10' },
      null,
    ],
    [
      ['NOTES'],
      { isNew: false, medicalRecords: 0, notes: 2, lastDay: '2026-03-04' },
      '2026-03-04T15:00:00.000Z',
    ],
    [['MR', 'NOTES'], { medicalRecords: 2, notes: 2, caseDocuments: 0, lastDay: '2026-03-10' }, null],
    [['NEW'], { isNew: true, medicalRecords: 0, bills: 0, notes: 0, lastDay: '2026-03-02' }, null],
    [['CASE'], { isNew: false, medicalRecords: 0, caseDocuments: 1, notes: 0, lastDay: '2026-03-06' }, null],
  ])('for %j says what happened and when last', async (activityList, activity, lastNoteAt) => {
    const { patients } = await searchActivity({ activityList })
    expect(patients).toMatchObject([{ incidentNumber: '24000000017', activity: { ...activity, lastNoteAt } }])
  })

  test('counts only what happened in the range', async () => {
    const range = { startDate: '2026-03-10', endDate: '2026-04-01' }
    const { patients } = await searchActivity({ ...range, activityList: ['ALL'] })
    expect(patients).toMatchObject([
      {
        activity: {
          isNew: false,
          medicalRecords: 1,
          caseDocuments: 0,
          bills: 1,
          notes: 0,
          lastDay: '2026-04-01',
        },
      },
    ])
  })

  test("dates a note in the portal's time zone", async () => {
    await portal.fixture.import({
      'notes.csv':
        'id,incidentNumber,timestamp,type,author,noteText\nN8,24000000018,2026-05-02T03:00:00Z,Call,A,Late\n',
    })
    const on = async (date: string) =>
      incidentsIn(await searchActivity({ startDate: date, endDate: date, activityList: ['NOTES'] }))
    expect([await on('2026-05-01'), await on('2026-05-02')]).toEqual([['24000000018'], []])
    const may = { startDate: '2026-05-01', endDate: '2026-05-02', activityList: ['NOTES'] }
    expect((await searchActivity(may)).patients[0].activity).toMatchObject({
      notes: 1,
      lastDay: '2026-05-01',
      lastNoteAt: '2026-05-02T03:00:00.000Z',
    })
  })
})

test('of more than a thousand cases, the first by name or those with the newest activity are returned', async () => {
  const numbers = Array.from({ length: 1002 }, (_, at) => String(70_000_000_000 + at))
  const patients = numbers.map((_, at) => `T${at},ACME2,Many${String(at).padStart(4, '0')},Z,1950-01-01`)
  // The last patients by name were entered last.
  const day = (at: number) => (at < 1000 ? '2025-01-02' : '2025-01-03')
  const incidents = numbers.map((number, at) => `${number},T${at},,2025-01-01,Fever,${day(at)},`)
  const note = `MANY,${numbers[3]},2025-01-04T17:00:00Z,Call,Marta Mockley,Called.`
  const { rejects } = await portal.fixture.import({
    'patients.csv': `patientCode,client,lastName,firstName,dateOfBirth\n${patients.join('\n')}\n`,
    'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary\n${incidents.join('\n')}\n`,
    'notes.csv': `id,incidentNumber,timestamp,type,author,noteText\n${note}\n`,
  })
  expect(rejects).toEqual([])
  const january = {
    startDate: '2025-01-01',
    endDate: '2025-01-31',
    clients: ['ACME2'],
    activityList: ['ALL'],
  }
  const find = async (newestFirst: boolean) =>
    parseResponse(await staff.call(listCurrentActivity, { ...january, newestFirst } as never))
  const byName = await find(false)
  expect(byName.notice).toBe(messages.moreThanShown(1000))
  expect(incidentsIn(byName)).toEqual(numbers.slice(0, 1000))
  const newest = await find(true)
  expect(newest.notice).toBe(messages.newestShown(1000))
  expect(incidentsIn(newest)).toEqual([...numbers.slice(0, 998), ...numbers.slice(1000)])
  const onlyNotes = { ...january, activityList: ['NOTES'], newestFirst: true }
  const found = parseResponse(await staff.call(listCurrentActivity, onlyNotes as never))
  expect(incidentsIn(found)).toEqual([numbers[3]])
})
