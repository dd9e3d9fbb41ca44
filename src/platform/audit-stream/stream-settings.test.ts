import { expect, test } from 'vitest'
import { readConfig } from '../config/settings.ts'
import { parseStreamAddress } from './stream-settings.ts'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

const faultsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['no address', 'logs.example.com:514'],
  ['an unknown protocol', 'syslog://logs.example.com:514'],
  ['UDP', 'syslog+udp://logs.example.com:514'],
  ['no host', 'syslog+tls://:6514'],
  ['a user name', 'syslog+tls://portal:hunter2@logs.example.com'],
  ['a path', 'syslog+tls://logs.example.com/portal'],
  ['a parameter', 'syslog+tls://logs.example.com?ca=/etc/ca.pem'],
  ['an invalid host name', 'syslog+tcp://logs_example'],
  ['port 0', 'syslog+tcp://logs.example.com:0'],
])('rejects an address with %s without showing it', (_what, url) => {
  const fault = faultsOf({ AUDIT_STREAM_URL: url })
  expect(fault).toContain('AUDIT_STREAM_URL: Its value is not the address of a receiver')
  expect(fault).not.toContain(url)
})

test.each(['http://logs.example.com/audit', 'https://portal:hunter2@logs.example.com/'])(
  'rejects the webhook %s, which is unencrypted or has a password',
  (url) => {
    const fault = faultsOf({ AUDIT_STREAM_URL: url, AUDIT_STREAM_SECRET: secret })
    expect(fault).toContain('AUDIT_STREAM_URL: Its value is not an https:// address without a user name')
  },
)

test('a webhook needs a secret, and the error is listed with all others', () => {
  const fault = faultsOf({ AUDIT_STREAM_URL: 'https://logs.example.com/audit', PORT: 'x' })
  expect(fault).toContain('is set without AUDIT_STREAM_SECRET')
  expect(fault).toContain('PORT: "x"')
  const wrong = faultsOf({ AUDIT_STREAM_URL: 'https://logs.example.com/audit', AUDIT_STREAM_SECRET: 'short' })
  expect(wrong).toContain('AUDIT_STREAM_SECRET: Its value does not consist of')
  expect(wrong).not.toContain('is set without')
})

test.each([
  ['syslog+tls://logs.example.com', { kind: 'syslog', isTls: true, host: 'logs.example.com', port: 6514 }],
  ['syslog+tcp://10.0.0.7', { kind: 'syslog', isTls: false, host: '10.0.0.7', port: 601 }],
  ['syslog+tls://[fd00::7]:1514', { kind: 'syslog', isTls: true, host: 'fd00::7', port: 1514 }],
  ['https://logs.example.com/audit?key=1', { kind: 'webhook' }],
])('accepts %s', (url, address) => {
  expect(readConfig({ AUDIT_STREAM_URL: url, AUDIT_STREAM_SECRET: secret }).AUDIT_STREAM_URL).toBe(url)
  expect(parseStreamAddress(url)).toEqual(address)
})
