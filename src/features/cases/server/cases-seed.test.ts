import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { clientsSeeds } from '#clients/server/clients-seed.ts'
import { type Database, queryRow, queryRows, sql, withScope } from '#platform/db/database.ts'
import { openDocumentService } from '#platform/pdf/document-service/document-service.ts'
import { countPages } from '#platform/pdf/extract-pages/extract-pages.ts'
import { toPdfFile } from '#platform/pdf/extract-pages/pdf-file.ts'
import { createCaseFixture } from '#test-support/case-fixture.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { casesPart, demoRows } from './cases-seed.ts'
import { demoDocument } from './documents-seed.ts'

const database = setUpDatabase()
let fixture: Awaited<ReturnType<typeof createCaseFixture>>
let summary: string
const date = '2026-06-30'

beforeAll(async () => {
  fixture = await createCaseFixture(database.databaseContext)
  for (const part of clientsSeeds) await part.load(database.databaseContext, date)
  summary = await casesPart(openDocumentService(fixture.root)).load(database.databaseContext, date)
})
afterAll(() => fixture.close())

const scoped = <T>(work: (db: Database) => Promise<T>) =>
  withScope(database.databaseContext.app, scopeOfCodes(['ALP1', 'ALP2', 'ALP3', 'LAG1']), work)
const count = (query: ReturnType<typeof sql>) =>
  scoped(async (db) => (await queryRow(db, z.object({ n: z.number() }), query))?.n)

test('the demo data has the expected numbers of patients, incidents, bills, notes and files', async () => {
  expect(summary).toBe('400 patients with 700 incidents')
  expect(await count(sql`select count(*) as n from patient`)).toBe(400)
  expect(await count(sql`select count(*) as n from incident`)).toBe(700)
  expect(await count(sql`select count(*) as n from bill`)).toBe(3000)
  expect(await count(sql`select count(*) as n from note`)).toBe(2000)
  expect(await count(sql`select count(*) as n from document_file`)).toBe(700)
  expect(await count(sql`select count(distinct sha256) as n from document_file`)).toBe(40)
})

test('each client code has bills, and each kind of activity occurs before and during the last six months', async () => {
  const codes = await scoped((db) =>
    queryRows(
      db,
      z.object({ code: z.string() }),
      sql`select distinct client_code as code from bill order by 1`,
    ),
  )
  expect(codes.map(({ code }) => code)).toEqual(['ALP1', 'ALP2', 'ALP3', 'LAG1'])
  for (const dated of [
    sql`select date_added as day from medical_record`,
    sql`select date_added as day from case_document`,
    sql`select processed_on as day from bill`,
    sql`select written_at::date as day from note`,
    sql`select enter_date as day from incident`,
  ]) {
    const from = sql`${date}::date - 180`
    expect(await count(sql`select count(*) as n from (${dated}) d where day > ${from}`)).toBeGreaterThan(100)
    expect(await count(sql`select count(*) as n from (${dated}) d where day < ${from}`)).toBeGreaterThan(100)
    expect(await count(sql`select count(*) as n from (${dated}) d where day > ${date}`)).toBe(0)
  }
})

test('activity does not pile up at the end of the demo period', async () => {
  for (const dated of [
    sql`select date_added as day from medical_record`,
    sql`select date_added as day from case_document`,
    sql`select processed_on as day from bill`,
    sql`select service_to as day from bill`,
    sql`select written_at::date as day from note`,
  ]) {
    const countBetween = (first: number, last: number) =>
      count(
        sql`select count(*) as n from (${dated}) d where ${date}::date - day between ${first}::int and ${last}::int`,
      )
    expect(await countBetween(0, 2)).toBeLessThan(((await countBetween(3, 32)) ?? 0) / 5)
  }
})

test('most bills have an image, and no two bills of an incident start on the same page', async () => {
  expect(await count(sql`select count(*) as n from bill where image_page_start is not null`)).toBeGreaterThan(
    2000,
  )
  const shared = sql`
    select from bill group by incident_number, image_page_start having image_page_start is not null and count(*) > 1`
  expect(await count(sql`select count(*) as n from (${shared}) s`)).toBe(0)
})

test('alpine has an incident with many bills, and two with bills in dollars and euros', async () => {
  const incidents = sql`
    select count(*) as bills, count(distinct currency) as currencies, bool_or(currency = 'USD' and repriced_amount > 0)
             and bool_or(currency = 'EUR' and repriced_amount > 0) as has_both
      from bill where client_code like 'ALP%' group by incident_number`
  expect(await count(sql`select count(*) as n from (${incidents}) i where bills >= 12`)).toBe(1)
  expect(await count(sql`select count(*) as n from (${incidents}) i where currencies = 2 and has_both`)).toBe(
    2,
  )
})

test('alpine has an incident with activity on many days', async () => {
  const notes = sql`
    select count(*) as notes, count(distinct written_at::date) as days from note where client_code like 'ALP%'
     group by incident_number`
  expect(await count(sql`select count(*) as n from (${notes}) i where notes >= 12 and days >= 6`)).toBe(1)
})

test('reloading the demo data does not change its bills', async () => {
  const before = await count(sql`select sum(hashtext(b::text)) as n from bill b`)
  await casesPart(openDocumentService(fixture.root)).load(database.databaseContext, date)
  expect(await count(sql`select sum(hashtext(b::text)) as n from bill b`)).toBe(before)
})

test('generating the demo data twice gives identical results', async () => {
  const [one, again] = [await demoDocument(3), await demoDocument(3)]
  expect(Buffer.compare(one.bytes, again.bytes)).toBe(0)
  expect(demoRows(date, [one]).rows).toEqual(demoRows(date, [one]).rows)
  expect(await countPages(toPdfFile(one.bytes))).toBe(one.parts.bill.last)
})

test('the notes on an incident begin with the intake note and end with the closing note', async () => {
  const misplaced = await count(sql`
    select count(*) as n from note one join note other using (client_code, incident_number)
     where one.written_at < other.written_at and (other.kind = 'Intake' or one.kind = 'Closing')`)
  expect(misplaced).toBe(0)
  expect(await count(sql`select count(*) as n from note where kind = 'Closing'`)).toBeGreaterThan(100)
})
