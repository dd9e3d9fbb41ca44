import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible } from '#test-support/render-component.tsx'
import { button, findResults, internationalSearch, renderSearch } from '#test-support/render-search.tsx'
import { aProvider, aSearch } from '#test-support/search-factory.ts'
import {
  getSearchInfo,
  listCities,
  listProviderTypes,
  type SearchInfo,
  searchProviders,
} from '../contract.ts'

const all = '0000000000'
/** A provider type that no nearby provider has. */
const rare = '208G00000X'

const domestic = aSearch('domestic', { unit: 'mi' })
const lds = aSearch('lds')

/** Renders a search that finds nothing. */
const renderEmpty = (search: SearchInfo, path: string) =>
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
    reply(searchProviders, { results: [] })
  })

const suggestions = () => screen.queryAllByRole('button', { name: /^Search (within|all)/ })

test.each([
  ['domestic', domestic, '/domestic', 'zip=59718', 'miles'],
  ['core, with a ZIP', internationalSearch, '/world', 'country=JM&city=Kingston&zip=JMAAW01', 'kilometers'],
  ['global', internationalSearch, '/world', 'network=global&country=JM&city=Kingston', 'kilometers'],
  ['LDS', lds, '/world', 'country=JM&city=Kingston', 'kilometers'],
])(
  'an empty result (%s) offers a wider range and all provider types',
  async (_family, search, path, place, unit) => {
    const { api, user, url } = await renderEmpty(search, `${path}?${place}&type=${rare}&range=2`)
    const widen = await screen.findByRole('button', { name: `Search within 50 ${unit}` })
    expect(screen.getAllByText('Nothing.')[0]).toHaveRole('status')
    await expectAccessible()
    await user.click(widen)
    await waitFor(() => expect(api.requests(searchProviders)).toHaveLength(2))
    const rangeInKM = expect.closeTo(unit === 'miles' ? 80.467 : 50, 2)
    expect(api.requests(searchProviders)[1]?.body).toMatchObject({ rangeInKM })
    expect(url()).toContain('range=50')
    await waitFor(() =>
      expect(suggestions().map(({ textContent }) => textContent)).toEqual(['Search all provider types']),
    )
    await user.click(button('Search all provider types'))
    await waitFor(() => expect(api.requests(searchProviders)).toHaveLength(3))
    expect(api.requests(searchProviders)[2]?.body).toMatchObject({ providerType: all })
    expect(url()).toContain(`type=${all}`)
  },
)

test('a suggestion followed by keyboard leads to providers', async () => {
  const { api, user } = await renderEmpty(domestic, `/domestic?zip=59718&type=${rare}&range=2`)
  const widen = await screen.findByRole('button', { name: 'Search within 50 miles' })
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

test('a search returns at most 250 results with a warning', async () => {
  const path = `/domestic?zip=10001&type=${all}&range=50`
  await renderSearch(path, ({ reply }) =>
    reply(searchProviders, {
      results: Array.from({ length: 251 }, (_, at) => aProvider({ hash: `p${at}`, name: `Clinic ${at}` })),
    }),
  )
  await findResults()
  expect(screen.getByText('250 providers found')).toBeVisible()
  expect(
    screen.getByText('Your search returned more than 250 results. Please consider refining your search.'),
  ).toBeVisible()
  expect(screen.getByText('1–10 of 250')).toBeVisible()
})
