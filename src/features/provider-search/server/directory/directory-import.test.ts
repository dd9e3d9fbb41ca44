import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { exportDirectory } from './directory-commands.ts'
import { importDirectory, installDefaultDirectory } from './directory-import.ts'
import { readDirectory } from './directory-store.ts'

const database = setUpDatabase()

beforeAll(() => installDefaultDirectory(database.databaseContext.owner))

const source = { file: 'coastal.yaml', actor: 'command line' }
const load = (text: string) => importDirectory(database.databaseContext.owner, text, source)
const present = () => readDirectory(database.databaseContext.app)

const coastal = (changes: Record<string, string> = {}) => {
  const words = { key: 'coastal-search', code: 'coastal', networks: '[coastal, core]', ...changes }
  return `
networks:
  - { code: coastal, label: Coastal Network, family: domestic, showsTaxId: true }
definitions:
  - title: Coastal Search
    access: signed-in
    unit: km
    isVOB: true
    messages: { noResults: Nobody there. }
${Object.entries(words)
  .map(([word, value]) => `    ${word}: ${value}`)
  .join('\n')}
`
}

test('rejects an unknown network and imports nothing', async () => {
  const before = await present()
  await expect(load(coastal({ networks: '[coastal, inland]' }))).rejects.toThrow(
    'coastal.yaml was not imported; nothing was changed. It has an error:\n' +
      '  line 12: definitions 1, networks 2: unknown network "inland"; add it under "networks" or use an existing one',
  )
  expect(await present()).toEqual(before)
})

test('rejects a code used by another definition', async () => {
  await expect(load(coastal({ code: 'sagicor' }))).rejects.toThrow(
    'line 11: definitions 1, code: is "sagicor", which the definition "sagicor-provider-search" already uses; choose another',
  )
})

test('adds a network with its provider table and a definition', async () => {
  expect(await load(coastal())).toMatchObject({
    networks: [{ entry: { code: 'coastal' }, change: 'added' }],
    definitions: [{ entry: { key: 'coastal-search' }, change: 'added' }],
  })
  expect((await present()).definitions).toContainEqual({
    key: 'coastal-search',
    code: 'coastal',
    name: 'Coastal Search',
    title: 'Coastal Search',
    access: 'signed-in',
    unit: 'km',
    isVOB: true,
    feedback: false,
    networks: ['coastal', 'core'],
    messages: { noResults: 'Nobody there.' },
  })
  const indexes = await queryRows(
    database.databaseContext.owner,
    z.object({ of: z.string(), number: z.number() }),
    sql`select tablename as of, count(*)::int as number
          from pg_indexes
         where tablename in ('provider', 'providers_of_coastal')
         group by tablename order by tablename`,
  )
  expect(indexes[0]?.number).toBeGreaterThan(0)
  expect(indexes).toEqual([
    { of: 'provider', number: indexes[0]?.number },
    { of: 'providers_of_coastal', number: indexes[0]?.number },
  ])
})

test('importing the same file again changes nothing', async () => {
  expect(await load(coastal())).toMatchObject({
    networks: [{ change: 'same' }],
    definitions: [{ change: 'same' }],
  })
})

test("a network's family and the order of a definition's networks can change", async () => {
  const text = coastal({ networks: '[core, coastal]' }).replace('family: domestic', 'family: global')
  expect(await load(text)).toMatchObject({
    networks: [{ change: 'changed' }],
    definitions: [{ change: 'changed' }],
  })
  expect((await present()).definitions.find(({ key }) => key === 'coastal-search')?.networks).toEqual([
    'core',
    'coastal',
  ])
})

test('two definitions can swap codes', async () => {
  const text = await exportDirectory(database.databaseContext.app)
  await load(
    text
      .replace('code: sagicorJamaica', 'code: kept')
      .replace('code: sagicor\n', 'code: sagicorJamaica\n')
      .replace('code: kept', 'code: sagicor'),
  )
  expect((await present()).definitions.find(({ key }) => key === 'sagicor-provider-search')?.code).toBe(
    'sagicorJamaica',
  )
})

test('importing an export changes nothing', async () => {
  const before = await present()
  const { networks, definitions } = await load(await exportDirectory(database.databaseContext.app))
  expect([...networks, ...definitions].map(({ change }) => change)).toEqual(
    Array(before.networks.length + before.definitions.length).fill('same'),
  )
  expect(await present()).toEqual(before)
})

test('audits added and changed entries', async () => {
  const events = await queryRows(
    database.databaseContext.owner,
    z.object({ action: z.string(), actor: z.string(), file: z.string() }),
    sql`select action, actor, detail ->> 'file' as file
          from audit_event
         where subject in ('coastal', 'coastal-search')
         order by id`,
  )
  expect(events).toEqual(
    ['network added', 'search definition added', 'network changed', 'search definition changed'].map(
      (action) => ({
        action,
        actor: 'command line',
        file: 'coastal.yaml',
      }),
    ),
  )
})
