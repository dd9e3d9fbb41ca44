import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { geocode } from '#geography/contract.ts'
import { expectAccessible } from '#test-support/render-component.tsx'
import {
  findResults,
  internationalSearch,
  placeNotFound,
  renderSearch,
  type SearchApi,
} from '#test-support/render-search.tsx'
import { aProvider, aSearch } from '#test-support/search-factory.ts'
import { getSearchInfo, listCities, searchProviders } from '../../contract.ts'
import { allTypes as all } from '../../rules.ts'

type Body = { limit?: number; rangeInKM?: number; latitude?: number }

const kingston = { id: '1', name: 'Kingston', state: null, latitude: 18, longitude: -76.8 }
const path = `/world?country=JM&city=Kingston&type=${all}`

/** Renders a search of the core network that finds nothing; the other network and a wider search do. */
const renderCore = (change: (api: SearchApi) => void = () => {}, address = path) =>
  renderSearch(address, (api) => {
    api.reply(getSearchInfo, internationalSearch)
    api.reply(listCities, { results: [kingston] })
    api.reply(searchProviders, ({ body, headers }) => {
      const { latitude, rangeInKM } = body as Body
      if (headers.get('provider-type') === 'global')
        return { results: [aProvider({ name: 'Global Clinic' })] }
      const isNearest = latitude !== undefined && rangeInKM === 500
      return { results: isNearest ? [aProvider({ city: 'Negril', country: 'JM', distance: 180 })] : [] }
    })
    change(api)
  })

const other = { name: 'Search the Global Network' }

test('without a center, a city search of the core network has no nearest ones', async () => {
  await renderCore((api) => {
    api.reply(listCities, { results: [] })
    api.fail(geocode, 404, placeNotFound)
  })
  expect(await screen.findByRole('button', other)).toBeVisible()
  expect(screen.queryByText(/^The nearest|^There is none/)).toBeNull()
})

test('says how far was searched if there are no nearest ones, and offers no network that finds nothing', async () => {
  await renderCore((api) => api.reply(searchProviders, { results: [] }))
  expect(await screen.findByText('There are none within 500 kilometers of Kingston.')).toHaveRole('status')
  expect(screen.queryByRole('button', other)).toBeNull()
  await expectAccessible()
})

test('says which network was searched, tells the nearest ones, and offers the other network at the same place', async () => {
  const { user, url } = await renderCore()
  expect(await screen.findByText('You searched the Core Network.')).toBeVisible()
  expect(await screen.findByText('The nearest one is 180.00 kilometers away, in Negril.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Search within/ })).toBeNull()
  await expectAccessible()
  await user.click(screen.getByRole('button', other))
  expect(await findResults()).toHaveTextContent('Global Clinic')
  await waitFor(() => expect(url()).toContain('network=global&country=JM&city=Kingston'))
})

test('a search with one network does not name it', async () => {
  await renderCore((api) => api.reply(getSearchInfo, aSearch('core')))
  expect(await screen.findByText(/^The nearest one/)).toBeVisible()
  expect(screen.queryByText(/^You searched/)).toBeNull()
})
