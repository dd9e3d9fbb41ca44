import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#platform/config/settings.ts'
import { smallCases } from '#test-support/case-fixture.ts'
import { type AddCommand, runCommand } from '#test-support/run-command.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { addImportCases } from './import-command.ts'

const database = setUpDatabase()
let folder: string
const patients = smallCases()['patients.csv']

beforeAll(async () => {
  await addClient(database, 'acme', ['ACME1'])
  folder = await mkdtemp(join(tmpdir(), 'case-command-'))
})
afterEach(() => {
  process.exitCode = undefined
})
afterAll(() => rm(folder, { recursive: true }))

const addCommands: AddCommand = (program, open) =>
  addImportCases(program, open, () => readConfig({ DATA_DIR: folder }))

async function run(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const printed = await runCommand(database, addCommands, ['import', 'cases', folder])
  return { printed, exitCode: process.exitCode }
}

test('an unrecognized file is reported with the closest valid name', async () => {
  const { printed, exitCode } = await run({ 'patients.csv': patients, 'policy.csv': 'policyNumber\n' })
  expect(exitCode).toBe(0)
  expect(printed).toContain('Skipped "policy.csv": not a recognized file name. Did you mean policies.csv?')
})

test('"nothing to do" appears only if no row was rejected', async () => {
  const again = await run({ 'patients.csv': patients })
  expect(again.printed).toContain('Nothing to do: the portal already has every row.')
  const { printed, exitCode } = await run({ 'patients.csv': `${patients}P3,NOBODY,A,B,1980-01-01\n` })
  expect(exitCode).toBe(3)
  expect(printed).toContain('patients.csv: 0 added, 0 changed, 2 unchanged, 1 rejected.')
  expect(printed).not.toContain('Nothing to do')
})
