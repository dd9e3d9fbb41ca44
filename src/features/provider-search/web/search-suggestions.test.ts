import { expect, test } from 'vitest'
import { aSearch } from '#test-support/search-factory.ts'
import { allTypes } from '../rules.ts'
import { suggestSearches } from './results-section.tsx'
import { emptyValues } from './search-values.ts'

const domestic = aSearch('domestic')
const surgeons = { ...emptyValues(domestic), providerType: '208G00000X' }

test('suggests the widest range and all types for a narrow search', () => {
  const values = { ...surgeons, zipCode: '59718', range: 2 as const }
  expect(suggestSearches(values, domestic)).toEqual({
    wider: { ...values, range: 50 },
    allTypes: { ...values, providerType: allTypes },
  })
})

test('suggests no wider range when the range is already the widest', () => {
  expect(suggestSearches({ ...surgeons, zipCode: '59718', range: 50 }, domestic)).not.toHaveProperty('wider')
})

test('suggests no wider range for a search without a range', () => {
  expect(suggestSearches({ ...surgeons, state: 'FL', name: 'Mercy' }, domestic)).not.toHaveProperty('wider')
})

test('does not suggest all types for a whole state', () => {
  expect(suggestSearches({ ...surgeons, state: 'FL' }, domestic)).toEqual({})
})

test('does not suggest all types when the search already covers them', () => {
  const values = { ...surgeons, providerType: allTypes, zipCode: '59718', range: 50 as const }
  expect(suggestSearches(values, domestic)).toEqual({})
})
