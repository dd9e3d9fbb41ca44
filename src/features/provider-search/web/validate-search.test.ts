import { expect, test } from 'vitest'
import { aSearch } from '#test-support/search-factory.ts'
import { messages } from '../messages.ts'
import { allCities, allTypes } from '../rules.ts'
import { emptyValues, type SearchValues } from './search-values.ts'
import { lackingIn } from './validate-search.ts'

const { lacking } = messages
const type = { providerType: lacking.type }

test.each([
  ['nothing', {}, { state: lacking.state, ...type }],
  ['a ZIP alone', { zipCode: '33131' }, type],
  ['a state alone', { state: 'FL' }, { city: lacking.cityAtHome, ...type }],
  ['a state and all types', { state: 'FL', providerType: allTypes }, { city: lacking.cityAtHome }],
  ['a name and all types', { name: 'Mercy', providerType: allTypes }, { state: lacking.state }],
  ['a state and one type', { state: 'FL', providerType: '208G00000X' }, {}],
])('domestic search with %s reports what is missing', (_case, given: Partial<SearchValues>, sentences) => {
  const search = aSearch('domestic')
  expect(lackingIn({ ...emptyValues(search), ...given }, search)).toEqual(sentences)
})

test.each([
  ['nothing', {}, { country: lacking.country, ...type }],
  ['a country', { country: 'JM', providerType: allTypes }, { city: lacking.cityAbroad }],
  ['a country and a city', { country: 'JM', city: 'Kingston' }, type],
  ['all cities', { country: 'JM', city: allCities, providerType: allTypes }, {}],
])(
  'international search with %s reports what is missing',
  (_case, given: Partial<SearchValues>, sentences) => {
    const search = aSearch('lds')
    expect(lackingIn({ ...emptyValues(search), ...given }, search)).toEqual(sentences)
  },
)
