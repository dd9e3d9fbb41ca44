import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql, withScope } from '#platform/db/database.ts'
import { createCaseFixture, smallCases } from '#test-support/case-fixture.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { makePdf } from '#test-support/make-pdf.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let fixture: Awaited<ReturnType<typeof createCaseFixture>>
let file: Uint8Array

beforeAll(async () => {
  file = await makePdf(['1', '2', '3', '4', '5', '6'])
})
beforeEach(async () => {
  database = await cloneDatabase(inject('testServer'))
  await addClient(database, 'acme', ['ACME1'])
  fixture = await createCaseFixture(database.databaseContext)
  return async () => {
    await fixture.close()
    await database.drop()
  }
})

const withFile = () => ({ ...smallCases(), 'files/24000000017.pdf': file })
const withoutPages = () => {
  const { 'patients.csv': patients, 'policies.csv': policies, 'incidents.csv': incidents } = smallCases()
  return { 'patients.csv': patients, 'policies.csv': policies, 'incidents.csv': incidents }
}
const findRows = (query: ReturnType<typeof sql>) =>
  withScope(database.databaseContext.app, scopeOfCodes(['ACME1']), (scoped) =>
    queryRows(scoped, z.record(z.string(), z.unknown()), query),
  )

test('a bill without an image needs no file', async () => {
  const bills = smallCases()['bills.csv'].replace(',6,6', ',,')
  const { rejects } = await fixture.import({ ...withoutPages(), 'bills.csv': bills })
  expect(rejects).toEqual([])
})

test('rows with pages are imported once their file exists', async () => {
  const { rejects, results } = await fixture.import(smallCases())
  expect(rejects).toHaveLength(4)
  expect(results.map(({ name, added }) => [name, added]).slice(3)).toEqual([
    ['records.csv', 0],
    ['documents.csv', 0],
    ['bills.csv', 1],
    ['notes.csv', 2],
  ])
  const again = await fixture.import(withFile())
  expect(again.rejects).toEqual([])
  expect(again.results.map(({ name, added }) => [name, added]).slice(3)).toEqual([
    ['files', 1],
    ['records.csv', 2],
    ['documents.csv', 1],
    ['bills.csv', 1],
    ['notes.csv', 0],
  ])
})

test.each([
  [
    2,
    '2 pages',
    ['ITN2"" of bills.csv on page 6', 'D1"" of documents.csv on pages 4-5', 'R2"" of records.csv on page 3'],
  ],
  [5, '5 pages', ['ITN2"" of bills.csv on page 6']],
])(
  "an incident's file is not replaced by one with %i pages when rows refer to later pages",
  async (pages, count, named) => {
    await fixture.import(withFile())
    const before = await findRows(sql`select sha256, pages from document_file`)
    const shorter = await makePdf(Array.from({ length: pages }, (_, at) => `new ${at}`))
    const { rejects, results } = await fixture.import({ 'files/24000000017.pdf': shorter })
    expect(results).toMatchObject([{ name: 'files', changed: 0, rejected: 1 }])
    expect(rejects).toEqual([expect.stringContaining(`it has only ${count}, but the portal has `)])
    expect(rejects[0]?.match(/\w+"" of \S+ on pages? [\d-]+/g)).toEqual(named)
    expect(await findRows(sql`select sha256, pages from document_file`)).toEqual(before)
  },
)

test('a shorter file replaces the old one if it has every page in use', async () => {
  await fixture.import({
    ...withoutPages(),
    'documents.csv': smallCases()['documents.csv'],
    'files/24000000017.pdf': file,
  })
  const { results } = await fixture.import({
    'files/24000000017.pdf': await makePdf(['a', 'b', 'c', 'd', 'e']),
  })
  expect(results).toMatchObject([{ name: 'files', changed: 1, rejected: 0 }])
})

test('rows that refer to pages beyond the file in the same folder are rejected', async () => {
  const short = await makePdf(['1', '2', '3', '4'])
  const { rejects } = await fixture.import({ ...smallCases(), 'files/24000000017.pdf': short })
  expect(rejects).toEqual([
    expect.stringContaining("the incident's file has only 4 pages"),
    expect.stringContaining("the incident's file has only 4 pages"),
  ])
  expect(await findRows(sql`select id from medical_record order by id`)).toEqual([{ id: 'R1' }, { id: 'R2' }])
})
