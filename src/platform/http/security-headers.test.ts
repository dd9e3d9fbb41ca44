import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../config/settings.ts'
import { renderStaticPage } from './html-template.ts'
import { registerSecurityHeaders } from './security-headers.ts'

test('without an external map style, pages connect only to their own server', async () => {
  const policy = await policyWith({ MAP_HOSTS: 'fonts.example.com' })
  expect(policy).toMatch(/connect-src 'self';/)
  expect(policy).not.toContain('example.com')
})

test('an external map style allows connections and images from its hosts, but no scripts', async () => {
  const policy = await policyWith({
    MAP_STYLE_URL: 'https://tiles.example.com/style.json',
    MAP_HOSTS: 'fonts.example.com',
  })
  expect(policy).toMatch(/connect-src 'self' https:\/\/tiles\.example\.com https:\/\/fonts\.example\.com;/)
  expect(policy).toMatch(
    /img-src 'self' data: blob: https:\/\/tiles\.example\.com https:\/\/fonts\.example\.com;/,
  )
  expect(policy).not.toContain('style.json')
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+';/)
})

test('video hosts open the policy only for frames and media', async () => {
  const policy = await policyWith({ VIDEO_HOSTS: 'player.example.com' })
  expect(policy).toContain('frame-src https://player.example.com;')
  expect(policy).toContain("media-src 'self' https://player.example.com;")
  expect(policy.match(/player/g)).toHaveLength(2)
})

test('allows only the inline styles of the static pages', async () => {
  const [, styles = ''] = /style-src ([^;]*);/.exec(await policyWith({})) ?? []
  const [, written = ''] = renderStaticPage({ title: 'Lost', body: '' }).split(/<\/?style>/)
  const hash = createHash('sha256').update(written).digest('base64')
  expect(styles.split(' ').filter((source) => !source.startsWith("'nonce-"))).toEqual([
    "'self'",
    `'sha256-${hash}'`,
  ])
})

test('only the portal’s own pages can ask for the position; no page can use camera, microphone or payments', async () => {
  const headers = await headersWith({})
  expect(headers['permissions-policy']).toBe('camera=(), microphone=(), geolocation=(self), payment=()')
})

test('an https address binds its host and the hosts below it to https for a year', async () => {
  const { 'strict-transport-security': policy } = await headersWith({
    PUBLIC_URL: 'https://portal.example.com',
  })
  expect(policy).toBe('max-age=31536000; includeSubDomains')
  expect(await headersWith({})).not.toHaveProperty('strict-transport-security')
})

test('no other site can open a window of the portal that it can read, or load its resources', async () => {
  expect(await headersWith({})).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-content-type-options': 'nosniff',
  })
})

test('nothing may embed the portal, plugins, or another base address', async () => {
  const policy = await policyWith({})
  for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(policy).toContain(directive)
})

test('scripts can turn text into markup or code only through the listed policies', async () => {
  expect(await policyWith({})).toContain(
    "require-trusted-types-for 'script';trusted-types default dompurify svelte-trusted-html",
  )
})

const page = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8')
const [, harmless = ''] = /const harmless = \/(.+)\/$/m.exec(page) ?? []

test.each([
  ['.a > .b { color: red }', true],
  ['© <a href="https://www.openstreetmap.org/copyright" target="_blank">OpenStreetMap</a>', true],
  ['<a href="javascript:alert(1)">a</a>', false],
  ['<a href="https://example.com" onclick="alert(1)">a</a>', false],
  ['<a href="https://example.com"><img src=x onerror=alert(1)></a>', false],
  ['</style><script>alert(1)</script>', false],
])('the policy for libraries lets %j pass: %s', (text, isAllowed) => {
  expect(new RegExp(harmless).test(text)).toBe(isAllowed)
})

const policyWith = async (settings: Record<string, string>) =>
  String((await headersWith(settings))['content-security-policy'])

async function headersWith(settings: Record<string, string>) {
  const app = Fastify()
  await registerSecurityHeaders(app, readConfig(settings))
  const { headers } = await app.inject('/')
  await app.close()
  return headers
}
