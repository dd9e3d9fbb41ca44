import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { readConfig } from '#platform/config/settings.ts'
import { setClock } from '#platform/contract/clock.ts'
import { execute, sql } from '#platform/db/database.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { demoDate, type SeedPart, seedDemoData } from './seed-demo-data.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let said: string[]
let loaded: string[]

beforeEach(async () => {
  database = await cloneDatabase(inject('testServer'))
  said = []
  loaded = []
})
afterEach(() => database.drop())

const part = (name: string, changes: Partial<SeedPart> = {}): SeedPart => ({
  name,
  isEmpty: async () => true,
  load: async (_workplace, date) => {
    loaded.push(`${name} of ${date}`)
    return `3 ${name}`
  },
  ...changes,
})
const load = (parts: SeedPart[], settings: Record<string, string> = { DEMO_DATE: '2026-06-30' }) =>
  seedDemoData(
    async () => parts,
    { ...database.databaseContext, print: (line) => said.push(line) },
    readConfig({ DEMO_DATA: 'on', ...settings }),
  )
const killed = new Error('killed')

test.each([
  ['DEMO_DATA is off', { DEMO_DATA: 'off' }],
  [
    'the database is external and DEMO_DATA is unset',
    { DEMO_DATA: '', DATABASE_URL: 'postgres://db/portal' },
  ],
])('loads nothing when %s', async (_case, settings) => {
  await load([part('providers')], settings)
  expect(loaded).toEqual([])
  expect(await demoDate(database.databaseContext.app)).toBeUndefined()
})

test('loads nothing into a database that already has data', async () => {
  await load([part('providers'), part('patients', { isEmpty: async () => false })])
  expect(loaded).toEqual([])
})

test('loads every part once, in order, and prints each', async () => {
  const parts = [part('providers'), part('patients')]
  await load(parts)
  await load(parts)
  expect(loaded).toEqual(['providers of 2026-06-30', 'patients of 2026-06-30'])
  expect(said).toEqual([
    'Loading demo data: providers…',
    'Loaded 3 providers.',
    'Loading demo data: patients…',
    'Loaded 3 patients.',
  ])
})

test('two concurrent processes load the demo data only once', async () => {
  const parts = [part('providers'), part('patients')]
  await Promise.all([load(parts), load(parts)])
  expect(loaded).toHaveLength(2)
})

test('resumes a killed load with the same part and date', async () => {
  const dying = part('patients', { isEmpty: async () => true, load: () => Promise.reject(killed) })
  await expect(load([part('providers'), dying])).rejects.toThrow(killed)
  await load([part('providers', { isEmpty: async () => false }), part('patients')], {
    DEMO_DATE: '2026-07-01',
  })
  expect(loaded).toEqual(['providers of 2026-06-30', 'patients of 2026-06-30'])
})

test('dates the demo data from today in the portal time zone by default', async () => {
  const undo = setClock(() => new Date('2026-03-01T02:00:00Z'))
  await load([part('providers')], {}).finally(undo)
  expect(await demoDate(database.databaseContext.app)).toBe('2026-02-28')
})

test('does not refill a database that was emptied by hand', async () => {
  await load([part('providers')])
  await execute(database.databaseContext.owner, sql`delete from demonstration_part`)
  await load([part('providers')])
  expect(loaded).toHaveLength(1)
})
