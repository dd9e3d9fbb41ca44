import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal } from '#test-support/portal-fixture.ts'
import { listCountries } from '../contract.ts'

let portal: Awaited<ReturnType<typeof openPortal>>

beforeAll(async () => {
  portal = await openPortal({
    TRUSTED_PROXIES: ['127.0.0.1', '10.9.0.0/16'],
    RESTRICTED_SEARCH_IPS: ['127.0.0.0/8', '::1', '198.51.100.0/24'],
  })
})
afterAll(() => portal.close())

const statusFor = async (remoteAddress: string, headers: Record<string, string>) =>
  (await portal.call(listCountries, { providerCode: 'domesticLocal' }, { remoteAddress, headers })).statusCode

const proxy = '127.0.0.1'

test.each([
  ['the visitor put an allowed address in front', proxy, '198.51.100.7, 203.0.113.9'],
  ['the visitor put the proxy itself in front', proxy, '127.0.0.1, 203.0.113.9'],
  ['it arrives through two proxies', proxy, '198.51.100.7, 203.0.113.9, 10.9.0.4'],
  ['the visitor forged a proxy in between', proxy, '198.51.100.7, 10.9.0.4, 203.0.113.9'],
  ['the proxy reports no valid address', proxy, '198.51.100.7, unknown'],
  ['the proxy reports IPv4 within IPv6', proxy, '198.51.100.7, ::ffff:203.0.113.9'],
  ['the proxy is not trusted', '203.0.113.9', '198.51.100.7'],
  ['the proxy, with an IPv6 address, is not trusted', '::ffff:203.0.113.9', '198.51.100.7'],
])('rejects an IP address that is not allowed when %s', async (_case, from, forwarded) => {
  expect(await statusFor(from, { 'x-forwarded-for': forwarded })).toBe(403)
})

test.each(['forwarded', 'x-real-ip', 'x-client-ip', 'client-ip', 'true-client-ip'])(
  'ignores the header %s',
  async (name) => {
    const value = name === 'forwarded' ? 'for=198.51.100.7' : '198.51.100.7'
    expect(await statusFor('203.0.113.9', { [name]: value })).toBe(403)
    expect(await statusFor(proxy, { 'x-forwarded-for': '203.0.113.9', [name]: value })).toBe(403)
  },
)

test('admits an allowed IP address through the proxy and ignores forged entries', async () => {
  expect(await statusFor(proxy, { 'x-forwarded-for': '198.51.100.7' })).toBe(200)
  expect(await statusFor(proxy, { 'x-forwarded-for': '203.0.113.9, 198.51.100.7, 10.9.0.4' })).toBe(200)
})
