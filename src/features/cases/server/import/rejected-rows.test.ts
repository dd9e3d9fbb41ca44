import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaseFixture, smallCases } from '#test-support/case-fixture.ts'
import { makePdf } from '#test-support/make-pdf.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'

const database = setUpDatabase()
let fixture: Awaited<ReturnType<typeof createCaseFixture>>
let file: Uint8Array

beforeAll(async () => {
  file = await makePdf(['1', '2', '3', '4', '5', '6'])
  await addClient(database, 'acme', ['ACME1'])
  fixture = await createCaseFixture(database.databaseContext)
  await fixture.import({ ...smallCases(), 'files/24000000017.pdf': file })
})
afterAll(() => fixture.close())

test.each([
  ['an unknown client', { 'patients.csv': 'P1,NOBODY,A,B,1980-01-01' }, 'there is no client code "NOBODY"'],
  ['a missing last name', { 'patients.csv': 'P1,ACME1,,B,1980-01-01' }, 'lastName is missing'],
  [
    'an impossible date',
    { 'patients.csv': 'P1,ACME1,A,B,1981-02-29' },
    'dateOfBirth "1981-02-29" is not a date (YYYY-MM-DD)',
  ],
  [
    'a date before 1900',
    { 'patients.csv': 'P1,ACME1,A,B,1066-01-01' },
    'dateOfBirth "1066-01-01" is not between 1900 and 2199',
  ],
  [
    'a date after 2199',
    { 'incidents.csv': '24000000099,P1,,1/1/2999,Fever,2026-01-01,' },
    'dateOfIncident "1/1/2999" is not between 1900 and 2199',
  ],
  ['too few cells', { 'patients.csv': 'P1,ACME1,A,B' }, 'has 4 values where the header has 5'],
  ['an unknown patient', { 'policies.csv': 'POL-9,P9,' }, 'there is no patient "P9"'],
  [
    'a short incident number',
    { 'incidents.csv': '2400000001,P1,,2026-01-01,Fever,2026-01-01,' },
    'incidentNumber "2400000001" does not have 11 characters',
  ],
  [
    "another patient's policy",
    { 'incidents.csv': '24000000099,P1,POL-2,2026-01-01,Fever,2026-01-01,' },
    'the patient has no policy "POL-2"',
  ],
  [
    'an unknown incident',
    { 'records.csv': 'R9,24000000099,2026-01-01,1,2' },
    'there is no incident "24000000099"',
  ],
  ['reversed pages', { 'records.csv': 'R9,24000000017,2026-01-01,3,2' }, 'pageStart is after pageEnd'],
  ['page zero', { 'records.csv': 'R9,24000000017,2026-01-01,0,2' }, 'pageStart "0" is not a page number'],
  [
    'pages beyond the file',
    { 'documents.csv': 'D9,24000000017,2026-01-01,5,7' },
    "the incident's file has only 6 pages",
  ],
  [
    'pages of a missing file',
    { 'records.csv': 'R9,24000000018,2026-01-01,1,1' },
    'incident "24000000018" has no file to contain these pages',
  ],
  [
    'an image in a missing file',
    { 'bills.csv': 'I9,24000000018,X,2026-01-01,2026-01-01,USD,1,,,Paid,1,1' },
    'incident "24000000018" has no file to contain these pages',
  ],
  [
    'a negative amount',
    { 'bills.csv': 'I9,24000000017,X,2026-01-01,2026-01-01,USD,-1,,,Paid,,' },
    'totalCharges "-1" is not an amount (digits, with a decimal point if needed)',
  ],
  [
    'a fraction of a cent',
    { 'bills.csv': 'I9,24000000017,X,2026-01-01,2026-01-01,USD,1.005,,,Paid,,' },
    'totalCharges 1.005 has more decimal places than USD allows (2)',
  ],
  [
    'decimals in yen',
    { 'bills.csv': 'I9,24000000017,X,2026-01-01,2026-01-01,JPY,1.5,,,Paid,,' },
    'totalCharges 1.5 has more decimal places than JPY allows (0)',
  ],
  [
    'an unknown currency',
    { 'bills.csv': 'I9,24000000017,X,2026-01-01,2026-01-01,XYZ,1,,,Paid,,' },
    'currency "XYZ" is not a currency (ISO 4217, three letters)',
  ],
  [
    'reversed service dates',
    { 'bills.csv': 'I9,24000000017,X,2026-01-02,2026-01-01,USD,1,,,Paid,,' },
    'serviceFrom is after serviceTo',
  ],
  [
    'the reserved ITN',
    { 'bills.csv': 'ALL,24000000017,X,2026-01-01,2026-01-01,USD,1,,,Paid,,' },
    'itn "ALL" is reserved; use another value',
  ],
  [
    'only one image page',
    { 'bills.csv': 'I9,24000000017,X,2026-01-01,2026-01-01,USD,1,,,Paid,3,' },
    'has only one of imagePageStart and imagePageEnd',
  ],
  [
    'a timestamp without a time zone',
    { 'notes.csv': 'N9,24000000017,2026-01-01T10:00:00,Call,A,B' },
    'timestamp "2026-01-01T10:00:00" is not a timestamp (2026-06-30T14:05:00Z)',
  ],
])('a row with %s is rejected without affecting other rows', async (_case, lines, reason) => {
  const small: Record<string, string> = smallCases()
  const files = Object.entries(lines).map(([name, line]) => [name, `${small[name]}${line}\n`])
  const { results, rejects } = await fixture.import(Object.fromEntries(files))
  expect(rejects).toHaveLength(1)
  expect(rejects[0]?.replaceAll('""', '"')).toContain(reason)
  expect(results).toMatchObject([{ added: 0, changed: 0, rejected: 1 }])
  expect(results[0]?.same).toBeGreaterThan(0)
})

test('a bill received after it was processed is rejected, and one with all columns for reports is imported', async () => {
  const head = `${smallCases()['bills.csv']?.split('\n')[0]},receivedDate,network,providerType,providerPlace,memberGroup`
  const bill = (itn: string, received: string) =>
    `${itn},24000000017,X,2026-01-01,2026-01-01,USD,1,1,2026-01-09,Paid,,,${received},none,Clinic,"Miami, FL",Gold`
  const lines = [head, bill('I7', '2026-01-10'), bill('I8', '2026-01-09')]
  const { results, rejects } = await fixture.import({ 'bills.csv': `${lines.join('\n')}\n` })
  expect(rejects).toEqual([expect.stringContaining('receivedDate is after processedDate')])
  expect(results).toMatchObject([{ added: 1, rejected: 1 }])
})

test.each([
  ['with an invalid name', 'files/readme.txt', 'its name is not an incident number followed by .pdf'],
  ['of an unknown incident', 'files/24000000099.pdf', 'there is no incident "24000000099"'],
  ['that is not a PDF', 'files/24000000018.pdf', 'it cannot be read as a PDF'],
])('a document %s is rejected', async (_case, name, reason) => {
  const { rejects } = await fixture.import({ [name]: name.endsWith('18.pdf') ? 'hello' : file })
  expect(rejects).toHaveLength(1)
  expect(rejects[0]?.replaceAll('""', '"')).toContain(reason)
})

test('a folder named like a document is rejected without affecting other documents', async () => {
  const files = { 'files/24000000017.pdf': file, 'files/24000000018.pdf/page': '' }
  const { results, rejects } = await fixture.import(files)
  expect(results).toMatchObject([{ name: 'files', same: 1, rejected: 1 }])
  expect(rejects).toEqual([expect.stringContaining('it is a folder, not a PDF')])
})

/** Returns the file with a value replaced. */
const damaged = (from: string, to: string) => {
  const text = Buffer.from(file).toString('latin1')
  expect(text).toContain(from)
  return Buffer.from(text.replace(from, to), 'latin1')
}

test.each([
  ['the dictionary of a page', '/Type /Page\n', '/Type )Page\n'],
  ['a number', '/Count 6', '/Count ..'],
  ['the box of a page', '/MediaBox [ ', '/MediaBox [)'],
  ['the content of a page', '/Filter /FlateDecode', ')Filter /FlateDecode'],
])('a document with damage in %s is rejected by name without affecting others', async (_part, from, to) => {
  const files = { 'files/24000000017.pdf': file, 'files/24000000018.pdf': damaged(from, to) }
  const { results, rejects } = await fixture.import(files)
  expect(results).toMatchObject([{ name: 'files', same: 1, rejected: 1 }])
  expect(rejects).toEqual(['2,it cannot be read as a PDF: It is damaged.,24000000018.pdf'])
})
