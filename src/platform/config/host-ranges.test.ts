import { expect, test } from 'vitest'
import { isEveryAddress, isLoopback, isPrivateHost } from './host-ranges.ts'

test.each(['', 'localhost.', '0.0.0.0', '128.0.0.1', '[::]', '127.0.0.1.example.com'])(
  '%j is not a loopback host',
  (host) => {
    expect(isLoopback(host)).toBe(false)
  },
)

test.each(['localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]', '::ffff:127.0.0.1'])(
  '%j is a loopback host',
  (host) => {
    expect(isLoopback(host)).toBe(true)
  },
)

test.each([
  '',
  '0.0.0.0',
  '::',
  '203.0.113.7',
  '172.32.0.1',
  '192.169.0.1',
  '[2001:db8::7]',
  '::ffff:203.0.113.7',
  'db.example.com',
  'internal.example.com',
  'db.',
  'db internal',
  'db.internal.example',
  'localhost.',
])('%j is not a private host', (host) => {
  expect(isPrivateHost(host)).toBe(false)
})

test.each([
  '10.0.0.7',
  '172.16.0.1',
  '172.31.255.1',
  '192.168.1.7',
  '100.64.0.1',
  '169.254.169.254',
  '127.0.0.1',
  'fd00::7',
  '[fd00::7]',
  'fe80::1',
  '::ffff:10.0.0.7',
  'db',
  'portal-1',
  'db.internal',
  'db.portal.svc',
  'db.portal.svc.cluster.local',
  'db.home.arpa',
])('%j is a private host', (host) => {
  expect(isPrivateHost(host)).toBe(true)
})

test.each([
  ['0.0.0.0', true],
  ['::', true],
  ['127.0.0.1', false],
  ['portal', false],
])('a server at %s accepts connections at every address: %s', (host, isEvery) => {
  expect(isEveryAddress(host)).toBe(isEvery)
})
