import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#platform/config/settings.ts'
import { openOtherProvider } from '#test-support/test-oidc-provider.ts'
import { checkIdentityProvider } from './check-identity-provider.ts'

let provider: Awaited<ReturnType<typeof openOtherProvider>>
beforeAll(async () => {
  provider = await openOtherProvider()
})
afterAll(() => provider.close())

const check = (issuer = provider.issuer) => checkIdentityProvider({ ...readConfig({}), OIDC_ISSUER: issuer })
const answerWith = (metadata: object) =>
  provider.handleWith((_request, response) => {
    const contents = { issuer: provider.issuer, ...metadata }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(contents))
  })

test('accepts an identity provider with what the portal needs, and the development provider', async () => {
  provider.registerPortal('http://127.0.0.1:3000', 'client')
  expect(await check()).toMatchObject({ status: 'ok' })
  expect(await checkIdentityProvider(readConfig({}))).toMatchObject({ status: 'ok' })
})

test('reports an identity provider that is away, fails or is another one', async () => {
  expect(await check('http://127.0.0.1:2')).toMatchObject({
    status: 'failed',
    found: expect.stringContaining('(ECONNREFUSED)'),
  })
  provider.handleWith((_request, response) => response.writeHead(500).end())
  expect(await check()).toMatchObject({ status: 'failed', found: expect.stringContaining('(status 500)') })
  answerWith({ issuer: 'https://other.example.com' })
  expect(await check()).toMatchObject({ status: 'failed' })
})

test('reports an identity provider without S256 or without back-channel logout', async () => {
  answerWith({ code_challenge_methods_supported: ['plain'] })
  expect(await check()).toMatchObject({ status: 'failed', found: expect.stringContaining('S256') })
  answerWith({ backchannel_logout_supported: false })
  expect(await check()).toMatchObject({ status: 'warning' })
})
