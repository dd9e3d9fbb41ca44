import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { searchPatients } from '../contract.ts'
import { messages } from '../messages.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal({ PORTAL_TIME_ZONE: 'America/New_York' })
  staff = await portal.staffOf('acme')
  const { rejects } = await portal.fixture.import({
    'patients.csv': `patientCode,client,lastName,firstName,dateOfBirth
P3,ACME2,Müller-O'Hara,Ana,1980-05-06
P4,ACME2,100%_Real,Bea,1970-01-01
P5,ACME1,Sample,Cy,1971-01-01
P6,ACME2,von der Draft,Eva Maria,1972-01-01
`,
  })
  expect(rejects).toEqual([])
})
afterAll(() => portal.close())

type Search = Parameters<typeof staff.call<typeof searchPatients.request, typeof searchPatients.response>>[1]
const search = async (search: Search, by = staff) => parseResponse(await by.call(searchPatients, search))

/**
 * Parses the raw response and checks it against the contract, because the database returns rows as JSON text.
 */
function parseResponse(response: Awaited<ReturnType<typeof staff.call>>) {
  const body = response.json()
  if (response.statusCode === 200) expect(searchPatients.response.parse(body)).toEqual(body)
  return body
}

const namesIn = ({ patients }: { patients: { patientName: string }[] }) =>
  patients.map((row) => row.patientName)
const incidentsIn = ({ patients }: { patients: { incidentNumber: string | null }[] }) =>
  patients.map((row) => row.incidentNumber)

describe('a patient search', () => {
  test.each([
    ['\0', 400],
    ['\ud800', 200],
  ])('responds to the malformed text %j with %d', async (searchTerm, status) => {
    expect((await staff.call(searchPatients, { searchType: 'NAMEL', searchTerm })).statusCode).toBe(status)
  })

  test.each([
    ['NAMEL', '', messages.termMissing],
    ['DOB', 'yesterday', messages.dateMissing],
    ['CLAIMNO', '1234567890', messages.incidentNumberLength],
  ] as const)('by %s rejects "%s" with a message', async (searchType, searchTerm, message) => {
    const response = await staff.call(searchPatients, { searchType, searchTerm })
    expect([response.statusCode, response.json().detail]).toEqual([422, message])
  })

  test('rejects an unknown search type', async () => {
    const response = await staff.call(searchPatients, { searchType: 'SSN' as 'NAMEL', searchTerm: 'x' })
    expect(response.statusCode).toBe(400)
  })

  test('returns 404 to a client without the feature', async () => {
    const bare = await portal.staffOf('bare')
    const response = await bare.call(searchPatients, { searchType: 'NAMEL', searchTerm: 's' })
    expect(response.statusCode).toBe(404)
  })

  test.each([
    ['NAMEL', 'Sampleton'],
    ['DOB', '1980-05-06'],
    ['NAMEL', 'Sampleton, Ada'],
    ['POLICY', 'pol 1'],
    ['POLICY', 'POL-1'],
    ['ITN', 'ITN2'],
    ['ITN', 'itn-2'],
    ['CLAIMNO', '24000000017'],
  ] as const)('by %s finds no incidents of another client', async (searchType, searchTerm) => {
    const other = await portal.staffOf('other')
    expect(await search({ searchType, searchTerm, client: 'ACME1' }, other)).toEqual({
      patients: [],
      notice: null,
    })
    expect((await search({ searchType, searchTerm })).patients).not.toEqual([])
  })

  test.each([
    ['NAMEL', '%'],
    ['NAMEL', '_ample'],
    ['NAMEL', 'ampleton'],
    ['NAMEL', "x' or '1'='1"],
    ['POLICY', 'POL-'],
    ['POLICY', '--'],
    ['POLICY', '%'],
    ['ITN', ' . '],
    ['ITN', 'ITN'],
    ['CLAIMNO', '2400000001_'],
    ['NAMEL', ','],
    ['NAMEL', ', Ada'],
    ['NAMEL', 'Sampleton, Zoë'],
    ['NAMEL', 'Sample, Ada'],
    ['NAMEL', 'Ada Sample'],
    ['NAMEL', '%, A'],
  ] as const)('by %s finds no match for "%s"', async (searchType, searchTerm) => {
    expect(await search({ searchType, searchTerm })).toEqual({ patients: [], notice: null })
  })

  test.each([
    ['sample', ['Sample, Cy', 'Sampleton, Ada', 'Sampleton, Ada']],
    ['SAMPLETON', ['Sampleton, Ada', 'Sampleton, Ada']],
    ['muller-o', ["Müller-O'Hara, Ana"]],
    ['MÜL', ["Müller-O'Hara, Ana"]],
    ['100%_', ['100%_Real, Bea']],
    [' Mock ', ['Mockbury, Zoë']],
    ['Sampleton, Ada', ['Sampleton, Ada', 'Sampleton, Ada']],
    ['SAMPLETON ,a', ['Sampleton, Ada', 'Sampleton, Ada']],
    ['ada  sampleton', ['Sampleton, Ada', 'Sampleton, Ada']],
    ['Sampleton Ada', ['Sampleton, Ada', 'Sampleton, Ada']],
    ['mockbury,zoe', ['Mockbury, Zoë']],
    ['Sample,', ['Sample, Cy']],
    ['von der', ['von der Draft, Eva Maria']],
    ['von der draft, eva', ['von der Draft, Eva Maria']],
    ['Eva Maria von der Draft', ['von der Draft, Eva Maria']],
  ])(
    'by the name "%s" matches last name prefixes and full names, ignoring case and accents',
    async (searchTerm, names) => {
      expect(namesIn(await search({ searchType: 'NAMEL', searchTerm }))).toEqual(names)
    },
  )

  test.each([
    ['DOB', '5/6/1980', [null, '24000000017', '24000000018']],
    ['POLICY', 'POL-1', ['24000000017', '24000000018']],
    ['POLICY', 'POL-2', [null]],
    ['POLICY', 'pol-1', ['24000000017', '24000000018']],
    ['POLICY', 'pol 1', ['24000000017', '24000000018']],
    ['POLICY', 'P.O.L–1', ['24000000017', '24000000018']],
    ['ITN', 'itn2', ['24000000017']],
    ['ITN', ' itn-2 ', ['24000000017']],
    ['ITN', 'ITN2', ['24000000017']],
    ['CLAIMNO', '24000000018', ['24000000018']],
  ] as const)('by %s "%s" finds the incidents %j', async (searchType, searchTerm, incidents) => {
    expect(incidentsIn(await search({ searchType, searchTerm }))).toEqual(incidents)
  })

  test('by the ITN of a pending bill finds its incident only within the same client', async () => {
    const incidentNumber = '24000000018'
    await addPendingBills(portal.databaseContext.owner, [
      { itn: 'WAITS', client: 'ACME1', incidentNumber },
      { itn: 'STRAYS', client: 'OTHER1', incidentNumber },
    ])
    const found = async (searchTerm: string, by = staff) =>
      incidentsIn(await search({ searchType: 'ITN', searchTerm }, by))
    expect(await found('WAITS')).toEqual([incidentNumber])
    expect([...(await found('STRAYS')), ...(await found('WAITS', await portal.staffOf('other')))]).toEqual([])
  })

  test('can only be narrowed by the client filter', async () => {
    const born = { searchType: 'DOB', searchTerm: '1980-05-06' } as const
    expect(namesIn(await search({ ...born, client: 'ACME2' }))).toEqual(["Müller-O'Hara, Ana"])
    expect(namesIn(await search({ ...born, client: 'ACME2,OTHER1' }))).toHaveLength(1)
    expect(namesIn(await search({ ...born, client: 'OTHER1' }))).toEqual([])
  })

  test('returns an incident with its patient, policy and contents', async () => {
    const { patients } = await search({ searchType: 'CLAIMNO', searchTerm: '24000000017' })
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

  test('returns one row for a patient without incidents', async () => {
    const { patients } = await search({ searchType: 'NAMEL', searchTerm: 'Mockbury' })
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

  test('audits every search with user, term, result count and the cases shown', async () => {
    const criteria = { searchType: 'POLICY', searchTerm: 'POL-1' } as const
    const found = { actor: staff.userId, action: 'patients searched' }
    await search(criteria)
    expect(await portal.lastAudited()).toEqual({
      ...found,
      subject: 'ACME1,ACME2',
      client: 'ACME1',
      detail: { ...criteria, rows: 2 },
      shown: ['24000000017', '24000000018'],
    })
    await search({ ...criteria, client: 'ACME2,OTHER1' })
    expect(await portal.lastAudited()).toEqual({
      ...found,
      subject: 'ACME2',
      client: null,
      detail: { ...criteria, rows: 0 },
    })
  })
})

test('a one-letter name search across all client codes returns the first thousand rows by name, with a notice', async () => {
  const names = Array.from({ length: 1001 }, (_, at) => `Zz${String(at).padStart(4, '0')}`)
  const rows = names.map((name, at) => `Q${at},ACME2,${name},Z,1950-01-01`)
  await portal.fixture.import({
    'patients.csv': `patientCode,client,lastName,firstName,dateOfBirth\n${rows.join('\n')}\n`,
  })
  const { patients, notice } = await search({ searchType: 'NAMEL', searchTerm: 'z' })
  const found = patients.map((row: { patientName: string }) => row.patientName)
  expect(found).toEqual(names.slice(0, 1000).map((name) => `${name}, Z`))
  expect(notice).toBe(messages.moreThanShown(1000))
  expect(await portal.lastAudited()).toMatchObject({
    detail: { rows: 1000 },
    shown: patients.map((row: { patientCode: string }) => `ACME2 ${row.patientCode}`),
  })
})

test('a list in place of an incident number is refused with one message', async () => {
  const { headers } = await portal.staffOf('acme')
  const payload = { incidentNumber: ['26000000001', '26000000002'] }
  const answer = await portal.app.inject({ method: 'POST', url: '/api/notes', payload, headers })
  expect(answer.json().faults).toEqual([{ field: 'incidentNumber', fault: 'Send text.' }])
})
