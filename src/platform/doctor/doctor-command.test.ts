import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { writeManifest } from '../backup/backup-folder.ts'
import { timeAgo } from '../contract/clock.ts'
import { execute, sql } from '../db/database.ts'
import { documentPath } from '../pdf/document-store/document-storage.ts'
import { addDocumentKey, openDocumentKeys } from '../pdf/document-store/encryption/document-keys.ts'
import { openDocumentStorage } from '../pdf/document-store/encryption/encrypted-storage.ts'
import { addDoctorCommand } from './doctor-command.ts'
import type { Finding } from './doctor-report.ts'
import { checkBackups, checkDocuments, checkVersions, judgeSpace } from './machine-checks.ts'

const database = setUpDatabase()
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-doctor-'))
})
afterEach(async () => {
  process.exitCode = undefined
  await rm(folder, { recursive: true })
})

async function runDoctor(environment: Record<string, string>, ...words: string[]) {
  let printed = ''
  const program = new Command('portal')
    .exitOverride()
    .configureOutput({ writeOut: (text) => (printed += text) })
  addDoctorCommand(program, {
    environment: { DATA_DIR: folder, PORT: '2', ...environment },
    openAsIs: async () => {
      if (environment.DATABASE_URL?.includes('away'))
        throw Object.assign(new Error('hunter2'), { code: '08006' })
      return { ...database.databaseContext, close: async () => {} }
    },
    namedDocuments: async () => [],
    listBacklogs: () => [],
    checkIdentityProvider: async () => {
      throw Object.assign(new Error('hunter2'), { code: 'ECODE' })
    },
    checkScim: async () => ({ status: 'ok', found: 'No identity provider uses SCIM.' }),
  })
  await program.parseAsync(['doctor', ...words], { from: 'user' })
  return { printed, exitCode: process.exitCode }
}

test('prints each finding with advice, and exits with 1 only if a check failed', async () => {
  const { printed, exitCode } = await runDoctor({
    DATABASE_URL: 'postgres://portal:hunter2@db/portal',
    ...trial,
  })
  expect(printed).toMatch(/^ok {7}Database: The external database responds\.$/m)
  expect(printed).toMatch(/^ok {7}Versions: Portal \d.*, Node\.js \d.*, PostgreSQL \d+\.\d+\.$/m)
  expect(printed).toMatch(
    /^failed {3}Identity provider: The check could not be completed \(ECODE\)\.\n {9}Run/m,
  )
  expect(printed).toMatch(/^\d+ checks: \d+ ok, 2 warnings, 1 failed\.$/m)
  expect(printed).not.toContain('hunter2')
  expect(exitCode).toBe(1)
})

const trial = { ALLOW_INSECURE_TRIAL: 'on' }

test('fails for an unencrypted connection, and names those that the network protects', async () => {
  const findSettings = async (changed: Record<string, string>) => {
    const environment = {
      ...{ DATABASE_URL: 'postgres://portal@db/portal', PUBLIC_URL: 'https://127.0.0.1:1' },
      ...{ OIDC_ISSUER: 'https://login.test', OIDC_AMR_VALUES: 'mfa', DOCUMENT_SCAN_COMMAND: 'scan' },
      ...{ SMTP_URL: 'smtp://127.0.0.1:1', SENSITIVE_URLS: 'off', ...changed },
    }
    const { printed } = await runDoctor(environment, '--json')
    return (JSON.parse(printed) as { findings: Finding[] }).findings.find(({ check }) => check === 'Settings')
  }
  const refused = await findSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' })
  expect(refused).toMatchObject({ status: 'failed', found: expect.stringContaining('  DATABASE_URL conn') })
  expect(refused?.found).toContain('  OTEL_EXPORTER_OTLP_ENDPOINT connects')
  expect(await findSettings({ NETWORK_PROTECTION: 'service-mesh' })).toMatchObject({
    status: 'ok',
    found: expect.stringMatching(
      /^All settings are valid\. .*NETWORK_PROTECTION is service-mesh.*DATABASE_URL/,
    ),
  })
})

test('prints JSON, and the age of backups only if their folder is given', async () => {
  const read = async (...words: string[]) => {
    const { printed } = await runDoctor({ DATABASE_URL: 'postgres://portal@db/portal' }, '--json', ...words)
    const { findings } = JSON.parse(printed) as { findings: Finding[] }
    return findings.map(({ check, status }) => `${check}: ${status}`)
  }
  const findings = await read()
  expect(findings).toContain('Settings: failed')
  expect(findings).toContain('Documents: ok')
  expect(findings.join()).not.toContain('Backups')
  expect(await read('--backups', folder)).toContain('Backups: failed')
})

const production = {
  DATABASE_URL: 'postgres://portal@127.0.0.1/portal',
  PUBLIC_URL: 'https://127.0.0.1:1',
  OIDC_ISSUER: 'https://127.0.0.1:1',
  SMTP_URL: 'smtp://127.0.0.1:1',
}

test('warns in production, but not of a trial, that URLs can have sensitive data', async () => {
  const warned = 'SENSITIVE_URLS is on, so logs of proxies can have numbers of bills'
  expect((await runDoctor(production)).printed).toContain(warned)
  for (const changed of [{ SENSITIVE_URLS: 'off' }, trial])
    expect((await runDoctor({ ...production, ...changed })).printed).not.toContain(warned)
})

test('warns in production if no setting demands evidence of a second factor', async () => {
  const warned = 'the portal does not verify that staff signed in with a second factor'
  expect((await runDoctor(production)).printed).toContain(warned)
  for (const name of ['OIDC_ACR_VALUES', 'OIDC_AMR_VALUES'])
    expect((await runDoctor({ ...production, [name]: 'mfa' })).printed).not.toContain(warned)
})

test('stops at settings that are invalid, without showing them', async () => {
  const { printed, exitCode } = await runDoctor({ DATABASE_URL: 'mysql://portal:hunter2@db/portal' })
  expect(printed).toMatch(/^failed {3}Settings: DATABASE_URL: Its value is not an address/)
  expect(printed).not.toContain('hunter2')
  expect({ lines: printed.match(/^(ok|warning|failed) /gm)?.length, exitCode }).toEqual({
    lines: 1,
    exitCode: 1,
  })
})

test('reports a database that is unreachable or was never created, and creates none', async () => {
  const away = await runDoctor({ DATABASE_URL: 'postgres://portal:hunter2@away/portal' })
  expect(away.printed).toMatch(/^failed {3}Database: The connection to the database was lost\./m)
  expect(away.printed).not.toContain('hunter2')
  const none = await runDoctor({})
  expect(none.printed).toMatch(/^failed {3}Database: .* has no database\. Set DATA_DIR or DATABASE_URL/m)
})

test('checks several database hosts, also if none can be used, and no standby of an embedded database', async () => {
  const hosts = 'postgres://portal:hunter2@127.0.0.1:1,127.0.0.1:2'
  const away = await runDoctor({ DATABASE_URL: `${hosts}/away`, ...trial })
  expect(away.printed).toMatch(
    /^failed {3}Database hosts: 127\.0\.0\.1:1 does not respond \(ECONNREFUSED\); 127\.0\.0\.1:2 /m,
  )
  const found = await runDoctor({ DATABASE_URL: `${hosts}/portal`, ...trial })
  expect(found.printed).toMatch(/^failed {3}Standby: No standby is attached/m)
  expect(away.printed + found.printed).not.toContain('hunter2')
  await mkdir(join(folder, 'postgres'))
  const { printed } = await runDoctor({})
  expect(printed).toMatch(/^ok {7}Database: The embedded database responds\.$/m)
  expect(printed).not.toMatch(/Standby|Database hosts|write-ahead/)
})

test('reports a Node.js that is too old', () => {
  expect(checkVersions('1.0.0', '18.1', '22.4.0').status).toBe('failed')
})

test('reports documents that are missing and, if asked, those that are damaged', async () => {
  const store = openDocumentStorage(folder)
  const [whole, damaged] = [await store.put(Buffer.from('whole')), await store.put(Buffer.from('damaged'))]
  await writeFile(join(folder, documentPath(damaged)), 'changed')
  const missing = 'f'.repeat(64)
  const check = (names: string[], isComplete: boolean) =>
    checkDocuments(database.databaseContext, {
      storage: openDocumentStorage(folder),
      namedDocuments: async () => names,
      isComplete,
    })
  expect(await check([whole, damaged], false)).toMatchObject({ status: 'ok' })
  expect(await check([whole], true)).toMatchObject({ status: 'ok' })
  expect(await check([whole, missing], false)).toMatchObject({
    ...{ status: 'failed', found: `Missing or damaged (1 of 2 documents): ${missing}.` },
  })
  expect((await check([whole, damaged, missing], true)).found).toContain(`${missing} and ${damaged}`)
  expect((await check([whole, missing], false)).advice).toContain('documents accept-missing 1')
  const { owner } = database.databaseContext
  await execute(owner, sql`insert into missing_document (sha256, accepted_at) values (${missing}, now())`)
  expect(await check([whole, missing], true)).toMatchObject({
    status: 'ok',
    found: expect.stringMatching(/^All 1 document .* Accepted as lost: 1 document\.$/),
  })
})

test('reports documents without the current key, and a key that is missing', async () => {
  const path = join(folder, 'document-keys')
  const clear = await openDocumentStorage(folder).put(Buffer.from('clear'))
  await addDocumentKey(path)
  const open = () => openDocumentStorage(folder, undefined, { keys: openDocumentKeys(path) })
  const encrypted = await open().put(Buffer.from('encrypted'))
  const check = (storage: ReturnType<typeof open>) => {
    const namedDocuments = async () => [clear, encrypted]
    return checkDocuments(database.databaseContext, { storage, namedDocuments, isComplete: true })
  }
  expect(await check(open())).toMatchObject({
    ...{ status: 'warning', found: '1 of 2 documents are not yet encrypted with the current key.' },
  })
  await open().reencrypt(clear)
  expect(await check(open())).toMatchObject({ status: 'ok' })
  expect(await check(openDocumentStorage(folder))).toMatchObject({
    ...{
      status: 'failed',
      found: expect.stringMatching(/^The key \w{16} is missing, which encrypts 2 of 2/),
    },
  })
})

test('reports a folder of documents that is not writable', async () => {
  await writeFile(join(folder, 'documents'), 'a file')
  const source = { storage: openDocumentStorage(folder), namedDocuments: async () => [], isComplete: false }
  expect((await checkDocuments(database.databaseContext, source)).found).toContain('is not writable (E')
})

test.each([
  [50e9, 100e9, 'ok'],
  [6e9, 1000e9, 'ok'],
  [3e9, 100e9, 'warning'],
  [0.4e9, 100e9, 'failed'],
  [0.4e9, 4e9, 'ok'],
])('judges %d free bytes of %d as %s', (free, total, status) => {
  expect(judgeSpace(free, total).status).toBe(status)
})

test('reports backups that are missing, unreadable, old or unfinished', async () => {
  expect(await checkBackups(join(folder, 'none'), 26)).toMatchObject({ status: 'failed' })
  expect(await checkBackups(folder, 26)).toMatchObject({ found: `${folder} has no complete backup.` })
  await addBackup('old', 30)
  expect(await checkBackups(folder, 26)).toMatchObject({
    status: 'failed',
    found: `${folder}/old is 30 hours old.`,
  })
  expect(await checkBackups(folder, 31)).toMatchObject({ status: 'ok' })
  await addBackup('new', 2)
  expect(await checkBackups(folder, 26)).toMatchObject({
    status: 'ok',
    found: `${folder}/new is 2 hours old.`,
  })
  await mkdir(join(folder, 'later.unfinished'))
  expect(await checkBackups(folder, 26)).toMatchObject({ status: 'warning' })
  await writeFile(join(folder, 'new', 'manifest.json'), '{}')
  expect(await checkBackups(folder, 26)).toMatchObject({ status: 'failed' })
})

async function addBackup(name: string, hours: number) {
  const empty = { format: 1, server: '18', migrations: ['0001'], tables: [], sequences: [] }
  const madeAt = timeAgo(hours * 3_600_000 + 60_000).toISOString()
  const documents = { count: 0, sha256: '0'.repeat(64), missing: [] }
  await mkdir(join(folder, name))
  await writeManifest(join(folder, name), { ...empty, madeAt, documents })
}
