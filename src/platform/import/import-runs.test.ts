import { beforeEach, expect, test } from 'vitest'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { now } from '../contract/clock.ts'
import { type Database, execute, sql } from '../db/database.ts'
import {
  addToImportRun,
  finishImportRun,
  listImportStates,
  type RunStart,
  readOrRecordFailure,
  recordImportRun,
  startImportRun,
  withImportRun,
} from './import-runs.ts'

const database = setUpDatabase()
const owner = () => database.databaseContext.owner
beforeEach(() => execute(owner(), sql`delete from import_run`))

const start = (source?: string, network?: string): RunStart => ({
  kind: 'providers',
  file: 'Jane Roe.csv',
  actor: 'ada',
  startedAt: now(),
  sourceName: source,
  network,
})
const none = { read: 0, added: 0, changed: 0, rejected: 0 }
const succeed = (run: RunStart) => recordImportRun(owner(), { ...run, counts: { ...none, read: 2 } })
const fail = (run: RunStart) =>
  expect(
    withImportRun(database.databaseContext, run, () => Promise.reject(new Error('disk full'))),
  ).rejects.toThrow('disk full')

/** The failures of each source, as the serving role sees them. */
const failures = async () => {
  const states = await listImportStates(database.databaseContext.app)
  return Object.fromEntries(states.map(({ source, network, failures }) => [`${source} ${network}`, failures]))
}

test('a failure counts until its own source succeeds, not until another one does', async () => {
  await fail(start('main', 'coastal'))
  await fail(start('main', 'coastal'))
  await succeed(start('other', 'coastal'))
  await succeed(start('main', 'inland'))
  expect(await failures()).toEqual({ 'main coastal': 2, 'main inland': 0, 'other coastal': 0 })
  await succeed(start('main', 'coastal'))
  expect(await failures()).toEqual({ 'main coastal': 0, 'main inland': 0, 'other coastal': 0 })
})

test('a refused import, and one that rejected every row, failed; one that was undone counts as neither', async () => {
  await recordImportRun(owner(), { ...start('refused'), counts: none, outcome: 'refused' })
  await recordImportRun(owner(), { ...start('rejected'), counts: { ...none, read: 3, rejected: 3 } })
  await recordImportRun(owner(), { ...start('partly'), counts: { ...none, read: 3, added: 1, rejected: 2 } })
  await succeed(start('undone'))
  await execute(owner(), sql`update import_run set undone_at = now() where source_name = 'undone'`)
  expect(await failures()).toEqual({ 'partly ': 0, 'refused ': 1, 'rejected ': 1 })
})

test('a provider that was removed by hand does not end the failures of its source', async () => {
  await fail(start('main'))
  await recordImportRun(owner(), { ...start('main'), counts: { ...none, removed: 1 }, outcome: 'done' })
  expect(await failures()).toEqual({ 'main ': 1 })
})

test('a run in progress did not fail; a run whose session is gone did', async () => {
  await withImportRun(database.databaseContext, start('main'), async ({ db }, id) => {
    expect(await failures()).toEqual({})
    await addToImportRun(db, id, { ...none, read: 1 })
    await finishImportRun(db, id)
  })
  expect(await failures()).toEqual({ 'main ': 0 })
  await startImportRun(owner(), start('main'))
  expect(await failures()).toEqual({ 'main ': 1 })
})

test('a file that cannot be read is a failed import, whether or not that can be recorded', async () => {
  const read = () => Promise.reject(new Error('no such file'))
  const record = (work: (db: Database) => Promise<unknown>) => work(owner())
  await expect(readOrRecordFailure(record, start('main'), read)).rejects.toThrow('no such file')
  expect(await failures()).toEqual({ 'main ': 1 })
  const away = () => Promise.reject(new Error('the database is away'))
  await expect(readOrRecordFailure(away, start('main'), read)).rejects.toThrow('no such file')
})

test('the serving role sees no files and no people', async () => {
  await fail(start('main'))
  const states = await listImportStates(database.databaseContext.app)
  expect(JSON.stringify(states)).not.toMatch(/Jane|ada/)
  await expect(execute(database.databaseContext.app, sql`select source from import_run`)).rejects.toThrow(
    'permission denied',
  )
})
