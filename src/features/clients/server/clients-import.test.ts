import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { loadState } from './client-snapshot-queries.ts'
import { formatClients, inlinePicture } from './clients-commands.ts'
import { readClients } from './clients-file.ts'
import { applyImport, noDependents, planImport } from './clients-import.ts'

const dropping: (() => Promise<void>)[] = []
let database: Awaited<ReturnType<typeof cloneDatabase>>

beforeEach(async () => {
  database = await cloneDatabase(inject('testServer'))
  dropping.push(database.drop)
})
afterAll(async () => {
  for (const drop of dropping) await drop()
})

const by = { name: 'clients.yaml', actor: 'command line', dependents: noDependents }
const read = (text: string) => readClients(text, { name: by.name, folder: '.', videoHosts: [] })
const load = async (text: string, agreed?: string) =>
  applyImport(database.databaseContext.owner, await read(text), by, agreed)
const plan = async (text: string) => planImport(database.databaseContext.owner, await read(text), by)
const present = () => loadState(database.databaseContext.owner)
const versions = () =>
  queryRows(
    database.databaseContext.owner,
    z.object({ id: z.string(), version: z.string() }),
    sql`select id, changed_at::text as version from client order by id`,
  )
const events = () =>
  queryRows(
    database.databaseContext.owner,
    z.object({ action: z.string(), subject: z.string(), file: z.string().nullable() }),
    sql`select action, subject, detail ->> 'file' as file from audit_event where actor = 'command line' order by id`,
  )

const face = (text: string) =>
  `'data:image/png;base64,${Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(text)]).toString('base64')}'`
const coastal = `
clients:
  - id: coastal
    name: Coastal Health
    codes: [{ code: COA2, name: Coastal Two }, { code: COA1, name: Coastal One }]
    patientSearch: true
    authorizers: all
    providerSearches: [{ key: international-provider-search, networks: [core] }, domestic-secure-provider-search]
    reports: [{ code: SAVINGS, name: Savings Summary, multiClient: true }]
    accountManagers:
      - { name: Ada Sample, title: Lead, email: ada@example.com, phone: 555-0101, picture: ${face('ada')} }
      - { name: Bo Sample, title: Second, email: bo@example.com, phone: 555-0102 }
    vob: { sincerely: The Desk, groups: { '0100': Group 100 } }
    home: { banner: Welcome, videoUrl: /videos/1.webm, html: <p>Home</p> }
    member: { showIdCard: true, html: <p>Member</p> }
  - { id: inland, name: Inland Plan, codes: [{ code: INL1, name: Inland }] }
externalSearches: [{ name: Aetna, url: https://aetna.example.com, position: 6 }]
`
const changed = (from: string, to: string) => coastal.replace(from, to)

test.each([
  [
    'an unknown search',
    changed('domestic-secure-provider-search', 'nowhere-search'),
    'line 8: clients 1, providerSearches 2: names an unknown search "nowhere-search"; import it first with: npm run portal -- directory import FILE',
  ],
  [
    'a network outside the search',
    changed('[core]', '[core, lds]'),
    'line 8: clients 1, providerSearches 1: the search "international-provider-search" has no network "lds"',
  ],
])('rejects %s and imports nothing', async (_case, text, fault) => {
  await expect(load(text)).rejects.toThrow(`\n  ${fault}\n`)
  expect(await present()).toEqual({ clients: [], externalSearches: [] })
})

test('rejects a code that belongs to a client missing from the file', async () => {
  await load(coastal)
  const text =
    'clients: [{ id: a-new, name: New }, { id: thief, name: Thief, codes: [{ code: COA1, name: Mine }] }]'
  await expect(load(text)).rejects.toThrow(
    'line 1: clients 2, codes 1, code: is "COA1", which is a code of the client "coastal"; choose another, or list that client without it',
  )
  expect((await present()).clients.map(({ id }) => id)).toEqual(['coastal', 'inland'])
})

test('rejects an import when clients changed since the preview', async () => {
  const { text } = await plan(coastal)
  await load('clients: [{ id: coastal, name: Coast }]')
  await expect(load(coastal, text)).rejects.toThrow('Someone else changed the clients since the preview')
  expect((await present()).clients.map(({ name }) => name)).toEqual(['Coast'])
})

test('the preview lists additions, removals and changes', async () => {
  await load(coastal)
  const text = changed('Coastal Health', 'Coastal Care')
    .replace(/{ code: COA2.*One/, '{ code: COA1, name: Coastal One, dueRule: { hours: 24, timeZone: UTC }')
    .replace("{ '0100': Group 100 }", '{ A1: Group A }')
    .replace(face('ada'), face('older'))
    .replace('<p>Home</p>', '<p>News</p>')
    .replace('position: 6', 'position: 2')
  expect((await plan(text)).text).toMatchInlineSnapshot(`
    "Client coastal changes:
      ~ name: "Coastal Health" → "Coastal Care"
      ~ codes, COA1: dueRule null → (hours 24, timeZone "UTC")
      + vob, groups, A1: "Group A"
      ~ accountManagers, Ada Sample: picture image/png of 11 bytes (c9fd212a) → image/png of 13 bytes (0366b952)
      ~ html, home: "<p>Home</p>" → "<p>News</p>"
      - codes, COA2: name "Coastal Two"
      - vob, groups, 0100: "Group 100"

    The external searches change:
      ~ Aetna: "6. https://aetna.example.com" → "2. https://aetna.example.com""
  `)
  expect((await plan(coastal)).text).toBe('')
})

test('treats a different order as a change', async () => {
  await load(coastal)
  const text = changed(
    '{ code: COA2, name: Coastal Two }, { code: COA1, name: Coastal One }',
    '{ code: COA1, name: Coastal One }, { code: COA2, name: Coastal Two }',
  )
  expect((await load(text)).text).toBe('Client coastal changes:\n  ~ codes: in the order COA1, COA2')
  expect((await present()).clients[0]?.codes.map(({ code }) => code)).toEqual(['COA1', 'COA2'])
})

test('an import stores the whole file and is idempotent', async () => {
  await load(coastal)
  const before = [await present(), await versions(), await events()]
  expect(before[0]).toMatchObject({
    clients: [
      {
        id: 'coastal',
        codes: [{ code: 'COA2' }, { code: 'COA1' }],
        providerSearches: [
          { key: 'international-provider-search', networks: ['core'] },
          { key: 'domestic-secure-provider-search', networks: null },
        ],
        member: { showIdCard: true, showEnglishAndGerman: false },
        html: { home: '<p>Home</p>', member: '<p>Member</p>' },
      },
      { id: 'inland' },
    ],
    externalSearches: [{ name: 'Aetna', url: 'https://aetna.example.com', position: 6 }],
  })
  await load(coastal)
  expect([await present(), await versions(), await events()]).toEqual(before)
})

test('keeps unlisted clients and bumps the version of changed clients only', async () => {
  await load(coastal)
  const [before, was] = [await versions(), await present()]
  await load('clients: [{ id: inland, name: Inland Care, codes: [{ code: INL1, name: Inland }] }]')
  const after = await versions()
  expect(after[0]).toEqual(before[0])
  expect(after[1]?.version).not.toBe(before[1]?.version)
  expect((await present()).clients[0]).toEqual(was.clients[0])
  expect((await present()).externalSearches).toHaveLength(1)
})

test('two listed clients can swap a code', async () => {
  await load(coastal)
  await load(
    changed('code: COA1', 'code: kept')
      .replace('code: INL1', 'code: COA1')
      .replace('code: kept', 'code: INL1'),
  )
  expect((await present()).clients.map(({ codes }) => codes.map(({ code }) => code))).toEqual([
    ['COA2', 'INL1'],
    ['COA1'],
  ])
})

test('keeps HTML that the file omits and removes HTML that it leaves empty', async () => {
  await load(coastal)
  await load(changed(', html: <p>Home</p>', '').replace('<p>Member</p>', '""'))
  expect((await present()).clients[0]?.html).toEqual({ home: '<p>Home</p>', member: '' })
})

test('picture IDs stay stable while account managers are unchanged', async () => {
  const ids = () =>
    queryRows(
      database.databaseContext.owner,
      z.object({ id: z.string() }),
      sql`select id from account_manager order by position`,
    )
  await load(coastal)
  const before = await ids()
  await load(changed('Coastal Health', 'Coastal Care'))
  expect(await ids()).toEqual(before)
})

test('importing an export changes nothing in the same portal and fills an empty one identically', async () => {
  await load(coastal)
  const state = await present()
  const text = formatClients(state, inlinePicture)
  expect((await load(text)).text).toBe('')
  database = await cloneDatabase(inject('testServer'))
  dropping.push(database.drop)
  await load(text)
  expect(await present()).toEqual(state)
})

test('concurrent imports leave the complete state of one of them', async () => {
  const files = ['One', 'Two'].map((name) => changed('Coastal Health', name).replace('Coastal One', name))
  await Promise.all(files.map((text) => load(text)))
  const [client] = (await present()).clients
  expect(['One', 'Two']).toContain(client?.name)
  expect(client?.codes[1]?.name).toBe(client?.name)
})

test('logs every changed client to the audit trail', async () => {
  await load(coastal)
  await load(changed('Coastal Health', 'Coastal Care'))
  const ofImports = (await events()).filter(({ file }) => file === 'clients.yaml')
  expect(ofImports.map(({ action, subject }) => [action, subject])).toEqual([
    ['client added', 'coastal'],
    ['client added', 'inland'],
    ['external searches changed', 'client selector'],
    ['client changed', 'coastal'],
  ])
})

test.each(['soon', '0 days', '10', '10 weeks', "1 day'"])(
  'the period %s of data is rejected with the reason',
  async (period) => {
    const text = `clients: [{ id: coastal, name: Coastal Health, retention: { cases: "${period}" } }]`
    await expect(read(text)).rejects.toThrow(/retention.+must be a period such as "90 days"/)
  },
)

const limits = ['{ USD: -1 }', '{ USD: 0.5 }', '{ USD: "10" }', '{ Dollar: 10 }', '{}']
test.each([
  ...['-1', '601', '"10"'].map((value) => ['undoSeconds', value]),
  ...limits.map((value) => ['stepUpAbove', value]),
])('%s: %s is rejected with the reason', async (key, value) => {
  const text = `clients: [{ id: coastal, name: Coastal Health, ${key}: ${value} }]`
  await expect(read(text)).rejects.toThrow(new RegExp(`${key}.* must `))
})

test('the time to undo a decision is stored, and 30 seconds by default', async () => {
  await load('clients: [{ id: one, name: One }, { id: two, name: Two, undoSeconds: 0 }]')
  const { clients } = await present()
  expect(clients.map(({ id, undoSeconds }) => [id, undoSeconds])).toEqual([
    ['one', 30],
    ['two', 0],
  ])
})
