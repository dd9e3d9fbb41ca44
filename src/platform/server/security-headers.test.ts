import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { secure } from './security-headers.ts'
import { readConfig } from './settings.ts'
import { plainPage } from './static-page.ts'

test('without a map style of others the pages reach only their own server', async () => {
  const policy = await policyWith({ MAP_HOSTS: 'fonts.example.com' })
  expect(policy).toMatch(/connect-src 'self';/)
  expect(policy).not.toContain('example.com')
})

test('a map style of others opens the policy to its hosts, and to no page of theirs', async () => {
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

test('video hosts open the policy to their frames and films, and to nothing else', async () => {
  const policy = await policyWith({ VIDEO_HOSTS: 'player.example.com' })
  expect(policy).toContain('frame-src https://player.example.com;')
  expect(policy).toContain("media-src 'self' https://player.example.com;")
  expect(policy.match(/player/g)).toHaveLength(2)
})

test('of styles within a page only those of the plain pages count', async () => {
  const [, styles = ''] = /style-src ([^;]*);/.exec(await policyWith({})) ?? []
  const [, written = ''] = plainPage({ title: 'Lost', body: '' }).split(/<\/?style>/)
  const hash = createHash('sha256').update(written).digest('base64')
  expect(styles.split(' ').filter((source) => !source.startsWith("'nonce-"))).toEqual([
    "'self'",
    `'sha256-${hash}'`,
  ])
})

async function policyWith(settings: Record<string, string>) {
  const app = Fastify()
  await secure(app, readConfig(settings))
  const { headers } = await app.inject('/')
  await app.close()
  return String(headers['content-security-policy'])
}
