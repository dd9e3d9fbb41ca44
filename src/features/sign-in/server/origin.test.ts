import { expect, test } from 'vitest'
import { resolveOrigin } from './identity-provider.ts'

const settings = { PUBLIC_URL: undefined, HOST: '127.0.0.1', PORT: 3000, TLS_CERTIFICATE_FILE: undefined }

test.each([
  'evil.example',
  'localhost.evil.example',
  'localhost:80@evil.example',
  '127.0.0.1.evil.example',
  '',
])('redirects ignore the host %j', (host) => {
  expect(resolveOrigin({ host }, settings)).toBe('http://127.0.0.1:3000')
})

test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:8080'])('redirects use the host %s', (host) => {
  expect(resolveOrigin({ host }, settings)).toBe(`http://${host}`)
})

test('redirects use https if the portal has a certificate', () => {
  const config = { ...settings, TLS_CERTIFICATE_FILE: '/etc/portal/tls/fullchain.pem' }
  expect(resolveOrigin({ host: 'evil.example' }, config)).toBe('https://127.0.0.1:3000')
  expect(resolveOrigin({ host: 'localhost:3000' }, config)).toBe('https://localhost:3000')
})

test('PUBLIC_URL overrides the host header', () => {
  const config = { ...settings, PUBLIC_URL: 'https://portal.example.com/' }
  expect(resolveOrigin({ host: 'localhost:3000' }, config)).toBe('https://portal.example.com')
})
