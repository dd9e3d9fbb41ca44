import { expect, test } from 'vitest'
import { findSecureSearch } from './secure-search.ts'

const secure = {
  code: 'secureDomestic',
  name: 'Secure Domestic Provider Search',
  url: '/domestic-secure-provider-search',
  isSecure: true,
}
const open = {
  code: 'publicInternational',
  name: 'International Provider Search',
  url: '/international-provider-search',
  isSecure: false,
}
const configuration = { providerSearches: [open, secure] }

test.each([
  ['of a public search, by its address', { key: 'international-provider-search' }],
  ['of a public search, by its code', { providerCode: 'publicInternational' }],
  ['of a secure search that the client does not have', { key: 'another-secure-search' }],
  ['of no search', { address: 'Miami, FL' }],
])('a call %s goes without the token', (_case, input) => {
  expect(findSecureSearch(configuration, input)).toBeUndefined()
})

test.each([
  ['its address', { key: 'domestic-secure-provider-search' }],
  ['its code in the header', { providerCode: 'secureDomestic' }],
  ['its code in the body', { providerSearchCode: 'secureDomestic' }],
])('a call of the secure search goes with the token, known by %s', (_case, input) => {
  expect(findSecureSearch(configuration, input)).toBe(secure)
})

test('treats no search as secure without a configuration', () => {
  expect(findSecureSearch(undefined, { key: 'domestic-secure-provider-search' })).toBeUndefined()
})
