import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { formerNames, InvalidSettingsError, readConfig, readServerConfig, settings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))
const writeSecret = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const faultsOf = (environment: Record<string, string>, read = readConfig) => {
  try {
    read(environment)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSettingsError)
    return (error as Error).message
  }
}

const isNoHost = 'is neither an address nor the name of a host'
const isNoRange = 'is neither an address nor a CIDR range'
test.each([
  ['PORT', 'abc', 'PORT: "abc" is not a whole number. For example: PORT=8080'],
  ['PORT', '70000', 'PORT: "70000" is above 65535. For example: PORT=8080'],
  ['PORT', '0x50', 'PORT: "0x50" is not a whole number'],
  ['PORT', ' ', 'PORT: " " is not a whole number'],
  ['HOST', 'not a host', `HOST: "not a host" ${isNoHost}`],
  ['HOST', '300.1.1.1', `HOST: "300.1.1.1" ${isNoHost}. For example: HOST=0.0`],
  ['HOST', '1', 'HOST: "1" is neither'],
  ['COMPANY_NAME', '  ', 'COMPANY_NAME: "  " is blank. For example: COMPANY_NAME='],
  ['DATABASE_POOL_SIZE', '4', 'DATABASE_POOL_SIZE: "4" is below 5. For example: DATABASE_POOL_SIZE=20'],
  ['DATABASE_POOL_SIZE', '81', 'DATABASE_POOL_SIZE: "81" is above 80, the limit of the embedded'],
  ['DATABASE_POOL_SIZE', '9'.repeat(30), 'is above 1000. For example: DATABASE_POOL_SIZE=20'],
  ['RATE_LIMIT_PER_MINUTE', '9'.repeat(30), 'is above 1000000000. For example: RATE_LIMIT_PER_MINUTE=600'],
  ['TRUSTED_PROXIES', '1', `TRUSTED_PROXIES: "1" ${isNoRange}. For example: TRUSTED_`],
  ['TRUSTED_PROXIES', '1/8', `TRUSTED_PROXIES: "1/8" ${isNoRange}`],
  ['TRUSTED_PROXIES', '10.0.0.0/33', `TRUSTED_PROXIES: "10.0.0.0/33" ${isNoRange}`],
  ['TRUSTED_PROXIES', '10.1', `TRUSTED_PROXIES: "10.1" ${isNoRange}`],
  ['TRUSTED_PROXIES', '0.0.0.0/0', 'matches every address'],
  ['TRUSTED_PROXIES', '::/0', 'matches every address'],
  [
    'SOCIAL_LINKS',
    'Us https://a.example, You',
    'SOCIAL_LINKS: "You" is not a label followed by an address. For example',
  ],
  ['VIDEO_HOSTS', 'https://video.example.com', '"https://video.example.com" is not the name of a host'],
  ['VIDEO_HOSTS', 'x;script-src', '"x;script-src" is not the name of a host'],
  ['DEMO_DATA', 'yes', 'DEMO_DATA: "yes" is neither on nor off. For example: DEMO_DATA=off'],
  ['DEMO_DATE', '2026-02-30', 'DEMO_DATE: "2026-02-30" is not a date. For example: DEMO_DATE=2026-06-30'],
  ['PORTAL_TIME_ZONE', 'Mars/Base', 'PORTAL_TIME_ZONE: "Mars/Base" is not a time zone'],
  [
    'RESTRICTED_SEARCH_IPS',
    '10.0.0.1, nowhere',
    `RESTRICTED_SEARCH_IPS: "nowhere" ${isNoRange}. For example:`,
  ],
  [
    'DOCUMENT_MEGABYTES',
    '401',
    'DOCUMENT_MEGABYTES: "401" is above 400. For example: DOCUMENT_MEGABYTES=100',
  ],
  ['SERVICE_EMAIL', 'nobody', 'SERVICE_EMAIL: "nobody" is not an email address'],
])('rejects %s=%s with the error and an example', (name, value, sentence) => {
  expect(faultsOf({ [name]: value })).toContain(sentence)
})

test('reports every wrong setting at once', () => {
  expect(faultsOf({ PORT: 'x', METRICS_PORT: 'y' }).split('\n')).toHaveLength(2)
})

test('rejects a wrong database address without showing its password', () => {
  const fault = faultsOf({ DATABASE_URL: 'mysql://portal:hunter2@db/portal' })
  expect(fault).toContain('DATABASE_URL')
  expect(fault).not.toContain('hunter2')
})

test('allows a larger connection pool with an external database', () => {
  const config = readConfig({ DATABASE_POOL_SIZE: '200', DATABASE_URL: 'postgres://portal@db/portal' })
  expect(config.DATABASE_POOL_SIZE).toBe(200)
})

test.each(['::1', '10.0.0.0/8', '2001:db8::/32', '::ffff:10.0.0.1'])(
  'accepts %s as a trusted proxy',
  (proxy) => {
    expect(readConfig({ TRUSTED_PROXIES: proxy }).TRUSTED_PROXIES).toEqual([proxy])
  },
)

test('treats an empty variable as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ PORT: 3000 })
})

test.each([
  ['an unencrypted address', 'http://backoffice.example.com/x'],
  ['an address with a password', 'https://portal:hunter2@backoffice.example.com/'],
  ['no web address', 'receiver.example.org'],
])('rejects %s for notifications without showing it', (_what, url) => {
  const fault = faultsOf({ BACKOFFICE_WEBHOOK_URL: url })
  expect(fault).toContain('BACKOFFICE_WEBHOOK_URL: Its value')
  expect(fault).not.toContain(url)
})

test.each(['secret', 'whsec_c2hvcnQ=', `whsec_${'A'.repeat(88)}`, 'a,b,c', 'whsec_!!'])(
  'rejects the webhook secret %s without showing it',
  (secret) => {
    const fault = faultsOf({ BACKOFFICE_WEBHOOK_SECRET: secret })
    expect(fault).toContain('BACKOFFICE_WEBHOOK_SECRET: Its value does not consist of one or two secrets')
    expect(fault).not.toContain(`"${secret}"`)
  },
)

test('accepts unencrypted notifications on this machine, and two secrets, but no address without a secret', () => {
  const url = 'http://127.0.0.1:9000/decisions'
  const secrets = [Buffer.alloc(24, 1), Buffer.alloc(64, 2)]
  const given = secrets.map((secret) => `whsec_${secret.toString('base64')}`).join(', ')
  const config = readConfig({ BACKOFFICE_WEBHOOK_URL: url, BACKOFFICE_WEBHOOK_SECRET: given })
  expect(config).toMatchObject({ BACKOFFICE_WEBHOOK_URL: url, BACKOFFICE_WEBHOOK_SECRET: secrets })
  expect(() => readConfig({ BACKOFFICE_WEBHOOK_URL: url })).toThrow('without BACKOFFICE_WEBHOOK_SECRET')
})

test('every example is a valid value for its setting', () => {
  const examples = Object.entries(settings).map(([name, { example }]) => [name, example])
  expect(faultsOf(Object.fromEntries(examples))).toBe('')
})

test('accepts address lists with commas and spaces', () => {
  const { RESTRICTED_SEARCH_IPS } = readConfig({ RESTRICTED_SEARCH_IPS: '203.0.113.7, 198.51.100.0/24 ::1' })
  expect(RESTRICTED_SEARCH_IPS).toEqual(['203.0.113.7', '198.51.100.0/24', '::1'])
})

test('a setting is also read from its former name, unless its current name is set', () => {
  expect(readConfig({ SEARCHES_AT_ONCE: '3' }).SEARCH_CONCURRENCY).toBe(3)
  expect(readConfig({ SEARCHES_AT_ONCE: '3', SEARCH_CONCURRENCY: '7' }).SEARCH_CONCURRENCY).toBe(7)
  expect(faultsOf({ SEARCHES_AT_ONCE: 'many' })).toContain('SEARCHES_AT_ONCE: "many" is not a whole number')
})

const endpoint = 'http://127.0.0.1:9000'
test.each([
  ['s3://documents', { bucket: 'documents', prefix: '' }],
  ['s3://documents/portal/a/', { bucket: 'documents', prefix: 'portal/a' }],
  [`s3://documents?endpoint=${endpoint}/`, { bucket: 'documents', prefix: '', endpoint }],
])('reads the document store %s', (DOCUMENTS_URL, expected) => {
  expect(readConfig({ DOCUMENTS_URL }).DOCUMENTS_URL).toEqual(expected)
})

test.each([
  'https://s3.example.com/documents',
  's3://',
  's3://Documents',
  's3://portal:secret@documents',
  's3://documents?endpoint=s3.example.com',
  's3://documents?endpoint=https://portal:secret@s3.example.com',
  's3://documents/%zz',
  's3://documents?region=us-east-1',
])('rejects the document store %s without showing it', (DOCUMENTS_URL) => {
  expect(faultsOf({ DOCUMENTS_URL })).toMatch(
    /^DOCUMENTS_URL: Its value is not an address that begins with s3:.* For example: DOCUMENTS_URL=s3:/,
  )
})

test('rejects an access key without its secret and an unknown encryption', () => {
  expect(faultsOf({ AWS_ACCESS_KEY_ID: 'portal' })).toBe(
    'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together, or neither of them.',
  )
  expect(faultsOf({ DOCUMENTS_ENCRYPTION: 'AES256 key' })).toContain('is neither AES256 nor aws:kms')
  expect(readConfig({ DOCUMENTS_ENCRYPTION: 'aws:kms key-1' }).DOCUMENTS_ENCRYPTION).toEqual({
    algorithm: 'aws:kms',
    key: 'key-1',
  })
})

test('every former name belongs to a setting', () => {
  expect(Object.keys(formerNames).filter((name) => !(name in settings))).toEqual([])
})

const secretNames = `
  DATABASE_URL DATABASE_REPLICA_URL OIDC_CLIENT_SECRET OIDC_PROVIDERS SMTP_URL GEOCODER_URL
  BACKOFFICE_WEBHOOK_URL BACKOFFICE_WEBHOOK_SECRET AUDIT_STREAM_URL AUDIT_STREAM_SECRET
  AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN`
  .trim()
  .split(/\s+/)

test('the settings that may contain a password are marked as secret', () => {
  const marked = Object.entries(settings).filter(([, setting]) => setting.isSecret)
  expect(marked.map(([name]) => name).sort()).toEqual(secretNames.toSorted())
})

test('reads every secret from the file that its _FILE variable names, without the line break at its end', () => {
  const examples = secretNames.map((name) => [name, settings[name as keyof typeof settings].example ?? ''])
  const files = examples.map(([name, example]) => [`${name}_FILE`, writeSecret(`${name}`, `${example}\r\n`)])
  const read = (all: string[][]) => readConfig({ OIDC_ISSUER: 'https://a.test', ...Object.fromEntries(all) })
  expect(read(files)).toEqual(read(examples))
})

test('follows links to the file of a secret', () => {
  symlinkSync(writeSecret('target', ' a secret \n'), join(folder, 'link'))
  const { OIDC_CLIENT_SECRET } = readConfig({ OIDC_CLIENT_SECRET_FILE: join(folder, 'link') })
  expect(OIDC_CLIENT_SECRET).toBe('a secret')
})

test('rejects a secret that is set twice, and one in an unusable file, without showing any of it', () => {
  mkdirSync(join(folder, 'folder'))
  const faults = faultsOf({
    DATABASE_URL: 'postgres://portal:hunter2@db/portal',
    DATABASE_URL_FILE: writeSecret('database', 'postgres://portal:hunter2@db/portal'),
    OIDC_CLIENT_SECRET_FILE: join(folder, 'missing'),
    SMTP_URL_FILE: writeSecret('mail', 'http://portal:hunter2@mail/'),
    GEOCODER_URL_FILE: writeSecret('empty', '\n'),
    BACKOFFICE_WEBHOOK_URL_FILE: join(folder, 'folder'),
    BACKOFFICE_WEBHOOK_SECRET_FILE: writeSecret('long', 'x'.repeat(65_537)),
  })
  expect(faults.split('\n')).toEqual([
    'DATABASE_URL and DATABASE_URL_FILE are both set. Remove one of them.',
    expect.stringMatching(/^OIDC_CLIENT_SECRET_FILE: the file ".*missing" cannot be used \(ENOENT\)/),
    expect.stringMatching(/^SMTP_URL: Its value is not an address that begins with smtp:/),
    expect.stringMatching(/^BACKOFFICE_WEBHOOK_URL_FILE: .*folder" cannot be used \(it is not a file\)/),
    expect.stringMatching(/^BACKOFFICE_WEBHOOK_SECRET_FILE: .*\(it is longer than 65,536 bytes\)/),
    expect.stringMatching(/^GEOCODER_URL_FILE: .*empty" cannot be used \(it is empty\)/),
  ])
  expect(faults).not.toContain('hunter2')
})

test('tells everything that is wrong with the settings of a server at once', () => {
  const faults = faultsOf(
    {
      HOST: '0.0.0.0',
      PORT: 'x',
      SMTP_URL: 'mail',
      MAP_TILES: join(folder, 'no-tiles'),
      BACKOFFICE_WEBHOOK_URL: 'https://backoffice.example.com/',
    },
    readServerConfig,
  )
  expect(faults.match(/^ *[A-Z_]{3,}(?=[: ])/gm)?.join()).toBe(
    'PORT,SMTP_URL,BACKOFFICE_WEBHOOK_URL,  OIDC_ISSUER,  PUBLIC_URL,  HOST,MAP_TILES',
  )
})

test('an invalid address of the database still counts as one that is set', () => {
  const faults = faultsOf({ DATABASE_URL: 'db', DATABASE_POOL_SIZE: '200' }, readServerConfig)
  expect(faults).toContain('The production rules apply because DATABASE_URL is set.')
  expect(faults).not.toContain('DATABASE_POOL_SIZE')
})
