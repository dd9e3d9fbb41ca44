import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { type Database, queryRows, sql, withScope } from '#platform/db/database.ts'
import { caseTables, createCaseFixture, smallCases } from '#test-support/case-fixture.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { makePdf } from '#test-support/make-pdf.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let fixture: Awaited<ReturnType<typeof createCaseFixture>>
let db: Database
let file: Uint8Array

beforeAll(async () => {
  file = await makePdf(['1', '2', '3', '4', '5', '6'])
})
beforeEach(async () => {
  database = await cloneDatabase(inject('testServer'))
  db = database.databaseContext.app
  await addClient(database, 'acme', ['ACME1', 'ACME2'])
  await addClient(database, 'other', ['OTHER1'])
  fixture = await createCaseFixture(database.databaseContext)
  return async () => {
    await fixture.close()
    await database.drop()
  }
})

const withFile = (code?: string) => ({ ...smallCases(code), 'files/24000000017.pdf': file })
const findRows = (codes: string[], query: ReturnType<typeof sql>) =>
  withScope(db, scopeOfCodes(codes), (scoped) => queryRows(scoped, z.record(z.string(), z.unknown()), query))
const getCounts = ({
  results,
}: {
  results: { name: string; added: number; changed: number; same: number }[]
}) => Object.fromEntries(results.map(({ name, added, changed, same }) => [name, [added, changed, same]]))

test('an invalid header stops the import before anything is written', async () => {
  const files = { ...smallCases(), 'notes.csv': 'id,incidentNumber,remark\n' }
  await expect(fixture.import(files)).rejects.toThrow('notes.csv has unknown columns: "remark"')
  expect(await findRows(['ACME1'], sql`select * from patient`)).toEqual([])
})

test('the setting that bypasses the tenant filter has no effect for the application role', async () => {
  await fixture.import(withFile())
  const seenBy = (role: Database) =>
    role.transaction().execute(async (transaction) => {
      await sql`select set_config('portal.every_client', 'yes', true)`.execute(transaction)
      return queryRows(transaction, z.object({}), sql`select from patient union all select from bill`)
    })
  expect((await seenBy(database.databaseContext.owner)).length).toBeGreaterThan(0)
  expect(await seenBy(db)).toEqual([])
})

test("an import does not take over another client's incident or ITN", async () => {
  await fixture.import(withFile())
  const foreign = smallCases('OTHER1')
  const { rejects } = await fixture.import({
    'patients.csv': foreign['patients.csv'],
    'policies.csv': foreign['policies.csv'],
    'incidents.csv': `${foreign['incidents.csv']}24000000077,P1,POL-1,2026-04-01,Fever,2026-04-02,\n`,
    'bills.csv': foreign['bills.csv'].replaceAll('24000000017', '24000000077'),
  })
  expect(rejects.map((line) => line.split('"""').join('').replaceAll('"', ''))).toEqual([
    expect.stringContaining('24000000017 is in use by another client'),
    expect.stringContaining('24000000018 is in use by another client'),
    expect.stringContaining('ITN2 is in use by another client'),
    expect.stringContaining('ITN1 is in use by another client'),
  ])
  const bills = await findRows(['ACME1', 'OTHER1'], sql`select itn, client_code from bill order by itn`)
  expect(bills.map(({ client_code }) => client_code)).toEqual(['ACME1', 'ACME1'])
})

test('a patient code used by several clients must be listed in the folder', async () => {
  await fixture.import({ 'patients.csv': smallCases('ACME1')['patients.csv'] })
  await fixture.import({ 'patients.csv': smallCases('OTHER1')['patients.csv'] })
  const { rejects } = await fixture.import({ 'policies.csv': smallCases()['policies.csv'] })
  expect(rejects[0]).toContain('exists for several clients')
  const named = smallCases('OTHER1')
  await fixture.import({ 'patients.csv': named['patients.csv'], 'policies.csv': named['policies.csv'] })
  expect(await findRows(['ACME1'], sql`select * from policy`)).toEqual([])
  expect(await findRows(['OTHER1'], sql`select * from policy`)).toHaveLength(2)
})

test('the second of two rows with the same key is rejected', async () => {
  const { rejects } = await fixture.import({
    'patients.csv': `${smallCases()['patients.csv']}P1,ACME1,Other,Name,1970-01-01\n`,
  })
  expect(rejects[0]).toContain('appears earlier in the file')
  expect(await findRows(['ACME1'], sql`select last_name from patient where patient_code = 'P1'`)).toEqual([
    { last_name: 'Sampleton' },
  ])
})

test('importing the same folder twice changes nothing', async () => {
  await fixture.import(withFile())
  const before = await findRows(['ACME1'], sql`select xmin::text, * from bill order by itn`)
  const { rejects, ...again } = await fixture.import(withFile())
  expect(rejects).toEqual([])
  expect(getCounts(again)).toEqual({
    'patients.csv': [0, 0, 2],
    'policies.csv': [0, 0, 2],
    'incidents.csv': [0, 0, 2],
    files: [0, 0, 1],
    'records.csv': [0, 0, 2],
    'documents.csv': [0, 0, 1],
    'bills.csv': [0, 0, 2],
    'notes.csv': [0, 0, 2],
  })
  expect(await findRows(['ACME1'], sql`select xmin::text, * from bill order by itn`)).toEqual(before)
})

test('an import changes only rows that differ', async () => {
  await fixture.import(withFile())
  const changed = await fixture.import({
    'bills.csv': smallCases()['bills.csv'].replace('100,,,Received', '100,80,2026-05-01,Paid'),
    'files/24000000017.pdf': await makePdf(['1', '2', '3', '4', '5', '6', '7']),
  })
  expect(getCounts(changed)).toEqual({ files: [0, 1, 0], 'bills.csv': [0, 1, 1] })
})

test('amounts are stored with the decimals of their currency', async () => {
  await fixture.import(withFile())
  expect(
    await findRows(['ACME1'], sql`select total_charges::text, repriced_amount::text from bill order by itn`),
  ).toEqual([
    { total_charges: '100.00', repriced_amount: null },
    { total_charges: '1250.50', repriced_amount: '900.25' },
  ])
})

test('case rows are visible only within a scope, which shows only its own rows', async () => {
  await fixture.import(withFile())
  for (const table of caseTables) {
    const everything = sql`select * from ${sql.table(table)}`
    expect(await queryRows(db, z.unknown(), everything), table).toEqual([])
    expect(await queryRows(database.databaseContext.owner, z.unknown(), everything), table).toEqual([])
    expect(await findRows(['OTHER1', 'ACME2'], everything), table).toEqual([])
    expect(await findRows(['ACME1'], everything), table).not.toEqual([])
  }
})

/** Bills are imported in parallel, so the position of their audit events varies; this moves them to the end. */
const readAudit = async () => {
  const { owner } = database.databaseContext
  const runs = sql`select kind, actor, rows_read, rows_added, outcome from import_run order by id`
  const events = sql`
    select actor, detail ->> 'file' as file, detail -> 'added' as added
      from audit_event where action = 'cases imported' order by detail ->> 'file' = 'bills.csv', id`
  return {
    runs: await queryRows(owner, z.unknown(), runs),
    events: await queryRows(owner, z.unknown(), events),
  }
}
const added = (file: string, rows: number) => ({ actor: 'test', file, added: rows })
const interrupt = () => {
  throw new Error('cut off')
}

test('an import is audited as a run, with an event for each file that changed something', async () => {
  await fixture.import(withFile())
  await fixture.import({ 'notes.csv': smallCases()['notes.csv'] })
  expect(await readAudit()).toEqual({
    runs: [
      { kind: 'cases', actor: 'test', rows_read: 14, rows_added: 14, outcome: 'done' },
      { kind: 'cases', actor: 'test', rows_read: 2, rows_added: 0, outcome: 'nothing to do' },
    ],
    events: [
      added('patients.csv', 2),
      added('policies.csv', 2),
      added('incidents.csv', 2),
      added('files', 1),
      added('records.csv', 2),
      added('documents.csv', 1),
      added('notes.csv', 2),
      added('bills.csv', 2),
    ],
  })
})

test('the audit of an import names exactly the client codes whose rows it wrote', async () => {
  await fixture.import(withFile())
  const { 'patients.csv': own } = smallCases()
  const others = 'P1,OTHER1,Roe,Jan,1970-01-01\nP1,ACME2,Roe,Jan,1970-01-01\n'
  await fixture.import({ 'patients.csv': own + others })
  const { owner } = database.databaseContext
  const named = sql`
    select client_code as one, detail -> 'clients' as several
      from audit_event where action = 'cases imported' order by id`
  expect(await queryRows(owner, z.unknown(), named)).toEqual([
    ...Array(8).fill({ one: 'ACME1', several: null }),
    { one: null, several: 'ACME2,OTHER1' },
  ])
})

test('an import of bills waits for an earlier one that lost its lock but is still running', async () => {
  const other = await database.databaseContext.connect()
  await other.query(`select pg_advisory_lock(hashtext('bills of cases'))`)
  let waited = 0
  const onStatus = (line: string) => {
    if (line !== 'Another case import is running; waiting for it to finish.') return
    waited += 1
    void other.end()
  }
  await fixture.import(withFile(), { onStatus })
  expect(waited).toBe(1)
  expect(await findRows(['ACME1'], sql`select from bill`)).toHaveLength(2)
})

test('an import interrupted between files leaves audit events for the files it finished', async () => {
  const onStatus = (line: string) => line === 'Reading incidents.csv' && interrupt()
  await expect(fixture.import(withFile(), { onStatus })).rejects.toThrow('cut off')
  expect(await readAudit()).toEqual({
    runs: [{ kind: 'cases', actor: 'test', rows_read: 4, rows_added: 4, outcome: 'failed' }],
    events: [added('patients.csv', 2), added('policies.csv', 2)],
  })
})

test('an import interrupted between documents leaves an audit event for the documents it finished', async () => {
  const misnamed = Array.from({ length: 100 }, (_, at) => [`files/later-${at}.pdf`, ''])
  const progress = (read: number) => void (read === 100 && interrupt())
  const files = { ...withFile(), ...Object.fromEntries(misnamed) }
  await expect(fixture.import(files, { progress })).rejects.toThrow('cut off')
  expect(await readAudit()).toEqual({
    runs: [{ kind: 'cases', actor: 'test', rows_read: 106, rows_added: 7, outcome: 'failed' }],
    events: [
      added('patients.csv', 2),
      added('policies.csv', 2),
      added('incidents.csv', 2),
      added('files', 1),
    ],
  })
})
