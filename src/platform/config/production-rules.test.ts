import { expect, test } from 'vitest'
import {
  isProduction,
  productionError,
  protectionNotice,
  refusesPlain,
  transportError,
} from './production-rules.ts'
import { InvalidSettingsError, readConfig, rejectUnencrypted, rejectUnsafeSettings } from './settings.ts'
import { startWarnings } from './start-warnings.ts'

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
  expect(fault.match(/^ {2}[A-Z_]{3,}/gm)).toEqual([
    '  OIDC_ISSUER',
    '  PUBLIC_URL',
    '  SMTP_URL',
    '  DEMO_DATA',
    '  HOST',
  ])
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

test('accepts complete settings for a server that listens on every address with TLS', () => {
  const tls = {
    TLS_CERTIFICATE_FILE: '/etc/portal/tls/fullchain.pem',
    TLS_KEY_FILE: '/etc/portal/tls/key.pem',
  }
  expect(faultOf({ NODE_ENV: 'production', HOST: '0.0.0.0', ...complete, ...tls })).toBe('')
})

test('says once how unencrypted connections can be protected otherwise', () => {
  const plain = { HOST: '0.0.0.0', GEOCODER_URL: 'http://geocoder.example.com' }
  const fault = faultOf({ ...complete, ...plain })
  expect(fault.match(/^ {2}[A-Z_]{3,}/gm)).toEqual(['  HOST', '  GEOCODER_URL'])
  expect(fault.match(/NETWORK_PROTECTION=wireguard/g)).toHaveLength(1)
  expect(faultOf({ ...complete, ...plain, NETWORK_PROTECTION: 'ipsec' })).toContain(
    'NETWORK_PROTECTION=ipsec covers only private addresses',
  )
})

test('the trial switch lifts the rules for unencrypted connections, too', () => {
  const plain = { HOST: '0.0.0.0', DATABASE_URL: 'postgres://portal@db.example.com/portal' }
  expect(faultOf({ ...plain, ALLOW_INSECURE_TRIAL: 'on' })).toBe('')
  expect(transportError(readConfig({ ...plain, ALLOW_INSECURE_TRIAL: 'on' }), {})).toBeUndefined()
})

test('a command needs encrypted connections, but no other setting of a server', () => {
  const near = { DATABASE_URL: 'postgres://portal@127.0.0.1/portal' }
  expect(transportError(readConfig(near), {})).toBeUndefined()
  const server = { ...near, HOST: '0.0.0.0', GEOCODER_URL: 'http://geocoder.example.com' }
  expect(transportError(readConfig(server), {})).toBeUndefined()
  const away = { DATABASE_URL: 'postgres://portal:hunter2@db.example.com/portal' }
  const fault = transportError(readConfig(away), {}) ?? ''
  expect(fault.match(/^ {2}[A-Z_]+/gm)).toEqual(['  DATABASE_URL', '  I'])
  expect(fault).not.toContain('hunter2')
  expect(() => rejectUnencrypted(readConfig(away), {})).toThrow(InvalidSettingsError)
})

test('reports which connections rely on the protection of the network', () => {
  const plain = { HOST: '10.0.0.9', DATABASE_URL: 'postgres://portal@db,10.0.0.7/portal' }
  expect(protectionNotice(readConfig({ ...plain, NETWORK_PROTECTION: 'ipsec' }), {})).toBe(
    'Some connections between private addresses have no TLS, because NETWORK_PROTECTION is ipsec. Affected settings: HOST and DATABASE_URL.',
  )
  expect(protectionNotice(readConfig(plain), {})).toBeUndefined()
  expect(protectionNotice(readConfig({ ...complete, NETWORK_PROTECTION: 'ipsec' }), {})).toBeUndefined()
})

test('hides the database password', () => {
  expect(faultOf({ DATABASE_URL: 'postgres://portal:hunter2@db/portal' })).not.toContain('hunter2')
})

test('the trial switch lifts the rules and warns loudly', () => {
  const config = readConfig({ NODE_ENV: 'production', HOST: '0.0.0.0', ALLOW_INSECURE_TRIAL: 'on' })
  expect(isProduction(config)).toBe(false)
  expect(productionError(config)).toBeUndefined()
  expect(startWarnings(config, {})).toEqual([
    expect.stringMatching(/^WARNING: ALLOW_INSECURE_TRIAL is on.*HOST is 0\.0\.0\.0.*public passwords/),
  ])
})

test('keeps restricted searches closed in production until their addresses are set', () => {
  expect(readConfig(complete).RESTRICTED_SEARCH_IPS).toEqual([])
  const own = { ...complete, RESTRICTED_SEARCH_IPS: '127.0.0.1' }
  expect(readConfig(own).RESTRICTED_SEARCH_IPS).toEqual(['127.0.0.1'])
})

test('refuses a connection without TLS to a host that no setting names, like those of settings', () => {
  const refuses = (host: string, settings: Record<string, string> = {}) =>
    refusesPlain(readConfig({ NODE_ENV: 'production', ...settings }), host)
  for (const host of ['s3.example.com', '10.0.0.7']) expect(refuses(host), host).toBe(true)
  for (const host of ['127.0.0.1', '[::1]', 'localhost']) expect(refuses(host), host).toBe(false)
  const protection = { NETWORK_PROTECTION: 'wireguard' }
  expect([refuses('10.0.0.7', protection), refuses('s3.example.com', protection)]).toEqual([false, true])
  expect(refuses('s3.example.com', { ALLOW_INSECURE_TRIAL: 'on' })).toBe(false)
})
