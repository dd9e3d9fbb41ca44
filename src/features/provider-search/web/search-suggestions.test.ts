import { expect, test } from 'vitest'
import { aSearch } from '#test-support/search-factory.ts'
import { allTypes } from '../rules.ts'
import { waysOn } from './search-suggestions.ts'
import { emptyValues } from './search-values.ts'

const domestic = aSearch('domestic')
const surgeons = { ...emptyValues(domestic), providerType: '208G00000X' }

test('a narrow circle can be widened to the widest, and all types be asked for', () => {
  const values = { ...surgeons, zipCode: '59718', range: 2 as const }
  expect(waysOn(values, domestic)).toEqual({
    wider: { ...values, range: 50 },
    allTypes: { ...values, providerType: allTypes },
  })
})

test('the widest circle cannot be widened', () => {
  expect(waysOn({ ...surgeons, zipCode: '59718', range: 50 }, domestic)).not.toHaveProperty('wider')
})

test('a search without a circle cannot be widened', () => {
  expect(waysOn({ ...surgeons, state: 'FL', name: 'Mercy' }, domestic)).not.toHaveProperty('wider')
})

test('all types of a whole state are too much to ask for', () => {
  expect(waysOn({ ...surgeons, state: 'FL' }, domestic)).toEqual({})
})

test('where all types were asked for they are not offered again', () => {
  const values = { ...surgeons, providerType: allTypes, zipCode: '59718', range: 50 as const }
  expect(waysOn(values, domestic)).toEqual({})
})
