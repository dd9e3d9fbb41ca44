import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPendingBills } from '#testing/authorization-desk.ts'
import { openCasePortal } from '#testing/case-portal.ts'
import { listCurrentActivity, searchPatients } from '../contract.ts'
import { messages } from '../messages.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal({ PORTAL_TIME_ZONE: 'America/New_York' })
  staff = await portal.staffOf('acme')
  const { rejects } = await portal.desk.import({
    'patients.csv': `patientCode,client,lastName,firstName,dateOfBirth
P3,ACME2,Müller-O'Hara,Ana,1980-05-06
P4,ACME2,100%_Real,Bea,1970-01-01
P5,ACME1,Sample,Cy,1971-01-01
`,
  })
  expect(rejects).toEqual([])
})
afterAll(() => portal.close())

type Search = Parameters<typeof staff.call<typeof searchPatients.request, typeof searchPatients.response>>[1]
const searched = async (search: Search, by = staff) => held(await by.call(searchPatients, search))

/** The answer as it came: the rows are text of the database, so it is the tests that hold them against the contract. */
function held(answer: Awaited<ReturnType<typeof staff.call>>) {
  const given = answer.json()
  if (answer.statusCode === 200) expect(searchPatients.response.parse(given)).toEqual(given)
  return given
}

const namesIn = ({ patients }: { patients: { patientName: string }[] }) =>
  patients.map((row) => row.patientName)
const incidentsIn = ({ patients }: { patients: { incidentNumber: string | null }[] }) =>
  patients.map((row) => row.incidentNumber)

describe('patient search', () => {
  test.each([
    ['\0', 400],
    ['\ud800', 200],
  ])('for %j, which is no text, is answered with %d', async (searchTerm, status) => {
    expect((await staff.call(searchPatients, { searchType: 'NAMEL', searchTerm })).statusCode).toBe(status)
  })

  test.each([
    ['NAMEL', '', messages.termMissing],
    ['DOB', 'yesterday', messages.dateMissing],
    ['CLAIMNO', '1234567890', messages.incidentNumberLength],
  ] as const)('by %s for "%s" is refused in words', async (searchType, searchTerm, sentence) => {
    const answer = await staff.call(searchPatients, { searchType, searchTerm })
    expect([answer.statusCode, answer.json().detail]).toEqual([422, sentence])
  })

  test('of a kind that there is not is malformed', async () => {
    const answer = await staff.call(searchPatients, { searchType: 'SSN' as 'NAMEL', searchTerm: 'x' })
    expect(answer.statusCode).toBe(400)
  })

  test('does not exist for a client that does not have it', async () => {
    const bare = await portal.staffOf('bare')
    const answer = await bare.call(searchPatients, { searchType: 'NAMEL', searchTerm: 's' })
    expect(answer.statusCode).toBe(404)
  })

  test.each([
    ['NAMEL', 'Sampleton'],
    ['DOB', '1980-05-06'],
    ['POLICY', 'POL-1'],
    ['ITN', 'ITN2'],
    ['CLAIMNO', '24000000017'],
  ] as const)('by %s finds nothing of another client', async (searchType, searchTerm) => {
    const other = await portal.staffOf('other')
    expect(await searched({ searchType, searchTerm, client: 'ACME1' }, other)).toEqual({
      patients: [],
      notice: null,
    })
    expect((await searched({ searchType, searchTerm })).patients).not.toEqual([])
  })

  test.each([
    ['NAMEL', '%'],
    ['NAMEL', '_ample'],
    ['NAMEL', 'ampleton'],
    ['NAMEL', "x' or '1'='1"],
    ['POLICY', 'POL-'],
    ['POLICY', 'pol-1'],
    ['ITN', 'ITN'],
    ['CLAIMNO', '2400000001_'],
  ] as const)('by %s takes "%s" at its word', async (searchType, searchTerm) => {
    expect(await searched({ searchType, searchTerm })).toEqual({ patients: [], notice: null })
  })

  test.each([
    ['sample', ['Sample, Cy', 'Sampleton, Ada', 'Sampleton, Ada']],
    ['SAMPLETON', ['Sampleton, Ada', 'Sampleton, Ada']],
    ['muller-o', ["Müller-O'Hara, Ana"]],
    ['MÜL', ["Müller-O'Hara, Ana"]],
    ['100%_', ['100%_Real, Bea']],
    [' Mock ', ['Mockbury, Zoë']],
  ])('by the beginning "%s" of a last name, whatever its case and accents', async (searchTerm, names) => {
    expect(namesIn(await searched({ searchType: 'NAMEL', searchTerm }))).toEqual(names)
  })

  test.each([
    ['DOB', '5/6/1980', [null, '24000000017', '24000000018']],
    ['POLICY', 'POL-1', ['24000000017', '24000000018']],
    ['POLICY', 'POL-2', [null]],
    ['ITN', 'ITN2', ['24000000017']],
    ['CLAIMNO', '24000000018', ['24000000018']],
  ] as const)('by %s finds %s', async (searchType, searchTerm, incidents) => {
    expect(incidentsIn(await searched({ searchType, searchTerm }))).toEqual(incidents)
  })

  test('by the ITN of a bill that waits for a decision finds its incident, if it is the same client’s', async () => {
    const incidentNumber = '24000000018'
    await addPendingBills(portal.workplace.owner, [
      { itn: 'WAITS', client: 'ACME1', incidentNumber },
      { itn: 'STRAYS', client: 'OTHER1', incidentNumber },
    ])
    const found = async (searchTerm: string, by = staff) =>
      incidentsIn(await searched({ searchType: 'ITN', searchTerm }, by))
    expect(await found('WAITS')).toEqual([incidentNumber])
    expect([...(await found('STRAYS')), ...(await found('WAITS', await portal.staffOf('other')))]).toEqual([])
  })

  test('the client only narrows', async () => {
    const born = { searchType: 'DOB', searchTerm: '1980-05-06' } as const
    expect(namesIn(await searched({ ...born, client: 'ACME2' }))).toEqual(["Müller-O'Hara, Ana"])
    expect(namesIn(await searched({ ...born, client: 'ACME2,OTHER1' }))).toHaveLength(1)
    expect(namesIn(await searched({ ...born, client: 'OTHER1' }))).toEqual([])
  })

  test('an incident is shown with its patient, its policy and what it has', async () => {
    const { patients } = await searched({ searchType: 'CLAIMNO', searchTerm: '24000000017' })
    expect(patients).toEqual([
      {
        hash: expect.stringMatching(/^[0-9a-f]{22}$/),
        patientName: 'Sampleton, Ada',
        patientCode: 'P1',
        dateOfBirth: '1980-05-06',
        client: 'ACME1',
        carrier: 'ACME1',
        policyNumber: 'POL-1',
        effectiveDate: '2025-01-01',
        incidentNumber: '24000000017',
        dateOfIncident: '2026-03-01',
        incidentDescription: 'Fell from a ladder',
        enterDate: '2026-03-02',
        hasMedicalRecords: true,
        hasCaseSummary: true,
        hasCaseDocuments: true,
        hasBills: true,
        hasNotes: true,
      },
    ])
  })

  test('a patient without incidents is one row', async () => {
    const { patients } = await searched({ searchType: 'NAMEL', searchTerm: 'Mockbury' })
    expect(patients).toMatchObject([
      {
        patientName: 'Mockbury, Zoë',
        policyNumber: 'POL-2',
        incidentNumber: null,
        enterDate: null,
        hasBills: false,
      },
    ])
  })

  test('every search is written down: who, for what, how much was found', async () => {
    const asked = { searchType: 'POLICY', searchTerm: 'POL-1' } as const
    const found = { actor: staff.userId, action: 'patients searched' }
    await searched(asked)
    expect(await portal.lastAudited()).toEqual({
      ...{ ...found, subject: 'ACME1,ACME2', client: 'ACME1', detail: { ...asked, rows: 2 } },
    })
    await searched({ ...asked, client: 'ACME2,OTHER1' })
    expect(await portal.lastAudited()).toEqual({
      ...{ ...found, subject: 'ACME2', client: null, detail: { ...asked, rows: 0 } },
    })
  })
})

describe('current activity', () => {
  const march = { startDate: '2026-03-01', endDate: '2026-03-31', clients: ['ACME1', 'ACME2'] }
  const active = async (search: Partial<typeof march> & { activityList: string[] }, by = staff) =>
    held(await by.call(listCurrentActivity, { ...march, ...search } as never))

  test.each([
    [{ startDate: '' }, messages.dateMissing],
    [{ endDate: '2026-02-01' }, messages.datesReversed],
    [{ endDate: '2026-09-01' }, messages.spanTooLong],
    [{ clients: [] }, messages.clientMissing],
    [{ activityList: [] }, messages.kindMissing],
  ])('of %j is refused in words', async (change, sentence) => {
    const answer = await active({ activityList: ['ALL'], ...change })
    expect([answer.status, answer.detail]).toEqual([422, sentence])
  })

  test('does not exist for a client that does not have it', async () => {
    expect((await active({ activityList: ['ALL'] }, await portal.staffOf('bare'))).status).toBe(404)
  })

  test('shows nothing of another client', async () => {
    const other = await portal.staffOf('other')
    expect(await active({ activityList: ['ALL'] }, other)).toEqual({ patients: [], notice: null })
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
  ])('of %s from %s to %s', async (kind, startDate, endDate, count) => {
    expect((await active({ startDate, endDate, activityList: [kind] })).patients).toHaveLength(count)
  })

  test("a note is of the day that it is in the portal's zone", async () => {
    await portal.desk.import({
      'notes.csv':
        'id,incidentNumber,timestamp,type,author,noteText\nN8,24000000018,2026-05-02T03:00:00Z,Call,A,Late\n',
    })
    const on = async (date: string) =>
      incidentsIn(await active({ startDate: date, endDate: date, activityList: ['NOTES'] }))
    expect([await on('2026-05-01'), await on('2026-05-02')]).toEqual([['24000000018'], []])
  })
})

test('a name of one letter over all clients gives the first thousand incidents by name, and a notice', async () => {
  const names = Array.from({ length: 1001 }, (_, at) => `Zz${String(at).padStart(4, '0')}`)
  const rows = names.map((name, at) => `Q${at},ACME2,${name},Z,1950-01-01`)
  await portal.desk.import({
    'patients.csv': `patientCode,client,lastName,firstName,dateOfBirth\n${rows.join('\n')}\n`,
  })
  const { patients, notice } = await searched({ searchType: 'NAMEL', searchTerm: 'z' })
  const found = patients.map((row: { patientName: string }) => row.patientName)
  expect(found).toEqual(names.slice(0, 1000).map((name) => `${name}, Z`))
  expect(notice).toBe(messages.moreThanShown(1000))
  expect(await portal.lastAudited()).toMatchObject({ detail: { rows: 1000 } })
})
