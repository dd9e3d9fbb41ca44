import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { testCertificate } from '#test-support/tls-certificates.ts'
import { readConfig } from './settings.ts'
import { findTransportFaults, listProtected } from './transport-rules.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-transport-'))
afterAll(() => rmSync(folder, { recursive: true }))
const authority = join(folder, 'ca.pem')
writeFileSync(authority, testCertificate)
afterEach(() => vi.unstubAllEnvs())

/** The variables that these settings are refused for. */
const refused = (settings: Record<string, string>, environment: Record<string, string> = {}) =>
  findTransportFaults(readConfig(settings), environment).map(([name]) => name)

const tls = { TLS_CERTIFICATE_FILE: '/etc/portal/tls/fullchain.pem', TLS_KEY_FILE: '/etc/portal/tls/key.pem' }

test.each([
  ['HOST', { HOST: '0.0.0.0' }],
  ['HOST', { HOST: '::' }],
  ['HOST', { HOST: '10.0.0.7' }],
  ['HOST', { HOST: 'portal' }],
  ['METRICS_HOST', { METRICS_PORT: '9090', METRICS_HOST: '0.0.0.0' }],
  ['METRICS_HOST', { METRICS_PORT: '9090', METRICS_HOST: '10.0.0.7' }],
  ['DATABASE_REPLICA_URL', { ...near(), DATABASE_REPLICA_URL: 'postgres://portal@10.0.0.8/portal' }],
  ['DOCUMENTS_URL', { DOCUMENTS_URL: 's3://documents?endpoint=http://s3.example.com' }],
  ['GEOCODER_URL', { GEOCODER_URL: 'http://geocoder.example.com' }],
  ['AUDIT_STREAM_URL', { AUDIT_STREAM_URL: 'syslog+tcp://logs.example.com' }],
  ['AUDIT_STREAM_URL', { AUDIT_STREAM_URL: 'syslog+tcp://10.0.0.9:601' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example.com?requireTLS=false' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://mail.example.com?ignoreTLS=true' }],
  ['SMTP_URL', { SMTP_URL: 'smtps://mail.example.com?tls.rejectUnauthorized=false' }],
  ['SMTP_URL', { SMTP_URL: 'smtps://mail.example.com?tls.minVersion=TLSv1' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'http://login.example.com' }],
] as [string, Record<string, string>][])('refuses %s for %j', (name, settings) => {
  expect(refused(settings)).toEqual([name])
})

test.each([
  [{}],
  [{ HOST: '127.0.0.1', METRICS_PORT: '9090' }],
  [{ METRICS_HOST: '0.0.0.0' }],
  [{ HOST: '0.0.0.0', METRICS_PORT: '9090', METRICS_HOST: '0.0.0.0', ...tls }],
  [{ DOCUMENTS_URL: 's3://documents?endpoint=https://s3.example.com' }],
  [{ DOCUMENTS_URL: 's3://documents?endpoint=http://127.0.0.1:9000' }],
  [{ DOCUMENTS_URL: 's3://documents' }],
  [{ GEOCODER_URL: 'https://geocoder.example.com' }],
  [{ GEOCODER_URL: 'http://[::1]:8080' }],
  [{ AUDIT_STREAM_URL: 'syslog+tls://logs.example.com' }],
  [{ AUDIT_STREAM_URL: 'syslog+tcp://127.0.0.1:601' }],
  [{ SMTP_URL: 'smtp://mail.example.com' }],
  [{ SMTP_URL: 'smtps://mail.example.com?tls.minVersion=TLSv1.3' }],
  [{ SMTP_URL: 'smtp://127.0.0.1:25' }],
  [{ OIDC_ISSUER: 'https://login.example.com' }],
  [{ OIDC_ISSUER: 'http://localhost:8080/realms/staff' }],
] as [Record<string, string>][])('accepts %j', (settings) => {
  expect(refused(settings)).toEqual([])
})

test.each([
  'postgres://portal:a@db.example.com/portal',
  'postgres://portal:a@db/portal?sslmode=disable',
  'postgres://portal:a@db.example.com/portal?sslmode=no-verify',
  'postgres://portal:a@db.example.com/portal?ssl=no-verify',
  'postgres://portal:a@db.example.com/portal?ssl=0',
  'postgres://portal:a@db.example.com/portal?uselibpqcompat=true&sslmode=prefer',
  'postgres://portal:a@db.example.com/portal?uselibpqcompat=true&sslmode=require',
  `postgres://portal:a@db.example.com/portal?uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${authority}`,
  'postgres://portal:a@localhost/portal?host=10.0.0.7',
  'postgres://portal:a@127.0.0.1,10.0.0.7/portal',
])('refuses a database without TLS, or without a verified certificate: %s', (DATABASE_URL) => {
  expect(refused({ DATABASE_URL })).toEqual(['DATABASE_URL'])
})

test.each([
  'postgres://portal:a@db.example.com/portal?sslmode=verify-full',
  `postgres://portal:a@db1,db2:5433/portal?sslmode=verify-full&sslrootcert=${authority}`,
  'postgres://portal:a@db.example.com/portal?uselibpqcompat=true&sslmode=verify-full',
  'postgres://portal:a@db.example.com/portal?ssl=true',
  'postgres://portal:a@127.0.0.1:5432/portal',
  'postgres://portal:a@[::1]:5432/portal',
  'postgres://portal:a@localhost/portal?host=/run/postgresql',
])('accepts a database with a verified certificate, or on this machine: %s', (DATABASE_URL) => {
  expect(refused({ DATABASE_URL })).toEqual([])
})

test('the variables of the database driver count, too', () => {
  const DATABASE_URL = 'postgres://portal:a@db.example.com/portal'
  vi.stubEnv('PGSSLMODE', 'no-verify')
  expect(refused({ DATABASE_URL })).toEqual(['DATABASE_URL'])
  vi.stubEnv('PGSSLMODE', 'verify-full')
  expect(refused({ DATABASE_URL })).toEqual([])
})

test('refuses variables of other programs that would turn encryption or the check of certificates off', () => {
  expect(refused({}, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual(['NODE_TLS_REJECT_UNAUTHORIZED'])
  expect(refused({}, { NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toEqual([])
  const store = { AWS_ENDPOINT_URL_S3: 'http://s3.example.com' }
  expect(refused({ DOCUMENTS_URL: 's3://documents' }, store)).toEqual(['AWS_ENDPOINT_URL_S3'])
  expect(refused({ DOCUMENTS_URL: 's3://documents?endpoint=https://s3.test' }, store)).toEqual([])
  expect(refused({}, store)).toEqual([])
})

test.each([
  ['wireguard', '10.0.0.7'],
  ['ipsec', '10.0.0.7'],
  ['service-mesh', '0.0.0.0'],
])(
  'with NETWORK_PROTECTION=%s, private addresses need no TLS, and others still do',
  (NETWORK_PROTECTION, HOST) => {
    const settings = {
      HOST,
      METRICS_PORT: '9090',
      METRICS_HOST: '10.0.0.7',
      NETWORK_PROTECTION,
      DATABASE_URL: 'postgres://portal:a@db,10.0.0.8/portal',
      DOCUMENTS_URL: 's3://documents?endpoint=http://store:8080',
      SMTP_URL: 'smtp://mail.internal?requireTLS=false',
    }
    expect(refused(settings)).toEqual([])
    expect(listProtected(readConfig(settings), {})).toEqual([
      'HOST',
      'METRICS_HOST',
      'DATABASE_URL',
      'SMTP_URL',
      'DOCUMENTS_URL',
    ])
    expect(refused({ ...settings, DATABASE_URL: 'postgres://portal:a@db,203.0.113.7/portal' })).toEqual([
      'DATABASE_URL',
    ])
    const away = { HOST: '203.0.113.7', SMTP_URL: 'smtp://mail.example.com?requireTLS=false' }
    expect(refused({ ...settings, ...away })).toEqual(['HOST', 'SMTP_URL'])
  },
)

test.each(['wireguard', 'ipsec'])(
  'with NETWORK_PROTECTION=%s, the portal may not listen everywhere',
  (protection) => {
    const settings = {
      HOST: '0.0.0.0',
      METRICS_PORT: '9090',
      METRICS_HOST: '::',
      NETWORK_PROTECTION: protection,
    }
    expect(refused(settings)).toEqual(['HOST', 'METRICS_HOST'])
  },
)

test('with NETWORK_PROTECTION=same-machine, only containers need no TLS', () => {
  const protection = { HOST: '0.0.0.0', NETWORK_PROTECTION: 'same-machine' }
  const near = {
    DATABASE_URL: 'postgres://portal:a@db/portal',
    DOCUMENTS_URL: 's3://documents?endpoint=http://store:8080',
  }
  expect(refused({ ...protection, ...near })).toEqual([])
  const away = {
    DATABASE_URL: 'postgres://portal:a@10.0.0.8/portal',
    DOCUMENTS_URL: 's3://documents?endpoint=http://store.internal:9000',
  }
  expect(refused({ ...protection, ...away })).toEqual(['DATABASE_URL', 'DOCUMENTS_URL'])
})

test.each([
  'requireTLS=0',
  'requireTLS=',
  'ignoreTLS=1',
  'requireTLS=true&requireTLS=false',
  'service=gmail',
])('rejects %s of a mail server, which nodemailer would read in its own way', (option) => {
  expect(() => readConfig({ SMTP_URL: `smtp://mail.example.com?${option}` })).toThrow(/SMTP_URL.*requireTLS/)
})

test('no protection of the network replaces https of an identity provider or the check of certificates', () => {
  const settings = { OIDC_ISSUER: 'http://10.0.0.9', NETWORK_PROTECTION: 'wireguard' }
  expect(refused(settings, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([
    'OIDC_ISSUER',
    'NODE_TLS_REJECT_UNAUTHORIZED',
  ])
  expect(() => readConfig({ NETWORK_PROTECTION: 'on' })).toThrow(
    'NETWORK_PROTECTION: "on" is neither wireguard, ipsec, service-mesh nor same-machine. For example: NETWORK_PROTECTION=wireguard',
  )
})

test('every fault names its variable and an example', () => {
  const settings = {
    HOST: '0.0.0.0',
    METRICS_PORT: '9090',
    METRICS_HOST: '0.0.0.0',
    OIDC_ISSUER: 'http://a.test',
    DATABASE_URL: 'postgres://a@db/portal',
    DATABASE_REPLICA_URL: 'postgres://a@db/portal',
    DOCUMENTS_URL: 's3://documents?endpoint=http://s3',
    GEOCODER_URL: 'http://geocoder',
    AUDIT_STREAM_URL: 'syslog+tcp://logs',
    SMTP_URL: 'smtp://mail?requireTLS=false',
  }
  const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector' }
  const faults = findTransportFaults(readConfig(settings), environment)
  expect(faults).toHaveLength(11)
  for (const [name, fault] of faults) {
    expect(fault.startsWith(`${name} `)).toBe(true)
    expect(fault).toMatch(/For example: [A-Z_]+=\S+/)
  }
})

function near() {
  return { DATABASE_URL: 'postgres://portal:a@127.0.0.1/portal' }
}
