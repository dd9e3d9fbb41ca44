import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute, sql, withScope } from '#platform/db/database.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { addClientsCommands } from './clients-commands.ts'
import { noDependents } from './clients-import.ts'

const database = setUpDatabase()
let folder: string
let printed: string
let ended: string[]
const inFolder = (name: string) => join(folder, name)
const png = Buffer.from('89504e470d0a1a0a01', 'hex')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-commands-'))
  writeFileSync(inFolder('face.png'), png)
  writeFileSync(inFolder('coastal.yaml'), coastal)
  writeFileSync(inFolder('changed.yaml'), coastal.replace('Coastal Health', 'Coastal Care'))
})
beforeEach(() => {
  printed = ''
  ended = []
})
afterAll(() => rmSync(folder, { recursive: true }))

const coastal = `clients:
  - id: coastal
    name: Coastal Health
    codes: [{ code: COA1, name: Coastal }]
    accountManagers:
      - { name: Ada Sample, title: Lead, email: ada@example.com, phone: 555-0101, picture: face.png }
    home: { html: '<p>Hello</p><script>1</script>' }
`

/** Runs a command; `answer` is the reply to the prompt, or undefined if there is no terminal. */
async function run(words: string[], answer?: boolean) {
  const program = new Command('portal')
    .exitOverride()
    .configureOutput({ writeOut: (text) => (printed += text), writeErr: () => {} })
  const open = async () => ({ ...database.databaseContext, close: async () => {} })
  const endMemberSessions = async (_db: unknown, id: string) => void ended.push(id)
  addClientsCommands(program, {
    open,
    videoHosts: () => [],
    dependents: { ...noDependents, endMemberSessions },
    ask: async () => answer,
  })
  await program.parseAsync(['clients', ...words], { from: 'user' })
}

test('import requires a file', async () => {
  await expect(run(['import'])).rejects.toThrow("missing required argument 'file'")
})

test('import reports a missing file', async () => {
  await expect(run(['import', inFolder('none.yaml')])).rejects.toThrow(
    `File not found: ${inFolder('none.yaml')}.`,
  )
})

test('show rejects an unknown client', async () => {
  await expect(run(['show', 'coastal'])).rejects.toThrow(
    'No client has the ID coastal, and there are no other clients. Import some with: npm run portal -- clients import FILE',
  )
})

test('prints the preview and changes nothing without a terminal or --yes', async () => {
  await expect(run(['import', inFolder('coastal.yaml')])).rejects.toThrow(
    'Nothing was changed: no terminal to confirm on. Use --yes to apply these changes.',
  )
  expect(printed).toContain('Client coastal is new:\n  + name: "Coastal Health"')
  await expect(run(['show', 'coastal'])).rejects.toThrow('No client has the ID coastal')
})

test('makes no change when the prompt is declined', async () => {
  await expect(run(['import', inFolder('coastal.yaml')], false)).rejects.toThrow('Nothing was changed.')
  await expect(run(['show', 'coastal'])).rejects.toThrow('No client has the ID coastal')
})

test('prints changes and removed tags before the prompt', async () => {
  await run(['import', inFolder('coastal.yaml')], true)
  expect(
    printed,
  ).toBe(`home/coastal: removed, because content cannot contain it or its source is not allowed: <script>.
Client coastal is new:
  + name: "Coastal Health"
  + enabled: true
  + codes, COA1: name "Coastal"
  + currentActivity: false
  + patientSearch: false
  + clientAuth: false
  + caseSummary: false
  + authorizers: "granted"
  + undoSeconds: 30
  + paper: "letter"
  + accountManagers, Ada Sample: title "Lead", email "ada@example.com", phone "555-0101", picture image/png of 9 bytes (275f1bcb)
  + html, home: "<p>Hello</p>"

Changes applied.
`)
})

test('--yes skips the prompt, and a second import is a no-op', async () => {
  await run(['import', '--yes', inFolder('changed.yaml')])
  expect(printed).toContain('Client coastal changes:\n  ~ name: "Coastal Health" → "Coastal Care"\n')
  printed = ''
  await run(['import', inFolder('changed.yaml')])
  expect(printed).toContain('Nothing to do: the portal is already up to date.')
})

test('shows a client with its full configuration', async () => {
  await run(['show', 'coastal'])
  expect(printed).toContain(
    'Client coastal\n    name: "Coastal Care"\n    enabled: true\n    codes, COA1: name "Coastal"\n',
  )
  await expect(run(['show', 'inland'])).rejects.toThrow(
    'No client has the ID inland. Existing clients: coastal.',
  )
})

test('closing and reopening a client by ID changes nothing else', async () => {
  await run(['close', 'coastal'])
  expect(printed).toBe('Client coastal changes:\n  ~ enabled: true → false\n\nChanges applied.\n')
  printed = ''
  await run(['show', 'coastal'])
  expect(printed).toContain('name: "Coastal Care"\n    enabled: false\n    codes, COA1: name "Coastal"\n')
  await run(['open', 'coastal'])
  printed = ''
  await run(['open', 'coastal'])
  expect(printed).toContain('Nothing to do')
  await expect(run(['close', 'inland'])).rejects.toThrow(
    'No client has the ID inland. Existing clients: coastal.',
  )
})

test('only closing or opening a client ends its member sessions', async () => {
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
  // Called once in the dry run, which is rolled back, and once when the import is applied.
  expect(ended).toEqual(['coastal', 'coastal'])
  await run(['import', '--yes', inFolder('changed.yaml')])
  await run(['open', 'coastal'])
})

test('without prompting, rejects the removal of a code that has patients', async () => {
  await withScope(database.databaseContext.owner, scopeOfCodes(['COA1']), (db) =>
    execute(
      db,
      sql`insert into patient (client_code, patient_code, last_name, first_name, date_of_birth)
          values ('COA1', 'P1', 'Sample', 'Ann', '1980-01-01')`,
    ),
  )
  writeFileSync(inFolder('bare.yaml'), 'clients: [{ id: coastal, name: Coastal Care }]')
  await expect(run(['import', inFolder('bare.yaml')], true)).rejects.toThrow(
    'Nothing was changed: the file leaves coastal no codes, and a code that it omits has patients.',
  )
  expect(printed).toBe('')
})

test('writes pictures to files or inline, and both exports import without changes', async () => {
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
    expect(printed).toContain('Nothing to do')
  }
})

test('export reports a missing folder', async () => {
  const file = inFolder('none/clients.yaml')
  await expect(run(['export', file])).rejects.toThrow(`The file ${file} cannot be written (ENOENT).`)
})
