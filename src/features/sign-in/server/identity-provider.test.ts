import { expect, test } from 'vitest'
import { isAway } from './identity-provider.ts'

const caused = (cause: unknown) => new Error('outer', { cause })
const coded = (code: string) => Object.assign(new Error(code), { code })

test.each([
  ['that is refused', coded('ECONNREFUSED')],
  ['that is reset', caused(caused(coded('ECONNRESET')))],
  ['whose name nobody knows', caused(coded('ENOTFOUND'))],
  ['that takes too long', caused(new DOMException('', 'TimeoutError'))],
  ['that openid-client gave up waiting for', coded('OAUTH_TIMEOUT')],
  ['that is broken itself', caused(new Response(null, { status: 502 }))],
])('a provider %s is away', (_name, error) => {
  expect(isAway(error)).toBe(true)
})

test.each([
  ['that refuses the code', caused(new Response(null, { status: 400 }))],
  ['whose token is forged', coded('OAUTH_JWT_CLAIM_COMPARISON_FAILED')],
  ['that says no error at all', undefined],
])('a provider %s is there', (_name, error) => {
  expect(isAway(error)).toBe(false)
})
