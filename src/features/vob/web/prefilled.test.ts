import { expect, test } from 'vitest'
import type { Provider } from '#provider-search/contract.ts'
import { prefilled } from './prefilled.ts'

const provider = {
  hash: 'h',
  name: 'Mercy Hospital',
  tin: '12-3456789',
  addressOne: '1 Main St',
  addressTwo: 'Suite 2',
  city: 'Miami',
  state: 'FL',
  zipcode: '33131',
  phone: '305-555-0101',
  fax: null,
  contact: null,
  networkCode: 'secureDomestic',
} as Provider
const offer = {
  groups: { A: 'Group A', B: 'Group B' },
  carriers: { C: 'Carrier C' },
  mailing: {},
  phoneNumbers: {},
  faxNumbers: {},
  sincerely: 'Provider Relations',
}

test('prefills the form from the directory', () => {
  expect(prefilled(provider, 'secureDomestic', offer)).toMatchObject({
    providerName: 'Mercy Hospital',
    providerTaxId: '12-3456789',
    providerAddress: '1 Main St, Suite 2',
    providerCityStateZip: 'Miami, FL 33131',
    providerFax: '',
    ProviderHash: 'h',
    ProviderDiscountNetwork: 'secureDomestic',
    ProviderSearchCode: 'secureDomestic',
  })
})

test('preselects an option only when it is the only one', () => {
  expect(prefilled(provider, 'secureDomestic', offer)).toMatchObject({
    groupId: '',
    clientName: 'C',
    sincerely: 'Provider Relations',
  })
})

test('leaves unknown provider fields empty', () => {
  const bare = { ...provider, tin: null, addressOne: null, addressTwo: null, state: null, zipcode: null }
  expect(prefilled(bare, 'secureDomestic', offer)).toMatchObject({
    providerTaxId: '',
    providerAddress: '',
    providerCityStateZip: 'Miami',
  })
})
