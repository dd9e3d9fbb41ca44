import { expect, onTestFinished, test } from 'vitest'
import { expiredContactWarning } from '../config/company-settings.ts'
import { openLog } from '../config/log.ts'
import { readConfig } from '../config/settings.ts'
import { openHttpServer } from './http-server.ts'
import { securityTxtRoute } from './security-txt-route.ts'

async function request(settings: Record<string, string>) {
  const config = readConfig(settings)
  const app = await openHttpServer(config, openLog('silent'))
  onTestFinished(() => app.close())
  securityTxtRoute(app, config)
  return app.inject('/.well-known/security.txt')
}

test.each([
  ['security@example.com', 'mailto:security@example.com'],
  ['https://example.com/report?to=a@b', 'https://example.com/report?to=a@b'],
])('security.txt names the contact %s and when it expires', async (contact, field) => {
  const { statusCode, headers, body } = await request({
    SECURITY_CONTACT: contact,
    SECURITY_CONTACT_EXPIRES: '2027-06-30',
    PUBLIC_URL: 'http://localhost:3000',
  })
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body.split('\n')).toEqual([
    `Contact: ${field}`,
    'Expires: 2027-06-30T23:59:59Z',
    'Preferred-Languages: en',
    'Canonical: http://localhost:3000/.well-known/security.txt',
    '',
  ])
})

test('without a contact, there is no security.txt', async () => {
  expect((await request({})).statusCode).toBe(404)
})

test('an invalid contact, or one without an expiry date, is refused', () => {
  expect(() => readConfig({ SECURITY_CONTACT: 'http://example.com' })).toThrow('SECURITY_CONTACT')
  expect(() => readConfig({ SECURITY_CONTACT: 'security@example.com' })).toThrow(
    'without SECURITY_CONTACT_EXPIRES',
  )
})

test.each([
  ['2020-01-01', true],
  ['2999-12-31', false],
])('a contact that is valid until %s is warned of: %s', (day, isWarned) => {
  const config = readConfig({ SECURITY_CONTACT: 'security@example.com', SECURITY_CONTACT_EXPIRES: day })
  expect(expiredContactWarning(config)?.includes(day) ?? false).toBe(isWarned)
})
