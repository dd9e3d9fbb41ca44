import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible } from '#test-support/render-component.tsx'
import {
  findResults,
  internationalSearch,
  renderSearch,
  type SearchApi,
} from '#test-support/render-search.tsx'
import { aProvider, aSearch } from '#test-support/search-factory.ts'
import {
  getSearchInfo,
  listCities,
  listProviderTypes,
  type Provider,
  type SearchInfo,
  searchProviders,
} from '../../contract.ts'
import { allTypes as all } from '../../rules.ts'
import { emptyValues } from '../search-values.ts'
import { findWiderSearch, listOtherSearches } from './no-results.tsx'

/** A provider type that no nearby provider has. */
const rare = '208G00000X'

const domestic = aSearch('domestic', { unit: 'mi' })
const lds = aSearch('lds')

/** A provider 13.5 km from the center, outside the range of these searches. */
const far = { name: 'Far Clinic', city: 'Bozeman', state: 'MT', distance: 13.5, phone: '(406) 555-0100' }

type Body = { limit?: number; rangeInKM?: number; providerType?: string; name?: string }

/** Renders a search that finds nothing, and alternatives that find this provider. */
const renderEmpty = (search: SearchInfo, path: string, other: Partial<Provider> = far) =>
  renderSearch(path, ({ reply }) => {
    reply(getSearchInfo, search)
    reply(listProviderTypes, {
      results: [
        { id: all, description: 'All', type: null, disabled: false },
        { id: rare, description: 'Heart surgery', type: 2, disabled: false },
      ],
    })
    const kingston = { id: '1', name: 'Kingston', state: null, latitude: 18, longitude: -76.8 }
    reply(listCities, { results: [kingston] })
    reply(searchProviders, ({ body }) => ({ results: (body as Body).limit ? [aProvider(other)] : [] }))
  })

const suggestions = () => screen.queryAllByRole('button', { name: /^Search (within|all|without)/ })
const searchesIn = (api: SearchApi) =>
  api.requests(searchProviders).flatMap(({ body }) => ((body as Body).limit ? [] : [body]))

test.each([
  ['domestic', domestic, '/domestic', 'zip=59718', '8.39 miles', 10, 16.0934],
  [
    'core, with a ZIP',
    internationalSearch,
    '/world',
    'country=JM&city=Kingston&zip=JMAAW01',
    '13.50 kilometers',
    15,
    15,
  ],
  [
    'global',
    internationalSearch,
    '/world',
    'network=global&country=JM&city=Kingston',
    '13.50 kilometers',
    15,
    15,
  ],
  ['LDS', lds, '/world', 'country=JM&city=Kingston', '13.50 kilometers', 15, 15],
])(
  'an empty result (%s) shows the nearest provider and widens the range to it',
  async (_family, search, path, place, distance, range, rangeInKM) => {
    const { api, user, url } = await renderEmpty(search, `${path}?${place}&type=${rare}&range=2`)
    const unit = distance.split(' ')[1]
    const widen = await screen.findByRole('button', { name: `Search within ${range} ${unit}` })
    expect(screen.getAllByText('Nothing.')[0]).toHaveRole('status')
    expect(screen.getByText(`The nearest one is ${distance} away, in Bozeman, MT.`)).toHaveRole('status')
    const nearest = within(screen.getByRole('list', { name: 'The nearest providers' }))
    expect(nearest.getByRole('heading', { name: 'Far Clinic' })).toBeVisible()
    expect(nearest.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', 'tel:4065550100')
    await expectAccessible()
    await user.click(widen)
    await waitFor(() => expect(searchesIn(api)).toHaveLength(2))
    expect(searchesIn(api)[1]).toMatchObject({ rangeInKM: expect.closeTo(rangeInKM, 2) })
    expect(url()).not.toContain('range=2')
    await user.click(await screen.findByRole('button', { name: 'Search all provider types' }))
    await waitFor(() => expect(searchesIn(api)).toHaveLength(3))
    expect(searchesIn(api)[2]).toMatchObject({ providerType: all })
    expect(url()).toContain(`type=${all}`)
  },
)

test('a provider beyond the widest range is shown without a wider range', async () => {
  await renderEmpty(domestic, `/domestic?zip=59718&type=${all}&range=2`, { ...far, distance: 200 })
  expect(await screen.findByText('The nearest one is 124.27 miles away, in Bozeman, MT.')).toBeVisible()
  expect(suggestions()).toEqual([])
})

test('an empty result offers only searches that find something', async () => {
  const { api } = await renderSearch(`/domestic?zip=59718&type=${rare}&name=mercy`, ({ reply }) => {
    reply(getSearchInfo, domestic)
    reply(listProviderTypes, {
      results: [{ id: rare, description: 'Heart surgery', type: 2, disabled: false }],
    })
    reply(searchProviders, ({ body }) => ({ results: (body as Body).name ? [] : [aProvider()] }))
  })
  expect(await screen.findByRole('button', { name: 'Search without the name' })).toBeVisible()
  expect(suggestions()).toHaveLength(1)
  expect(api.requests(searchProviders)).toHaveLength(4)
})

test('an empty result stays without alternatives when their search fails', async () => {
  const { api } = await renderSearch(`/domestic?zip=59718&type=${all}&range=2`, ({ reply }) => {
    reply(getSearchInfo, domestic)
    reply(searchProviders, ({ body }) => {
      if ((body as Body).limit) throw new TypeError('Failed to fetch')
      return { results: [] }
    })
  })
  await waitFor(() => expect(api.requests(searchProviders)).toHaveLength(2))
  expect(screen.getAllByText('Nothing.')[0]).toBeVisible()
  expect(suggestions()).toEqual([])
})

test('a suggestion followed by keyboard leads to providers', async () => {
  const { api, user } = await renderEmpty(domestic, `/domestic?zip=59718&type=${rare}&range=2`)
  const widen = await screen.findByRole('button', { name: 'Search within 10 miles' })
  api.reply(searchProviders, { results: [aProvider({ name: 'Harbor Clinic' })] })
  widen.focus()
  await user.keyboard('{Enter}')
  expect(await findResults()).toHaveTextContent('Harbor Clinic')
  expect(suggestions()).toEqual([])
})

test.each([
  ['a Core name search', internationalSearch, 'city=Kingston'],
  ['an LDS all-cities search', lds, 'city=*'],
])('an empty result offers no wider range for %s', async (_what, search, city) => {
  await renderEmpty(search, `/world?country=JM&${city}&type=${rare}`)
  await screen.findByRole('button', { name: 'Search all provider types' })
  expect(suggestions()).toHaveLength(1)
})

const surgeons = { ...emptyValues(domestic), providerType: rare }
const near = { ...surgeons, zipCode: '59718', range: 2 as const }

test.each([
  ['the smallest range that contains the nearest provider', 13.5, 10],
  ['the next range for a provider just outside this one', 3.3, 5],
  ['the widest range for a provider at its edge', 80.467, 50],
])('suggests %s', (_what, distance, range) => {
  expect(findWiderSearch(near, domestic, { distance })).toEqual({ ...near, range })
})

test('suggests no wider range when even the widest finds nothing', () => {
  expect(findWiderSearch(near, domestic, { distance: 81 })).toBeUndefined()
  expect(findWiderSearch(near, domestic, { distance: null })).toBeUndefined()
})

test('suggests all types and a search without the name', () => {
  const values = { ...near, name: 'Mercy' }
  expect(listOtherSearches(values, domestic).map((other) => other.values)).toEqual([
    { ...values, providerType: all },
    { ...values, name: '' },
  ])
})

test('does not suggest all types for a whole state', () => {
  expect(listOtherSearches({ ...surgeons, state: 'FL' }, domestic)).toEqual([])
})

test('does not suggest all types when the search already covers them', () => {
  expect(listOtherSearches({ ...near, providerType: all }, domestic)).toEqual([])
})
