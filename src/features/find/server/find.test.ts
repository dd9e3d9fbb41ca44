import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchPatients } from '#cases/contract.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { type Found, findAnything } from '../contract.ts'
import { maxResults } from '../rules.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
type Staff = Awaited<ReturnType<typeof portal.staffOf>>
let staff: Staff

/** So many codes that the whole dictionary is read for a long name. */
const manyCodes = Array.from({ length: 60 }, (_, at) => `MANY${at}`)

const plenty = Array.from({ length: 12 }, (_, at) => `Q${at},ACME2,Plentiful,Q${at},1971-03-0${1 + (at % 9)}`)

beforeAll(async () => {
  portal = await openCasePortal()
  staff = await portal.staffOf('acme')
  await addClient(portal, 'activity', ['ACT1'], { currentActivity: true })
  await addClient(portal, 'many', manyCodes, { patientSearch: true })
  await addClient(portal, 'deciders', ['DEC1'], { clientAuth: true })
  const { rejects } = await portal.fixture.import({
    'patients.csv': `patientCode,client,lastName,firstName,dateOfBirth
P3,ACME2,Müller-O'Hara,Ana,1980-05-06
P4,ACME2,100%_Real,Bea,1970-01-01
P6,ACME2,von der Draft,Eva Maria,1972-01-01
P7,ACME2,李,明,1972-02-02
M1,${manyCodes.at(-1)},Longworthington,Lea,1980-01-01
F1,OTHER1,Foreignson,Fay,1966-06-06
${plenty.join('\n')}
`,
    'policies.csv': `policyNumber,patientCode
FOR-9,F1
`,
    'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate
55000000055,F1,FOR-9,2026-03-01,Fell,2026-03-02
Kz-34000077,P6,,2026-03-01,Fell,2026-03-02
KZ-34000088,P4,,2026-03-01,Fell,2026-03-02
`,
    'notes.csv': `id,incidentNumber,timestamp,type,author,noteText
N9,Kz-34000077,2026-03-04T03:00:00Z,Call,M. Draftwick,Called the clinic.
`,
  })
  expect(rejects).toEqual([])
  await addPendingBills(portal.databaseContext.owner, [
    { itn: 'ITN9000001', client: 'ACME1', incidentNumber: '24000000017' },
    { itn: 'ITN9000002', client: 'ACME2', patientName: 'Waiter, Wanda' },
    { itn: 'ITN8000003', client: 'OTHER1', patientName: 'Foreignson, Fay' },
    { itn: 'ITN7000004', client: 'DEC1', patientName: 'Decider, Dee' },
  ])
})
afterAll(() => portal.close())

const find = async (searchTerm: string, by = staff): Promise<Found> => {
  const response = await by.call(findAnything, { searchTerm })
  expect(response.statusCode).toBe(200)
  return response.json()
}
const namesIn = ({ cases }: Found) => [...new Set(cases.map(({ patientName }) => patientName))]
const itnsIn = ({ authorizations }: Found) => authorizations.map(({ itnNumber }) => itnNumber)
const nothing = { cases: [], authorizations: [], hasMore: { cases: false, authorizations: false } }

test('rejects requests without a session', async () => {
  const { statusCode } = await portal.call(findAnything, { searchTerm: 'sample' })
  expect(statusCode).toBe(401)
})

describe('a search for', () => {
  test.each([
    ['the beginning of a last name', 'samp', 'Sampleton, Ada'],
    ['a last name in capitals', 'MOCKBURY', 'Mockbury, Zoë'],
    ['a first name without its accent', 'zoe', 'Mockbury, Zoë'],
    ['a last and a first name', 'Sampleton, A', 'Sampleton, Ada'],
    ['a last and a first name without a space', 'sampleton,ada', 'Sampleton, Ada'],
    ['a first and the beginning of a last name', 'ada samp', 'Sampleton, Ada'],
    ['a last and a first name without a comma', 'sampleton ada', 'Sampleton, Ada'],
    ['a later word of a last name', 'ohara', "Müller-O'Hara, Ana"],
    ['two words of a name with particles', 'draft eva', 'von der Draft, Eva Maria'],
    ['a second first name', 'maria', 'von der Draft, Eva Maria'],
    ['a whole name in one letter', '李', '李, 明'],
    ['two swapped letters', 'smapleton', 'Sampleton, Ada'],
    ['a wrong letter', 'mockbary', 'Mockbury, Zoë'],
    ['a missing letter', 'samleton', 'Sampleton, Ada'],
    ['two errors', 'samlepton', 'Sampleton, Ada'],
    ['an error in the beginning of a name', 'samlpet', 'Sampleton, Ada'],
    ['errors in both names', 'smapleton, aad', 'Sampleton, Ada'],
    ['errors in a first and a last name', 'zeo mockbry', 'Mockbury, Zoë'],
    ['a date of birth', '5/6/80', 'Sampleton, Ada'],
    ['a date of birth in digits', '05061980', 'Sampleton, Ada'],
    ['a date of birth, year first', '1992-02-29', 'Mockbury, Zoë'],
    ['a policy number in another form', 'pol 1', 'Sampleton, Ada'],
    ['the beginning of a policy number', 'POL', 'Mockbury, Zoë'],
    ['an incident number', '24000000017', 'Sampleton, Ada'],
    ['the beginning of an incident number', '2400000001', 'Sampleton, Ada'],
    ['an incident number with letters', 'kz-34000077', 'von der Draft, Eva Maria'],
    ['the beginning of an incident number with letters', 'KZ340000', 'von der Draft, Eva Maria'],
    ['an incident number without punctuation', 'kz 34000088', '100%_Real, Bea'],
    ['an ITN', 'itn-2', 'Sampleton, Ada'],
    ['wildcards of SQL as written', '100%_re', '100%_Real, Bea'],
  ])('%s finds the case', async (_what, text, name) => {
    expect(namesIn(await find(text))).toContain(name)
  })

  test.each(['%', '%ury', '_ury', '1000__', '%%', "' or 1=1 --", '\\', ',,', 'ab\u0000', '\ud800\ud800'])(
    '%j finds nothing',
    async (text) => {
      expect(await find(text)).toEqual(nothing)
    },
  )

  test.each(['', 's', '1', ' a ', '.', 'é'])('%j is too short to find anything', async (text) => {
    expect(await find(text)).toEqual(nothing)
  })

  test('100,000 characters is rejected with 400', async () => {
    const response = await staff.call(findAnything, { searchTerm: 'a'.repeat(100_000) })
    expect(response.statusCode).toBe(400)
  })
})

test('a client with many codes finds a long name with typing errors', async () => {
  expect(namesIn(await find('Longwrothingtom', await portal.staffOf('many')))).toEqual([
    'Longworthington, Lea',
  ])
})

test('exact names come before prefixes, and those before typing errors', async () => {
  const { rejects } = await portal.fixture.import({
    'patients.csv': `patientCode,client,lastName,firstName,dateOfBirth
R1,ACME1,Rankin,Ria,1961-01-01
R2,ACME1,Rankinson,Ria,1961-01-01
R3,ACME1,Rankim,Ria,1961-01-01
`,
  })
  expect(rejects).toEqual([])
  expect(namesIn(await find('rankin'))).toEqual(['Rankin, Ria', 'Rankinson, Ria', 'Rankim, Ria'])
})

test('a changed name is found in its new form', async () => {
  const named = (lastName: string) => ({
    'patients.csv': `patientCode,client,lastName,firstName,dateOfBirth\nN1,ACME1,${lastName},Nia,1961-01-01\n`,
  })
  await portal.fixture.import(named('Beforewed'))
  await portal.fixture.import(named('Afterwed'))
  expect(namesIn(await find('aftrewed'))).toEqual(['Afterwed, Nia'])
  expect(namesIn(await find('beforewed'))).toEqual([])
})

test('a response has at most eight cases and says that there are more', async () => {
  const { cases, hasMore } = await find('plentiful')
  expect([cases.length, hasMore.cases]).toEqual([maxResults, true])
})

test('rows have the key and the fields of a patient search, and the figures of the case', async () => {
  const searched = await staff.call(searchPatients, { searchType: 'NAMEL', searchTerm: 'sampleton' })
  const { cases } = await find('sampleton')
  const byHash = <Row extends { hash: string }>(rows: Row[]) =>
    rows.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  expect(byHash(cases)).toMatchObject(byHash(searched.json().patients))
  const [full] = (await find('ITN2')).cases
  expect(full).toMatchObject({
    incidentNumber: '24000000017',
    itn: 'ITN2',
    bills: 2,
    processedBills: 1,
    notes: 2,
    pendingAuthorizations: 1,
    lastNote: '2026-03-04',
  })
})

test('the latest note has its day in the time zone of the portal', async () => {
  const [found] = (await find('KZ-34000077')).cases
  expect(found).toMatchObject({ notes: 1, lastNote: '2026-03-03' })
})

describe('data of another client', () => {
  test.each(['Foreignson', 'foriegnson', 'fay', '6/6/1966', 'FOR-9', '55000000055', 'ITN8000003', '800000'])(
    'is not found by searching for %s',
    async (text) => {
      expect(await find(text)).toEqual(nothing)
    },
  )

  test('is found by that client’s staff', async () => {
    const found = await find('foriegnson', await portal.staffOf('other'))
    expect([namesIn(found), itnsIn(found)]).toEqual([['Foreignson, Fay'], ['ITN8000003']])
  })
})

describe('a client', () => {
  test('without case searches finds no cases', async () => {
    const found = await find('decider', await portal.staffOf('deciders'))
    expect([found.cases, itnsIn(found)]).toEqual([[], ['ITN7000004']])
  })

  test('without authorizations finds none', async () => {
    await portal.fixture.import({
      'patients.csv': 'patientCode,client,lastName,firstName,dateOfBirth\nA1,ACT1,Activeson,Al,1961-01-01\n',
    })
    await addPendingBills(portal.databaseContext.owner, [
      { itn: 'ITN6', client: 'ACT1', patientName: 'Activeson, Al' },
    ])
    const found = await find('activeson', await portal.staffOf('activity'))
    expect([namesIn(found), found.authorizations, found.cases[0]?.pendingAuthorizations]).toEqual([
      ['Activeson, Al'],
      [],
      null,
    ])
  })

  test('without any of the features gets 404', async () => {
    const bare = await portal.staffOf('bare')
    expect((await bare.call(findAnything, { searchTerm: 'sample' })).statusCode).toBe(404)
  })
})

describe('the audit trail', () => {
  const action = 'found by typing'

  test('records each text that finds rows once per typed search, and each row once', async () => {
    const typist = await portal.staffOf('acme')
    const before = await portal.timesAudited(action)
    const entry = { action, subject: 'ACME1,ACME2', client: 'ACME1' }
    await find('mock', typist)
    expect(await portal.lastAudited()).toMatchObject({
      ...entry,
      detail: { searchTerm: 'mock', rows: 1 },
      shown: ['ACME1 P2'],
    })
    await find('mockbury', typist)
    expect(await portal.lastAudited()).toMatchObject({
      ...entry,
      detail: { searchTerm: 'mockbury', rows: 1 },
      shown: undefined,
    })
    for (const text of ['mock', 'mockbury']) await find(text, typist)
    expect(await portal.timesAudited(action)).toBe(before + 2)
  })

  test('has an entry for another text, even if nothing was found', async () => {
    const typist = await portal.staffOf('acme')
    const before = await portal.timesAudited(action)
    for (const text of ['nobodyatall', 'nobodyatallx', 'mockbury']) await find(text, typist)
    expect(await portal.timesAudited(action)).toBe(before + 2)
  })
})
