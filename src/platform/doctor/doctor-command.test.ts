import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { asOrdinaryUser } from '#test-support/as-ordinary-user.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { mailBacklog } from '../mail/outbox.ts'
import { addDoctorCommand } from './doctor-command.ts'
import type { Finding } from './doctor-report.ts'

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
    listBacklogs: () => [mailBacklog],
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
      DATABASE_URL: 'postgres://portal@db/portal',
      PUBLIC_URL: 'https://127.0.0.1:1',
      OIDC_ISSUER: 'https://login.test',
      OIDC_AMR_VALUES: 'mfa',
      DOCUMENT_SCAN_COMMAND: 'scan',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SENSITIVE_URLS: 'off',
      COMPANY_NAME: 'Acme',
      SERVICE_EMAIL: 'help@acme.test',
      SERVICE_PHONE: '1',
      COMPANY_ADDRESS: '1 Acme Way',
      LEGAL_LINKS: 'Privacy https://acme.test/privacy',
      ...changed,
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
    const { printed } = await runDoctor(
      { DATABASE_URL: 'postgres://portal@localhost/portal' },
      '--json',
      ...words,
    )
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

test('warns in production, but not in a trial, that URLs can contain sensitive data', async () => {
  const warned = 'SENSITIVE_URLS is on, so logs of proxies can have numbers of bills'
  expect((await runDoctor(production)).printed).toContain(warned)
  for (const changed of [{ SENSITIVE_URLS: 'off' }, trial])
    expect((await runDoctor({ ...production, ...changed })).printed).not.toContain(warned)
})

test('warns of other settings, too, if one is refused', async () => {
  const { printed } = await runDoctor({ ...production, AUDIT_STREAM_URL: 'syslog+tcp://plain.invalid:1' })
  expect(printed).toMatch(/^failed {3}Settings: .*\n.*AUDIT_STREAM_URL connects/m)
  expect(printed).toMatch(/^warning {2}Settings: .*DOCUMENT_SCAN_COMMAND is not set.*SENSITIVE_URLS is on/m)
})

test('warns in production if no setting demands evidence of a second factor', async () => {
  const warned = 'so no second factor is verified'
  expect((await runDoctor(production)).printed).toContain(warned)
  for (const name of ['OIDC_ACR_VALUES', 'OIDC_AMR_VALUES'])
    expect((await runDoctor({ ...production, [name]: 'mfa' })).printed).not.toContain(warned)
})

test('stops at settings that are invalid, without showing them, and warns of misspelled ones', async () => {
  const misspelled = { DATABASE_URL: 'mysql://portal:hunter2@db/portal', OIDC_ISUER: 'https://login.example' }
  const { printed, exitCode } = await runDoctor(misspelled)
  expect(printed).toMatch(/^failed {3}Settings: DATABASE_URL: Its value is not an address/)
  expect(printed).toMatch(/^warning {2}Settings: OIDC_ISUER is ignored.* Did you mean OIDC_ISSUER\?/m)
  expect(printed).not.toContain('hunter2')
  const lines = printed.match(/^(ok|warning|failed) /gm)?.length
  expect({ lines, exitCode }).toEqual({ lines: 2, exitCode: 1 })
})

test('says who can run the command if this user may not read a file of the settings', async () => {
  const file = join(folder, 'mail-address')
  await writeFile(file, 'smtp://portal:hunter2@mail.test')
  await chmod(file, 0)
  await chmod(folder, 0o755)
  const { printed } = await asOrdinaryUser(() => runDoctor({ SMTP_URL_FILE: file }))
  expect(printed).toMatch(/^failed {3}Settings: SMTP_URL_FILE: this user may not read the file/m)
  expect(printed).toMatch(/^ {9}Correct these settings\..* run it as root: sudo npm run portal -- doctor$/m)
  const other = await runDoctor({ SMTP_URL_FILE: join(folder, 'missing') })
  expect(other.printed).not.toContain('sudo')
})

test('opens no connection that the production rules refuse, and names its variable', async () => {
  const at = 'plain.invalid:1'
  const refused = await runDoctor({
    DATABASE_URL: `postgres://portal:hunter2@${at},${at}/away`,
    SMTP_URL: `smtp://${at}?ignoreTLS=true`,
    AUDIT_STREAM_URL: `syslog+tcp://${at}`,
    OIDC_ISSUER: `http://${at}`,
  })
  const variables = {
    Database: 'DATABASE_URL',
    'Mail server': 'SMTP_URL',
    'Audit stream': 'AUDIT_STREAM_URL',
    'Identity provider': 'OIDC_ISSUER',
  }
  for (const [check, variable] of Object.entries(variables))
    expect(refused.printed).toContain(`${check}: Not checked: ${variable} is refused`)
  const ofDatabase = 'Queue of mail, Database hosts, Standby, Archive of the write-ahead log, SCIM'
  const skipped = [...ofDatabase.split(', '), 'Encrypted texts', 'Documents']
  expect(refused.printed).toMatch(/^failed {3}Database: .*\n {9}.*the other checks of the database depend/m)
  for (const check of skipped)
    expect(refused.printed).toContain(`${check}: Not checked: DATABASE_URL is refused`)
  expect(refused.printed).not.toContain('Replica')
  const replica = {
    DATABASE_URL: 'postgres://portal@localhost/portal',
    DATABASE_REPLICA_URL: `postgres://${at}/`,
  }
  expect((await runDoctor(replica)).printed).toContain(
    'Replica: Not checked: DATABASE_REPLICA_URL is refused',
  )
})

test('checks the database, but not the documents, if the document store is refused', async () => {
  const url = 's3://documents?endpoint=http://store.invalid'
  const { printed } = await runDoctor({ ...production, DOCUMENTS_URL: url })
  expect(printed).toMatch(/^ok {7}Database: /m)
  expect(printed).toMatch(/^failed {3}Documents: Not checked: DOCUMENTS_URL is refused/m)
  for (const name of ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL']) {
    const changed = { DOCUMENTS_URL: 's3://documents', [name]: 'http://store.invalid' }
    expect((await runDoctor({ ...production, ...changed })).printed).toContain(
      `Documents: Not checked: ${name} is refused`,
    )
  }
})

test('checks an embedded database and its documents while certificates are not verified', async () => {
  await mkdir(join(folder, 'postgres'))
  const { printed } = await runDoctor({ NODE_ENV: 'production', NODE_TLS_REJECT_UNAUTHORIZED: '0' })
  expect(printed).toMatch(/^ok {7}Database: The embedded database responds\.$/m)
  expect(printed).toMatch(/^ok {7}Documents: /m)
})

test('opens no connection while certificates are not verified', async () => {
  let connections = 0
  const server = createServer(() => (connections += 1)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const at = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const { printed } = await runDoctor({
    DATABASE_URL: `postgres://portal:hunter2@${at},${at}/away`,
    SMTP_URL: `smtp://${at}`,
    AUDIT_STREAM_URL: `syslog+tcp://${at}`,
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  })
  expect(printed.match(/Not checked: NODE_TLS_REJECT_UNAUTHORIZED is refused/g)).toHaveLength(11)
  expect(connections).toBe(0)
})

test('reports a database that is unreachable or was never created, and creates none', async () => {
  const away = await runDoctor({ DATABASE_URL: 'postgres://portal:hunter2@away/portal', ...trial })
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
