import { renderHook, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { findPlaces } from '#geography/contract.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { removeTabValues, tabDraftPrefix } from '#platform/web/storage.ts'
import {
  getDirectoryFigures,
  getSearchInfo,
  getSuggestions,
  listCountries,
  listProviderTypes,
} from '#provider-search/contract.ts'
import { emptyValues } from '#provider-search/web/search-values.ts'
import { useSearchForm } from '#provider-search/web/use-search-form.ts'
import { expectAccessible, renderComponent, setTimeZone } from '#test-support/render-component.tsx'
import { aSearch } from '#test-support/search-factory.ts'
import { stubApi } from '#test-support/stub-api.ts'
import { formatFigure, StartPage } from './start-page.tsx'

setTimeZone('America/New_York')

const urgentCare = {
  id: '261QU0200X',
  description: 'Clinic/Center, Urgent Care',
  type: 1 as const,
  disabled: false,
}
const zip = {
  kind: 'zip' as const,
  label: 'Miami, FL 33131',
  zipCode: '33131',
  city: 'Miami',
  state: 'FL',
  stateName: 'Florida',
  country: 'US',
  latitude: 25.77,
  longitude: -80.19,
  centerZipCode: null,
}

beforeEach(() => {
  removeTabValues(tabDraftPrefix)
  Object.assign(getBootstrapData(), { servicePhone: '(212) 555-0100', serviceEmail: 'service@example.com' })
})

async function renderStart(change: (api: ReturnType<typeof stubApi>) => void = () => {}) {
  const api = stubApi()
  api.reply(getSearchInfo, ({ url }) =>
    url.pathname.includes('international')
      ? aSearch('core', { url: '/international-provider-search' })
      : aSearch('domestic', { url: '/domestic-provider-search' }),
  )
  api.reply(getDirectoryFigures, { providers: 25_034, countries: 40, updatedAt: '2026-11-22T15:00:00Z' })
  api.reply(getSuggestions, { types: [urgentCare], providers: [], meansType: true })
  api.reply(findPlaces, { results: [zip] })
  api.reply(listCountries, { results: [] })
  api.reply(listProviderTypes, { results: [urgentCare] })
  change(api)
  return { api, ...(await renderComponent(<StartPage />)) }
}

const where = () => screen.findByRole('combobox', { name: 'Where' })
const value = (label: string) => screen.getByText(label).parentElement

test('shows whom to call, both logins and the figures of the directory', async () => {
  await renderStart()
  await where()
  expect(screen.getByRole('link', { name: '(212) 555-0100' })).toHaveAttribute('href', 'tel:2125550100')
  expect(screen.getByRole('link', { name: 'service@example.com' })).toBeVisible()
  for (const name of ['Portal Login', 'Member Login'])
    expect(screen.getByRole('button', { name })).toBeVisible()
  await waitFor(() => expect(value('Providers in our networks')).toHaveTextContent('25,000+'))
  expect(value('Countries covered')).toHaveTextContent('40')
  expect(value('Directory last updated')).toHaveTextContent('11/22/2026')
  expect(value('Answered by people')).toHaveTextContent('24/7/365')
  await expectAccessible()
})

test('without figures, phone or search settings, the rest of the page stays', async () => {
  Object.assign(getBootstrapData(), { servicePhone: undefined, serviceEmail: undefined })
  await renderStart((api) => {
    api.fail(getDirectoryFigures, 503)
    api.fail(getSearchInfo, 503)
  })
  expect(await screen.findByText(/^This search isn’t available right now/)).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Providers in our networks')).toBeNull())
  expect(screen.queryByText(/Need help/)).toBeNull()
  expect(screen.queryByText('Answered by people')).toBeNull()
  expect(screen.getByRole('link', { name: 'Domestic Provider Search' })).toBeVisible()
  await expectAccessible()
})

test('a quick link asks for the place, and then searches; later ones search at once', async () => {
  const first = await renderStart()
  await where()
  await first.user.click(screen.getByRole('button', { name: 'Urgent care' }))
  expect(await screen.findByRole('combobox', { name: 'What' })).toHaveValue('Urgent care')
  expect(await where()).toHaveFocus()
  await first.user.type(await where(), 'mia')
  await first.user.click(await screen.findByRole('option', { name: 'Miami, FL 33131' }))
  const search = `/domestic-provider-search?zip=33131&type=${urgentCare.id}`
  await waitFor(() => expect(first.url()).toBe(search))

  const second = await renderStart()
  await waitFor(async () => expect(await where()).toHaveValue('Miami, FL 33131'))
  await second.user.click(screen.getByRole('button', { name: 'Dentists' }))
  await waitFor(() => expect(second.url()).toBe(search))
})

test('passes the street of an address to the search, but not in the URL', async () => {
  const { user, url, historyState } = await renderStart()
  await user.type(await where(), '80 SW 8th St, Miami, FL 33131')
  await user.click(await screen.findByRole('option', { name: 'Miami, FL 33131' }))
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(url()).toContain('?state=FL&city=Miami&zip=33131'))
  expect(url()).not.toContain('8th')
  expect(historyState()).toMatchObject({ street: '80 SW 8th St' })
})

test('a new search does not show what was typed after an earlier one for the same values', async () => {
  const search = aSearch('domestic')
  const values = { ...emptyValues(search), zipCode: '33131' }
  const openForm = () => renderHook(() => useSearchForm(search, values)).result.current
  openForm().change({ name: 'unfinished' })
  expect(openForm().getValues().name).toBe('unfinished')
  const { user, url } = await renderStart()
  await user.type(await where(), '33131{Escape}')
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(url()).toContain('zip=33131'))
  expect(openForm().getValues().name).toBe('')
})

test('says at the field that the place is missing', async () => {
  const { user, url } = await renderStart()
  await where()
  await user.click(screen.getByRole('button', { name: 'Search' }))
  await waitFor(async () => expect(await where()).toHaveAccessibleDescription('Enter a city or ZIP code.'))
  expect(await where()).toHaveFocus()
  expect(url()).toBe('/')
  await expectAccessible()
})

test('the choice between home and abroad keeps the focus and changes the search', async () => {
  const { user } = await renderStart()
  await where()
  const abroad = within(screen.getByRole('radiogroup')).getByRole('radio', { name: 'Abroad' })
  await user.click(abroad)
  await waitFor(async () => expect(await where()).toHaveAttribute('placeholder', 'City'))
  expect(abroad).toHaveFocus()
})

test.each([
  [7, '7'],
  [99, '99'],
  [100, '100+'],
  [25_034, '25,000+'],
  [1_290_000, '1,200,000+'],
])('writes the figure %i as %s', (figure, text) => {
  expect(formatFigure(figure)).toBe(text)
})
