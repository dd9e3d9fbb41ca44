import { expect, test } from 'vitest'
import { aSearch } from '#test-support/search-factory.ts'
import { messages } from '../messages.ts'
import { allCities, allTypes } from '../rules.ts'
import { describeMissing } from './search-request.ts'
import { emptyValues, type SearchValues } from './search-values.ts'

const { missing } = messages
const type = { providerType: missing.type }

test.each([
  ['nothing', {}, { state: missing.state, ...type }],
  ['a ZIP alone', { zipCode: '33131' }, type],
  ['a state alone', { state: 'FL' }, { city: missing.cityAtHome, ...type }],
  ['a state and all types', { state: 'FL', providerType: allTypes }, { city: missing.cityAtHome }],
  ['a name and all types', { name: 'Mercy', providerType: allTypes }, { state: missing.state }],
  ['a state and one type', { state: 'FL', providerType: '208G00000X' }, {}],
])('a domestic search with %s reports what is missing', (_case, given: Partial<SearchValues>, sentences) => {
  const search = aSearch('domestic')
  expect(describeMissing({ ...emptyValues(search), ...given }, search)).toEqual(sentences)
})

test.each([
  ['nothing', {}, { country: missing.country, ...type }],
  ['a country', { country: 'JM', providerType: allTypes }, { city: missing.cityAbroad }],
  ['a country and a city', { country: 'JM', city: 'Kingston' }, type],
  ['all cities', { country: 'JM', city: allCities, providerType: allTypes }, {}],
])(
  'an international search with %s reports what is missing',
  (_case, given: Partial<SearchValues>, sentences) => {
    const search = aSearch('lds')
    expect(describeMissing({ ...emptyValues(search), ...given }, search)).toEqual(sentences)
  },
)
