import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { execute, sql, withScope } from '#platform/server/database.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { addClientsCommands } from './clients-commands.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let folder: string
let printed: string
let ended: string[]
const inFolder = (name: string) => join(folder, name)
const png = Buffer.from('89504e470d0a1a0a01', 'hex')

beforeAll(async () => {
  database = await cloneDatabase(inject('testServer'))
  folder = mkdtempSync(join(tmpdir(), 'portal-commands-'))
  writeFileSync(inFolder('face.png'), png)
  writeFileSync(inFolder('coastal.yaml'), coastal)
  writeFileSync(inFolder('changed.yaml'), coastal.replace('Coastal Health', 'Coastal Care'))
})
beforeEach(() => {
  printed = ''
  ended = []
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

const coastal = `clients:
  - id: coastal
    name: Coastal Health
    codes: [{ code: COA1, name: Coastal }]
    accountManagers:
      - { name: Ada Sample, title: Lead, email: ada@example.com, phone: 555-0101, picture: face.png }
    home: { html: '<p>Hello</p><script>1</script>' }
`

/** Runs a command; `answer` is what a person says to its question, undefined where nobody is there. */
async function run(words: string[], answer?: boolean) {
  const program = new Command('portal')
    .exitOverride()
    .configureOutput({ writeOut: (text) => (printed += text), writeErr: () => {} })
  const open = async () => ({ ...database.databaseContext, close: async () => {} })
  const endMemberSessions = async (_db: unknown, id: string) => void ended.push(id)
  addClientsCommands(program, { open, videoHosts: () => [], endMemberSessions, ask: async () => answer })
  await program.parseAsync(['clients', ...words], { from: 'user' })
}

test('an import without a file is wrong usage', async () => {
  await expect(run(['import'])).rejects.toThrow("missing required argument 'file'")
})

test('an import of a file that is not there says so', async () => {
  await expect(run(['import', inFolder('none.yaml')])).rejects.toThrow(
    `There is no file ${inFolder('none.yaml')}`,
  )
})

test('a client that is not there is not shown', async () => {
  await expect(run(['show', 'coastal'])).rejects.toThrow(
    'There is no client coastal, and no other. Import some with: npm run portal -- clients import FILE',
  )
})

test('without a terminal and without --yes the difference is shown and nothing is changed', async () => {
  await expect(run(['import', inFolder('coastal.yaml')])).rejects.toThrow(
    'Nothing was changed: there is no terminal to ask on. Give --yes to apply these changes.',
  )
  expect(printed).toContain('Client coastal is new:\n  + name: "Coastal Health"')
  await expect(run(['show', 'coastal'])).rejects.toThrow('There is no client coastal')
})

test('whoever says no changes nothing', async () => {
  await expect(run(['import', inFolder('coastal.yaml')], false)).rejects.toThrow('Nothing was changed.')
  await expect(run(['show', 'coastal'])).rejects.toThrow('There is no client coastal')
})

test('whoever says yes has seen what changes, and what was left out', async () => {
  await run(['import', inFolder('coastal.yaml')], true)
  expect(printed).toBe(`home/coastal: left out, because content may not have it, or not from there: <script>.
Client coastal is new:
  + name: "Coastal Health"
  + enabled: true
  + codes, COA1: name "Coastal"
  + currentActivity: false
  + patientSearch: false
  + clientAuth: false
  + caseSummary: false
  + authorizers: "granted"
  + accountManagers, Ada Sample: title "Lead", email "ada@example.com", phone "555-0101", picture image/png of 9 bytes (275f1bcb)
  + html, home: "<p>Hello</p>"

The changes are applied.
`)
})

test('with --yes nobody is asked, and the same file again is nothing to do', async () => {
  await run(['import', '--yes', inFolder('changed.yaml')])
  expect(printed).toContain('Client coastal changes:\n  ~ name: "Coastal Health" → "Coastal Care"\n')
  printed = ''
  await run(['import', inFolder('changed.yaml')])
  expect(printed).toContain('There is nothing to do: the portal has all of this already.')
})

test('a client is shown with all that it has', async () => {
  await run(['show', 'coastal'])
  expect(printed).toContain(
    'Client coastal\n    name: "Coastal Care"\n    enabled: true\n    codes, COA1: name "Coastal"\n',
  )
  await expect(run(['show', 'inland'])).rejects.toThrow('There is no client inland. There are: coastal.')
})

test('a client is closed and opened again by its id alone, and keeps what it has', async () => {
  await run(['close', 'coastal'])
  expect(printed).toBe('Client coastal changes:\n  ~ enabled: true → false\n\nThe changes are applied.\n')
  printed = ''
  await run(['show', 'coastal'])
  expect(printed).toContain('name: "Coastal Care"\n    enabled: false\n    codes, COA1: name "Coastal"\n')
  await run(['open', 'coastal'])
  printed = ''
  await run(['open', 'coastal'])
  expect(printed).toContain('There is nothing to do')
  await expect(run(['close', 'inland'])).rejects.toThrow('There is no client inland. There are: coastal.')
})

test('whatever closes a client or opens it again ends the sessions of its members, and nothing else does', async () => {
  writeFileSync(
    inFolder('closed.yaml'),
    coastal.replace('name: Coastal', 'enabled: false\n    name: Coastal'),
  )
  await run(['import', '--yes', inFolder('changed.yaml')])
  expect(ended).toEqual([])
  await run(['close', 'coastal'])
  await run(['open', 'coastal'])
  expect(ended).toEqual(['coastal', 'coastal'])
  ended = []
  await run(['import', '--yes', inFolder('closed.yaml')])
  // Once in the plan, which is taken back, and once when it is applied.
  expect(ended).toEqual(['coastal', 'coastal'])
  await run(['import', '--yes', inFolder('changed.yaml')])
  await run(['open', 'coastal'])
})

test('a code that has patients is in the way before anybody agrees, and what stands before is said', async () => {
  await withScope(database.databaseContext.owner, scopeOfCodes(['COA1']), (db) =>
    execute(
      db,
      sql`insert into patient (client_code, patient_code, last_name, first_name, date_of_birth)
          values ('COA1', 'P1', 'Sample', 'Ann', '1980-01-01')`,
    ),
  )
  writeFileSync(inFolder('bare.yaml'), 'clients: [{ id: coastal, name: Coastal Care }]')
  await expect(run(['import', inFolder('bare.yaml')], true)).rejects.toThrow(
    'Nothing was changed: the file leaves coastal no codes, and a code that it leaves out has patients.',
  )
  expect(printed).toBe('')
})

test('an export has its pictures beside it, or in it where it is printed, and both import to no change', async () => {
  const copy = mkdtempSync(join(folder, 'copy-'))
  await run(['export', join(copy, 'all.yaml')])
  expect(printed).toBe('')
  expect(readdirSync(join(copy, 'pictures'))).toEqual(['coastal-1.png'])
  expect(readFileSync(join(copy, 'pictures/coastal-1.png'))).toEqual(png)
  await run(['export'])
  writeFileSync(join(copy, 'printed.yaml'), printed)
  for (const file of ['all.yaml', 'printed.yaml']) {
    printed = ''
    await run(['import', join(copy, file)])
    expect(printed).toContain('There is nothing to do')
  }
})

test('an export to a folder that is not there says so', async () => {
  const file = inFolder('none/clients.yaml')
  await expect(run(['export', file])).rejects.toThrow(`The file ${file} cannot be written (ENOENT).`)
})
