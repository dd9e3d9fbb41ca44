import { expect, test } from 'vitest'
import { isLoopback, isProduction, productionError, startWarnings } from './production-rules.ts'
import { InvalidSettingsError, readConfig, rejectUnsafeSettings } from './settings.ts'

const complete = {
  PUBLIC_URL: 'https://portal.example.com',
  OIDC_ISSUER: 'https://login.example.com',
  SMTP_URL: 'smtp://mail.example.com:587?requireTLS=true',
}
const faultOf = (environment: Record<string, string>) => productionError(readConfig(environment)) ?? ''

test.each([
  ['NODE_ENV is production', { NODE_ENV: 'production' }],
  ['DATABASE_URL is set', { DATABASE_URL: 'postgres://portal@127.0.0.1/portal' }],
  ['HOST is 0.0.0.0', { HOST: '0.0.0.0' }],
  ['HOST is ::', { HOST: '::' }],
  ['HOST is 192.168.1.7', { HOST: '192.168.1.7' }],
  ['HOST is portal', { HOST: 'portal' }],
  ['HOST is localhost.example.com', { HOST: 'localhost.example.com' }],
  ['PUBLIC_URL is http://portal.example.com', { PUBLIC_URL: 'http://portal.example.com' }],
  ['PUBLIC_URL is http://127.0.0.1.example.com', { PUBLIC_URL: 'http://127.0.0.1.example.com' }],
  ['PUBLIC_URL is http://localhost@example.com', { PUBLIC_URL: 'http://localhost@example.com' }],
] as [string, Record<string, string>][])('applies the rules because %s', (reason, environment) => {
  expect(isProduction(readConfig(environment))).toBe(true)
  expect(faultOf(environment)).toContain(`The production rules apply because ${reason}. `)
  expect(() => rejectUnsafeSettings(readConfig(environment))).toThrow(InvalidSettingsError)
})

test.each([
  [{}],
  [{ NODE_ENV: 'test' }],
  [{ NODE_ENV: 'development', HOST: 'localhost' }],
  [{ HOST: '127.8.9.10' }],
  [{ HOST: '::1' }],
  [{ HOST: '::ffff:127.0.0.1' }],
  [{ PUBLIC_URL: 'http://localhost:3000' }],
  [{ PUBLIC_URL: 'https://[::1]:3000/' }],
] as [Record<string, string>][])('does not apply the rules to %j', (environment) => {
  const config = readConfig(environment)
  expect(isProduction(config)).toBe(false)
  expect(() => rejectUnsafeSettings(config)).not.toThrow()
})

test('names every reason and every missing setting at once', () => {
  const fault = faultOf({ NODE_ENV: 'production', HOST: '0.0.0.0', DEMO_DATA: 'on' })
  expect(fault).toContain('because NODE_ENV is production and HOST is 0.0.0.0.')
  expect(fault.match(/^ {2}\w+/gm)).toEqual(['  OIDC_ISSUER', '  PUBLIC_URL', '  SMTP_URL', '  DEMO_DATA'])
  expect(fault).toContain('ALLOW_INSECURE_TRIAL=on')
})

test.each([
  ['OIDC_ISSUER', { OIDC_ISSUER: '' }],
  ['PUBLIC_URL', { PUBLIC_URL: '' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://portal.example.com' }],
  ['SMTP_URL', { SMTP_URL: '' }],
  ['DEMO_DATA', { DEMO_DATA: 'on' }],
] as [string, Record<string, string>][])('asks for %s when the settings are %j', (name, changed) => {
  const fault = faultOf({ NODE_ENV: 'production', ...complete, ...changed })
  expect(fault.match(/^ {2}\w+/gm)).toEqual([`  ${name}`])
})

test('accepts complete settings for a server that listens on every address', () => {
  expect(faultOf({ NODE_ENV: 'production', HOST: '0.0.0.0', ...complete })).toBe('')
})

test('hides the database password', () => {
  expect(faultOf({ DATABASE_URL: 'postgres://portal:hunter2@db/portal' })).not.toContain('hunter2')
})

test('the trial switch lifts the rules and warns loudly', () => {
  const config = readConfig({ NODE_ENV: 'production', HOST: '0.0.0.0', ALLOW_INSECURE_TRIAL: 'on' })
  expect(isProduction(config)).toBe(false)
  expect(productionError(config)).toBeUndefined()
  expect(startWarnings(config)).toEqual([
    expect.stringMatching(/^WARNING: ALLOW_INSECURE_TRIAL is on.*HOST is 0\.0\.0\.0.*public passwords/),
  ])
})

test('gives no warning when the trial switch has no rules to lift', () => {
  expect(startWarnings(readConfig({ ALLOW_INSECURE_TRIAL: 'on' }))).toEqual([])
})

test.each([
  ['postgres://portal:a@db.example.com/portal', true],
  ['postgres://portal:a@db.example.com:5432/portal?sslmode=disable', true],
  ['postgres://portal:a@db.example.com/portal?sslmode=prefer', true],
  ['postgres://portal:a@db.example.com/portal?sslmode=no-verify', true],
  ['postgres://portal:a@localhost/portal?host=10.0.0.7', true],
  ['postgres://portal:a@db.example.com/portal?sslmode=verify-full', false],
  ['postgres://portal:a@db.example.com/portal?ssl=true', false],
  ['postgres://portal:a@127.0.0.1:5432/portal', false],
  ['postgres://portal:a@[::1]:5432/portal', false],
  ['postgres://portal:a@localhost/portal?host=/run/postgresql', false],
])('warns about a database without TLS: %s %s', (DATABASE_URL, isWarned) => {
  const warnings = startWarnings(readConfig({ ...complete, DATABASE_URL }))
  expect(warnings.some((warning) => warning.includes('DATABASE_URL'))).toBe(isWarned)
  const near = { ...complete, DATABASE_URL: 'postgres://portal:a@127.0.0.1/portal' }
  const ofReplica = startWarnings(readConfig({ ...near, DATABASE_REPLICA_URL: DATABASE_URL }))
  expect(ofReplica.some((warning) => warning.includes('DATABASE_REPLICA_URL'))).toBe(isWarned)
})

test.each([
  ['http://geocoder.example.com', true],
  ['https://geocoder.example.com', false],
  ['http://127.0.0.1:8080', false],
])('warns about a geocoder without TLS: %s %s', (GEOCODER_URL, isWarned) => {
  const warnings = startWarnings(readConfig({ ...complete, GEOCODER_URL }))
  expect(warnings.some((warning) => warning.includes('GEOCODER_URL'))).toBe(isWarned)
})

test.each([
  ['http://s3.example.com', true],
  ['https://s3.example.com', false],
  ['http://127.0.0.1:9000', false],
])('warns about a document store without TLS: %s %s', (endpoint, isWarned) => {
  const warnings = startWarnings(
    readConfig({ ...complete, DOCUMENTS_URL: `s3://documents?endpoint=${endpoint}` }),
  )
  expect(warnings.some((warning) => warning.includes('DOCUMENTS_URL'))).toBe(isWarned)
})

test('keeps restricted searches closed in production until their addresses are set', () => {
  expect(readConfig(complete).RESTRICTED_SEARCH_IPS).toEqual([])
  const own = { ...complete, RESTRICTED_SEARCH_IPS: '127.0.0.1' }
  expect(readConfig(own).RESTRICTED_SEARCH_IPS).toEqual(['127.0.0.1'])
})

test.each(['', 'localhost.', '0.0.0.0', '128.0.0.1', '[::]'])('%j is not a loopback host', (host) => {
  expect(isLoopback(host)).toBe(false)
})
