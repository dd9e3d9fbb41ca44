import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { geocode } from '#geography/contract.ts'
import { expectAccessible } from '#test-support/render-component.tsx'
import { button, findField, findResults, main, renderSearch } from '#test-support/render-search.tsx'
import { aProvider, aSearch } from '#test-support/search-factory.ts'
import {
  getSearchDetail,
  getSearchInfo,
  listCities,
  listCountries,
  listProviderTypes,
  listStates,
  searchProviders,
} from '../contract.ts'

const near = '/domestic-provider-search?zip=33131&type=0000000000'

/** Renders a search page while its first search runs. */
async function renderRunningSearch() {
  let release = () => {}
  const page = await renderSearch(near, (api) => {
    release = api.hold(searchProviders)
  })
  await waitFor(() => expect(page.api.requests(searchProviders)).toHaveLength(1))
  await screen.findByRole('form', { name: 'Search criteria' })
  const searchAgain = async (zip: string) => {
    await page.user.clear(screen.getByLabelText('ZIP code'))
    await page.user.type(screen.getByLabelText('ZIP code'), zip)
    await page.user.click(button('Search'))
  }
  return { ...page, release, searchAgain }
}

const question = () => screen.findByRole('dialog', { name: 'Search in progress' })
const searching = () => screen.queryAllByText('Searching for providers', { exact: false })

test('the page ignores a repeated search and asks before replacing a running one', async () => {
  const { api, user, searchAgain, url } = await renderRunningSearch()
  await user.click(button('Search'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await searchAgain('10001')
  expect(await question()).toHaveTextContent(
    'Your previous search is still running. Would you like to proceed with these new search parameters instead?',
  )
  await expectAccessible()
  await user.click(within(await question()).getByRole('button', { name: 'No' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(url()).toBe(near)
  expect(api.requests(searchProviders)).toHaveLength(1)
})

test('the replace-search dialog closes when the running search ends', async () => {
  const { user, searchAgain, release, url } = await renderRunningSearch()
  await searchAgain('10001')
  await question()
  release()
  await findResults()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText('ZIP code')).toHaveValue('10001')
  await user.click(button('Search'))
  await waitFor(() => expect(url()).toContain('zip=10001'))
  await findResults()
})

test('a running search shows progress next to its button', async () => {
  const { release } = await renderRunningSearch()
  const form = within(screen.getByRole('form', { name: 'Search criteria' }))
  expect(form.getByText('Searching for providers', { exact: false })).toBeVisible()
  expect(form.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expectAccessible()
  release()
  await findResults()
  expect(searching()).toEqual([])
})

test('a canceled search shows neither results nor an error', async () => {
  const { user, release } = await renderRunningSearch()
  await user.click(button('Cancel'))
  await waitFor(() => expect(searching()).toEqual([]))
  expect(button('Search')).toHaveFocus()
  release()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(button('Search'))
  await findResults()
})

test('Reset cancels the running search and clears the fields, the results and the URL', async () => {
  const { user, release, url } = await renderRunningSearch()
  await user.type(screen.getByLabelText('Provider name'), 'Mercy')
  await user.click(button('Reset'))
  await waitFor(() => expect(url()).toBe('/domestic-provider-search'))
  release()
  for (const name of ['ZIP code', 'Provider name']) expect(screen.getByLabelText(name)).toHaveValue('')
  expect(await findField('Provider type')).toHaveValue('All')
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a combo box shows a loading state instead of no matches while options load', async () => {
  let release = () => {}
  const { user } = await renderSearch('/domestic-provider-search?state=FL', (api) => {
    release = api.hold(listCities)
  })
  const city = await screen.findByRole('combobox', { name: 'City' })
  await user.click(city)
  expect(screen.getAllByText('Loading…').length).toBeGreaterThan(0)
  expect(screen.queryByText('No matches.')).toBeNull()
  await expectAccessible()
  release()
  await user.type(city, 'miami')
  expect(await screen.findByRole('option', { name: 'Miami' })).toBeVisible()
  expect(screen.queryByText('Loading…')).toBeNull()
  await user.type(city, 'iiii')
  expect(screen.getAllByText('No matches.').length).toBeGreaterThan(0)
})

test('the search shows an error without a connection and works again once it is back', async () => {
  const { api, user } = await renderSearch(near)
  await findResults()
  api.disconnect(searchProviders)
  await user.type(screen.getByLabelText('Provider name'), 'clinic')
  await user.click(button('Search'))
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred retrieving providers')
  api.reply(searchProviders, { results: [aProvider()] })
  await user.click(button('Search'))
  await findResults()
  expect(screen.queryByRole('alert')).toBeNull()
})

const lookups = [
  ['An error occurred retrieving countries', '/world', listCountries, 'Country'],
  ['An error occurred retrieving states', '/world?country=CA', listStates, 'State / province / parish'],
  ['An error occurred retrieving cities', '/domestic?state=FL', listCities, 'City'],
  ['An error occurred retrieving provider types', '/domestic', listProviderTypes, 'Provider type'],
] as const

test.each(lookups)('the page shows "%s" and recovers on retry', async (sentence, path, endpoint, field) => {
  const { api, user } = await renderSearch(path, ({ fail }) => fail(endpoint, 500))
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  await user.click(button('Close error'))
  expect(main().getByText(sentence)).toBeVisible()
  await expectAccessible()
  api.reply(endpoint, { results: [] })
  await user.click(main().getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
  expect(document.activeElement).toHaveAccessibleName(field)
})

test('a failed search shows an error and recovers on retry', async () => {
  const { api, user } = await renderSearch(near, ({ fail }) => fail(searchProviders, 500))
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred retrieving providers')
  api.reply(searchProviders, { results: [aProvider()] })
  await user.click(main().getByRole('button', { name: 'Try again' }))
  expect(screen.getByRole('region', { name: 'Results' })).toHaveFocus()
  await findResults()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the page shows a geocoder failure without blaming the ZIP code', async () => {
  const { api, user } = await renderSearch(near, ({ fail }) => fail(geocode, 500))
  expect(await screen.findByRole('alert')).toHaveTextContent('Unable to geocode location')
  expect(main().getByText('Unable to geocode location')).toBeVisible()
  expect(screen.getByLabelText('ZIP code')).not.toHaveAccessibleDescription(/geocode/)
  api.reply(geocode, { latitude: 25.77, longitude: -80.19, precision: 'zip', label: '33131' })
  await user.click(main().getByRole('button', { name: 'Try again' }))
  await findResults()
})

test('the page shows a skeleton under a heading, and recovers on retry when the search definition fails to load', async () => {
  let release = () => {}
  const { api, user } = await renderSearch('/domestic', ({ fail, hold }) => {
    fail(getSearchInfo, 500)
    release = hold(getSearchInfo)
  })
  expect(screen.getByText('Loading the provider search')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Provider Search' })).toBeVisible()
  await expectAccessible()
  release()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'An error occurred retrieving provider search info',
  )
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Provider Search')
  await expectAccessible()
  api.reply(getSearchInfo, aSearch('domestic'))
  await user.click(button('Try again'))
  expect(await screen.findByRole('heading', { name: 'A Provider Search' })).toBeVisible()
})

test('the page reports a missing introduction and keeps the search usable', async () => {
  await renderSearch(near, ({ fail }) => fail(getSearchDetail, 500))
  await findResults()
  expect(screen.getByRole('alert')).toHaveTextContent('An error occurred getting provider search detail')
})

test('the page tells visitors from other IP addresses that access is restricted', async () => {
  await renderSearch('/domestic', ({ fail }) => fail(getSearchInfo, 403))
  expect(await screen.findByRole('heading', { level: 1, name: 'Access Restricted' })).toBeVisible()
  await expectAccessible()
})

test('an incomplete search shows a modal, a focused summary and field errors', async () => {
  const { api, user, url } = await renderSearch('/domestic')
  const type = await findField('Provider type')
  await user.click(await screen.findByRole('button', { name: 'Clear Provider type' }))
  await user.click(button('Search'))
  const modal = () => screen.findByRole('dialog', { name: 'Invalid Search' })
  expect(await modal()).toHaveTextContent('Too little.')
  await expectAccessible()
  await user.click(within(await modal()).getByRole('button', { name: 'OK' }))
  const summary = await screen.findByRole('region', { name: 'Please check these fields:' })
  await waitFor(() => expect(summary).toHaveFocus())
  const lines = () =>
    screen.queryAllByRole('link', { name: /: Choose/ }).map(({ textContent }) => textContent)
  expect(lines()).toEqual([
    'State: Choose a state or enter a ZIP code.',
    'Provider type: Choose a provider type, or All.',
  ])
  await expectAccessible()
  await user.click(screen.getByRole('link', { name: /^Provider type/ }))
  expect(type).toHaveFocus()
  expect(type).toHaveAccessibleDescription('Choose a provider type, or All.')
  await user.type(screen.getByLabelText('ZIP code'), '33131')
  await waitFor(() => expect(lines()).toHaveLength(1))
  await user.type(type, 'All{Enter}')
  await waitFor(() => expect(lines()).toEqual([]))
  await user.clear(screen.getByLabelText('ZIP code'))
  await user.type(await findField('State'), 'Florida{Enter}')
  await user.click(button('Search'))
  await modal()
  await user.keyboard('{Escape}')
  expect(await findField('City')).toHaveAccessibleDescription(/^Choose a city or a provider type/)
  expect(screen.queryByLabelText('Range')).toBeNull()
  expect([url(), api.requests(searchProviders)]).toEqual(['/domestic', []])
})

test('the page points to the address bar when the browser blocks copying', async () => {
  const { user } = await renderSearch(near)
  await findResults()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Blocked'))
  await user.click(button('Copy link'))
  expect(await screen.findByText(/Copy it from your browser’s address bar./)).toBeVisible()
})
