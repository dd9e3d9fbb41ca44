import { screen, within } from '@testing-library/react'
import { geocode } from '#geography/contract.ts'
import { messages as geographyMessages } from '#geography/messages.ts'
import {
  findProviderTypes,
  getSearchDetail,
  getSearchInfo,
  listCities,
  listCountries,
  listProviderTypes,
  listStates,
  type SearchInfo,
  searchProviders,
} from '#provider-search/contract.ts'
import { listRelatedTypes } from '#provider-search/related-types-contract.ts'
import { ProviderSearchPage } from '#provider-search/web/provider-search-page.tsx'
import { detailedFormStore } from '#provider-search/web/search-values.ts'
import { renderComponent } from './render-component.tsx'
import { aProvider, aSearch } from './search-factory.ts'
import { stubApi } from './stub-api.ts'

export type SearchApi = ReturnType<typeof stubApi>

/** The body of the 404 for an address that the geocoder does not know. */
export const placeNotFound = {
  type: 'about:blank',
  title: 'Not Found',
  status: 404,
  reference: 'r',
  detail: geographyMessages.notFound,
}

/** A search with two networks outside the United States. */
export const internationalSearch: SearchInfo = aSearch('core', {
  networks: { core: 'Core Network', global: 'Global Network' },
  families: { core: 'core', global: 'global' },
})

/** Renders a search page with all fields, whose requests succeed; each search finds one provider. */
export async function renderSearch(path: string, change: (api: SearchApi) => void = () => {}) {
  detailedFormStore.set(true)
  return renderSearchForm(path, change)
}

/** Renders a search page with the form that the browser remembers. */
export async function renderSearchForm(path: string, change: (api: SearchApi) => void = () => {}) {
  const api = stubApi()
  api.reply(getSearchInfo, aSearch(path.startsWith('/domestic') ? 'domestic' : 'core'))
  api.reply(getSearchDetail, { content: '' })
  api.reply(listCountries, {
    results: [
      { id: 'CA', name: 'Canada', hasStates: true, hasPostalCodes: true },
      { id: 'AW', name: 'Aruba', hasStates: false, hasPostalCodes: true },
      { id: 'JM', name: 'Jamaica', hasStates: false, hasPostalCodes: true },
    ],
  })
  api.reply(listStates, { results: [] })
  const miami = { id: '1', name: 'Miami', state: 'FL', latitude: 25.77, longitude: -80.19 }
  api.reply(listCities, { results: [miami] })
  api.reply(listProviderTypes, {
    results: [{ id: '0000000000', description: 'All', type: null, disabled: false }],
  })
  api.reply(findProviderTypes, { results: [] })
  api.reply(listRelatedTypes, { results: [] })
  api.reply(geocode, { latitude: 25.77, longitude: -80.19, precision: 'zip', label: '33131' })
  api.reply(searchProviders, { results: [aProvider({ name: 'Harbor Clinic' })] })
  change(api)
  return { api, ...(await renderComponent(<ProviderSearchPage searchKey="a-search" />, { path })) }
}

export const findResults = () => screen.findByRole('table', { name: 'Results' })
export const button = (name: string) => screen.getByRole('button', { name })
export const main = () => within(screen.getByRole('main'))
/** Waits for a combo box. */
export const findField = (name: string | RegExp) => screen.findByRole('combobox', { name })
