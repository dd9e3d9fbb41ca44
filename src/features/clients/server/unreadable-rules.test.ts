import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { loadState } from './client-snapshot-queries.ts'
import { formatClients } from './clients-commands.ts'
import { readClients } from './clients-file.ts'
import { applyImport, noDependents, planImport } from './clients-import.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase(inject('testServer'))
  await load(clients(rule, rule))
  await spoil()
})
afterAll(() => database.drop())

const rule = 'dueRule: { hours: 24, timeZone: UTC }'
const clients = (ofClient: string, ofCode: string) => `
clients:
  - { id: coastal, name: Coastal, ${ofClient}, codes: [{ code: COA1, name: One, ${ofCode} }] }
  - { id: inland, name: Inland }
`
const context = { name: 'clients.yaml', actor: 'test', dependents: noDependents }
const read = (text: string) => readClients(text, { name: context.name, folder: '.', videoHosts: [] })
const load = async (text: string) => applyImport(database.databaseContext.owner, await read(text), context)
const findRules = async () =>
  (await loadState(database.databaseContext.owner)).clients.flatMap(({ dueRule, codes }) => [
    dueRule,
    ...codes.map((code) => code.dueRule),
  ])
const spoil = async () => {
  const { owner } = database.databaseContext
  await execute(owner, sql`update client set due_rule = '{"days": 3}' where id = 'coastal'`)
  await execute(owner, sql`update client_code set due_rule = '{"hours": 24, "timeZone": "Mars/Base"}'`)
}

test('a stored rule that cannot be read does not stop imports of other clients', async () => {
  await load('clients: [{ id: inland, name: Inland Plan }]')
  expect(await findRules()).toEqual([{ days: 3 }, { hours: 24, timeZone: 'Mars/Base' }, null])
})

test('an export has the rule as it is stored, and its import names the line', async () => {
  const text = formatClients(await loadState(database.databaseContext.owner), () => '')
  expect(text).toContain('Mars/Base')
  await expect(read(text)).rejects.toThrow('timeZone: is not a time zone')
})

test.each([
  ['corrects', rule, { hours: 24, timeZone: 'UTC', holidays: [] }],
  ['removes', 'enabled: true', null],
])('an import %s a rule that cannot be read', async (_what, ofClient, expected) => {
  await spoil()
  const text = clients(ofClient, ofClient === rule ? rule : 'name: One').replace(
    'name: One, name: One',
    'name: One',
  )
  expect((await planImport(database.databaseContext.owner, await read(text), context)).text).toContain(
    'dueRule',
  )
  await load(text)
  expect(await findRules()).toEqual([expected, expected, null])
})
