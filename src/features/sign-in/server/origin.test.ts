import { expect, test } from 'vitest'
import { originOf } from './origin.ts'

const settings = { PUBLIC_URL: undefined, HOST: '127.0.0.1', PORT: 3000 }

test.each([
  'evil.example',
  'localhost.evil.example',
  'localhost:80@evil.example',
  '127.0.0.1.evil.example',
  '',
])('a request that names the host %j does not choose where people are sent', (host) => {
  expect(originOf({ host }, settings)).toBe('http://127.0.0.1:3000')
})

test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:8080'])('redirects stay on %s', (host) => {
  expect(originOf({ host }, settings)).toBe(`http://${host}`)
})

test('PUBLIC_URL overrides the host header', () => {
  const config = { ...settings, PUBLIC_URL: 'https://portal.example.com/' }
  expect(originOf({ host: 'localhost:3000' }, config)).toBe('https://portal.example.com')
})
