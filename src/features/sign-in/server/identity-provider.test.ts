import { expect, test } from 'vitest'
import { isProviderUnavailable } from './identity-provider.ts'

const caused = (cause: unknown) => new Error('outer', { cause })
const coded = (code: string) => Object.assign(new Error(code), { code })

test.each([
  ['a refused connection', coded('ECONNREFUSED')],
  ['a reset connection', caused(caused(coded('ECONNRESET')))],
  ['an unknown host', caused(coded('ENOTFOUND'))],
  ['a timeout', caused(new DOMException('', 'TimeoutError'))],
  ['a timeout of openid-client', coded('OAUTH_TIMEOUT')],
  ['a 502 response', caused(new Response(null, { status: 502 }))],
])('treats %s as an unavailable identity provider', (_name, error) => {
  expect(isProviderUnavailable(error)).toBe(true)
})

test.each([
  ['a rejected code', caused(new Response(null, { status: 400 }))],
  ['a forged token', coded('OAUTH_JWT_CLAIM_COMPARISON_FAILED')],
  ['a missing error', undefined],
])('does not treat %s as an unavailable identity provider', (_name, error) => {
  expect(isProviderUnavailable(error)).toBe(false)
})
