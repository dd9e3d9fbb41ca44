import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config/settings.ts'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { inTransaction } from '#platform/db/database.ts'
import { createChunkIndex } from '#platform/pdf/document-service/chunk-index.ts'
import { openDocumentStorage } from '#platform/pdf/document-service/encryption/encrypted-storage.ts'
import { smallCases } from '#test-support/case-fixture.ts'
import { makePdf } from '#test-support/make-pdf.ts'
import { type AddCommand, runCommand } from '#test-support/run-command.ts'
import { openS3Server } from '#test-support/s3-server.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { addImportCases } from './import-command.ts'
import { listDocumentHashes } from './incident-queries.ts'

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

/** Where documents are stored, in the environment of the command; empty for a folder. */
let storage: Record<string, string> = {}
const addCommands: AddCommand = (program, open) =>
  addImportCases(program, open, () => readConfig({ DATA_DIR: folder, ...storage }))

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

test('an import to a store saves what the first openings of its documents need', async () => {
  const server = await openS3Server()
  onTestFinished(async () => void (await server.close()))
  storage = server.environment
  await mkdir(join(folder, 'files'), { recursive: true })
  await writeFile(join(folder, 'files', '24000000017.pdf'), await makePdf(['1', '2', '3', '4', '5', '6']))
  const { exitCode } = await run(smallCases())
  expect(exitCode).toBe(0)
  const { owner, app } = database.databaseContext
  const [sha256 = ''] = await inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    return listDocumentHashes(db)
  })
  server.requests.length = 0
  const store = openDocumentStorage(folder, server.options, { chunkIndex: createChunkIndex(app) })
  expect((await store.open(sha256)).served?.size).toBeGreaterThan(0)
  expect(server.requests).toEqual([])
})
