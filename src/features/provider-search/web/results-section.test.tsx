import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { geocode } from '#geography/contract.ts'
import { messages as platformMessages } from '#platform/messages.ts'
import { expectAccessible } from '#test-support/render-component.tsx'
import {
  button,
  findField,
  findResults,
  main,
  placeNotFound,
  renderSearch,
} from '#test-support/render-search.tsx'
import { aProvider, aSearch } from '#test-support/search-factory.ts'
import { getSearchInfo, listProviderTypes, searchProviders } from '../contract.ts'

const all = '0000000000'
/** A provider type that no nearby provider has. */
const rare = '208G00000X'
const near = `/domestic?zip=33131&type=${all}`

test('a search returns at most 250 results with a warning, and focus survives selecting all and paging', async () => {
  const path = `/domestic?zip=10001&type=${all}&range=50`
  const { user } = await renderSearch(path, ({ reply }) =>
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
  button('Select all 250').focus()
  await user.keyboard('{Enter}')
  expect(button('Clear selection')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(button('Select all 250')).toHaveFocus()
  const pages = within(screen.getByRole('navigation', { name: 'Pages of results' }))
  await user.click(pages.getByRole('button', { name: '25' }))
  await user.click(button('Previous page'))
  button('Next page').focus()
  await user.keyboard('{Enter}')
  expect(screen.getByText('241–250 of 250')).toBeVisible()
  expect(pages.getByRole('button', { current: 'page' })).toHaveFocus()
})

test.each([
  ['the search term in every name', 'pharmac', ['Pharmac', 'Pharmac']],
  [
    'the intended words when the name has a typo',
    'retial%20phramacy',
    ['Retail Pharmacy', 'Retail Pharmacy'],
  ],
  ['nothing when the search has no name', '', []],
])('results highlight %s', async (_what, name, marked) => {
  await renderSearch(`/domestic-provider-search?zip=33131&type=${all}&name=${name}`, ({ reply }) =>
    reply(searchProviders, {
      results: [
        aProvider({ hash: 'one', name: 'Main Street Retail Pharmacy' }),
        aProvider({ hash: 'two', name: 'Retail Pharmacy of Miami' }),
      ],
    }),
  )
  const rows = within(await findResults())
    .getAllByRole('row')
    .slice(1)
  const marks = rows.map((row) => [...row.querySelectorAll('mark')].map(({ textContent }) => textContent))
  expect(marks.map((words) => words.join(' ')).filter(Boolean)).toEqual(marked)
})

const newYork = { latitude: 40.75, longitude: -73.99, precision: 'zip', label: 'New York, NY 10001' } as const

test('a ZIP code outside the chosen city shows a warning and stays searchable', async () => {
  const { api, user } = await renderSearch('/domestic?state=FL&city=Miami', ({ reply }) =>
    reply(geocode, newYork),
  )
  await waitFor(() => expect(screen.getByLabelText('Address')).toBeEnabled())
  await user.type(screen.getByLabelText('Address'), '1 Totally Fake Street')
  await user.type(screen.getByLabelText('ZIP code'), '10001')
  await screen.findByText(/^New York, NY 10001 is not in Miami, Florida. Your search will use the ZIP code./)
  await expectAccessible()
  await user.click(button('Search'))
  expect(
    await screen.findByText(
      'We couldn’t find that street address. Distances are measured from the center of New York, NY 10001.',
    ),
  ).toBeVisible()
  await user.click(button('Remove Miami, Florida'))
  expect(screen.getByRole('combobox', { name: 'State' })).toHaveValue('')
  expect(screen.queryByText(/is not in Miami/)).toBeNull()
  expect(screen.getByLabelText('ZIP code')).toHaveFocus()
  expect(api.requests(searchProviders)).toHaveLength(1)
})

test('a field shows an error when its place is not found', async () => {
  await renderSearch(near, ({ fail }) => fail(geocode, 404, placeNotFound))
  expect(await screen.findByRole('alert')).toHaveTextContent('Unable to geocode location')
  expect(screen.getByLabelText('ZIP code')).toHaveAccessibleDescription(/^We couldn’t find this code/)
})

test('a server that does not have the geocoder yet says nothing about the ZIP code', async () => {
  const problem = { ...placeNotFound, detail: platformMessages.notFound }
  await renderSearch(near, ({ fail }) => fail(geocode, 404, problem))
  expect(await screen.findByRole('alert')).toHaveTextContent('Unable to geocode location')
  expect(screen.getByLabelText('ZIP code')).not.toHaveAccessibleDescription(/find this code/)
  expect(main().getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('an unknown ZIP code is measured from its city', async () => {
  await renderSearch(`/domestic?state=FL&city=Miami&zip=00000&type=${all}`, ({ reply }) =>
    reply(geocode, { ...newYork, precision: 'city', label: 'Miami, FL' }),
  )
  await findResults()
  expect(
    screen.getByText(/^We couldn’t find that ZIP code. Distances are measured from the center of Miami, FL/),
  ).toBeVisible()
})

test('the city is disabled until a state is chosen, and the address until a city is', async () => {
  const { user } = await renderSearch('/domestic')
  const [city, address] = [await findField('City'), screen.getByLabelText('Address')]
  for (const field of [city, address]) expect(field).toBeDisabled()
  await user.type(await findField('State'), 'flor')
  await user.tab()
  expect(screen.getByRole('combobox', { name: 'State' })).toHaveValue('Florida')
  await waitFor(() => expect(city).toBeEnabled())
  expect(address).toBeDisabled()
  await user.type(city, 'Miami{Enter}')
  await user.type(address, '80 SW 8th St')
  await user.clear(screen.getByRole('combobox', { name: 'State' }))
  await user.type(screen.getByRole('combobox', { name: 'State' }), 'Georgia{Enter}')
  for (const field of [city, address]) expect(field).toHaveValue('')
  expect(address).toBeDisabled()
})

test('text that matches several options blocks a complete search', async () => {
  const { api, user, url } = await renderSearch('/domestic?zip=33131')
  const state = await findField('State')
  await user.type(state, 'new')
  await user.click(button('Search'))
  expect(state).toHaveFocus()
  expect(state).toHaveValue('new')
  expect([url(), api.requests(searchProviders)]).toEqual(['/domestic?zip=33131', []])
  await user.click(button('Clear State'))
  await user.click(button('Search'))
  await findResults()
})

test.each([
  ['offers tax IDs and email where the network does', ['domestic'], true],
  ['offers neither tax IDs nor email elsewhere', [], false],
])('a search by name shows no distances and %s', async (_what, networks, offered) => {
  const changes = { taxIdNetworks: networks, emailNetworks: networks }
  const { user } = await renderSearch(`/domestic?state=FL&name=clinic&type=${all}`, ({ reply }) => {
    reply(getSearchInfo, aSearch('domestic', changes))
    reply(searchProviders, { results: [aProvider({ tin: '12-3456789' })] })
  })
  await findResults()
  expect(screen.queryByLabelText('Tax ID') !== null).toBe(offered)
  await user.click(button('Columns'))
  expect(screen.queryByRole('checkbox', { name: 'Tax ID' }) !== null).toBe(offered)
  expect(screen.queryByRole('checkbox', { name: /^Distance/ })).toBeNull()
  await user.keyboard('{Escape}')
  const email = screen.queryAllByRole('button', { name: 'Email Selected' })
  expect(email.map((found) => found.matches(':disabled'))).toEqual(offered ? [true] : [])
  vi.stubGlobal('print', () => dispatchEvent(new Event('beforeprint')))
  await user.click(button('Print all'))
  const sheet = await waitFor(() => document.querySelector('[data-sheet]') as Element)
  expect(sheet.textContent?.includes('Tax ID 12-3456789')).toBe(offered)
})

const urgentCare = { id: rare, description: 'Urgent care', type: 2, disabled: false } as const

test('the search waits for the provider types when a type was typed before they loaded', async () => {
  let release = () => {}
  const { api, user } = await renderSearch('/domestic', (stub) => {
    stub.reply(listProviderTypes, { results: [urgentCare] })
    release = stub.hold(listProviderTypes)
  })
  const type = await findField('Provider type')
  await user.type(screen.getByLabelText('ZIP code'), '33131')
  await user.clear(type)
  await user.type(type, 'urgent')
  await user.tab()
  await user.click(button('Search'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }))
  expect(api.requests(searchProviders)).toEqual([])
  release()
  await waitFor(() => expect(type).toHaveValue('Urgent care'))
  await user.click(button('Search'))
  await findResults()
  expect(api.requests(searchProviders)[0]?.body).toMatchObject({ providerType: rare })
})
