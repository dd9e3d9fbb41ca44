import { expect, test } from 'vitest'
import { findSecureSearch } from './route-guards.ts'

const secure = {
  code: 'secureDomestic',
  name: 'Secure Domestic Provider Search',
  url: '/domestic-secure-provider-search',
  isSecure: true,
  isVOB: true,
}
const open = {
  code: 'publicInternational',
  name: 'International Provider Search',
  url: '/international-provider-search',
  isSecure: false,
  isVOB: false,
}
const configuration = { providerSearches: [open, secure] }

test.each([
  ['with the key of a public search', { key: 'international-provider-search' }],
  ['with the code of a public search', { providerCode: 'publicInternational' }],
  ['with the key of another client’s secure search', { key: 'another-secure-search' }],
  ['without a search', { address: 'Miami, FL' }],
])('finds no secure search for a request %s', (_case, input) => {
  expect(findSecureSearch(configuration, input)).toBeUndefined()
})

test.each([
  ['the key', { key: 'domestic-secure-provider-search' }],
  ['the code in a header', { providerCode: 'secureDomestic' }],
  ['the code in the body', { providerSearchCode: 'secureDomestic' }],
])('finds the secure search by %s', (_case, input) => {
  expect(findSecureSearch(configuration, input)).toBe(secure)
})

test('treats no search as secure without a configuration', () => {
  expect(findSecureSearch(undefined, { key: 'domestic-secure-provider-search' })).toBeUndefined()
})
