import { screen, within } from '@testing-library/react'
import { findPlaces, type Place } from '#geography/contract.ts'
import { removeTabValues, tabDraftPrefix } from '#platform/web/storage.ts'
import { getSuggestions, listProviderTypes, type SuggestedProvider } from '#provider-search/contract.ts'
import { detailedFormStore } from '#provider-search/web/search-values.ts'
import { renderSearchForm, type SearchApi } from './render-search.tsx'
import type { StubbedRequest } from './stub-api.ts'

export const domestic = '/domestic-provider-search'
export const all = { id: '0000000000', description: 'All', type: null, disabled: false }
export const cardiology = { id: '207RC0000X', description: 'Cardiology', type: 2 as const, disabled: false }
export const urgentCare = { id: '261QU0200X', description: 'Urgent Care', type: 1 as const, disabled: false }
export const mercy: SuggestedProvider = {
  id: '1',
  hash: 'mercy',
  name: 'Mercy Heart Group',
  providerType: 'Cardiology',
  providerTypeId: cardiology.id,
  city: 'Miami',
  state: 'FL',
  zipcode: '33131-0001',
  country: 'US',
  latitude: 25.77,
  longitude: -80.19,
  distance: 1.61,
}
export const aPlace = (changes: Partial<Place>): Place => ({
  kind: 'zip',
  label: 'Miami, FL 33131',
  zipCode: '33131',
  city: 'Miami',
  state: 'FL',
  stateName: 'Florida',
  country: 'US',
  latitude: 25.77,
  longitude: -80.19,
  centerZipCode: null,
  ...changes,
})
export const zip = aPlace({})
const miami = aPlace({ kind: 'city', label: 'Miami, FL', zipCode: null })
const kingston = aPlace({
  kind: 'city',
  label: 'Kingston, Jamaica',
  zipCode: null,
  city: 'Kingston',
  state: 'JM-17',
  country: 'JM',
})

/** Renders a search page with the quick search form in a new tab. */
export function renderQuick(path = domestic, change: (api: SearchApi) => void = () => {}) {
  detailedFormStore.remove()
  removeTabValues(tabDraftPrefix)
  return renderSearchForm(path, (api) => {
    api.reply(listProviderTypes, { results: [all, cardiology, urgentCare] })
    api.reply(getSuggestions, (request) => {
      const typed = readTerm(request)
      if (typed.startsWith('heart')) return { types: [cardiology], providers: [mercy], meansType: false }
      const types = typed === 'urgent care' ? [urgentCare] : []
      const providers = /^[\d() -]+$/.test(typed) ? [mercy] : []
      return { types, providers, meansType: types.length > 0 }
    })
    api.reply(findPlaces, (request) => {
      const typed = readTerm(request)
      if (typed.startsWith('king')) return { results: [kingston] }
      return { results: typed.startsWith('mia') ? [miami, zip] : [] }
    })
    change(api)
  })
}

export const readTerm = ({ body }: StubbedRequest) => (body as { searchTerm: string }).searchTerm

export const what = () => screen.findByRole('combobox', { name: 'What' })
export const where = () => screen.findByRole('combobox', { name: 'Where' })
export const searchButton = () => screen.getByRole('button', { name: 'Search' })
export const options = () =>
  within(screen.getByRole('listbox'))
    .queryAllByRole('option')
    .map(({ textContent }) => textContent)
