import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible } from '#test-support/render-component.tsx'
import {
  button,
  findField,
  findResults,
  internationalSearch,
  renderSearch,
  type SearchApi,
} from '#test-support/render-search.tsx'
import {
  getSearchInfo,
  listCities,
  listCountries,
  listProviderTypes,
  listStates,
  searchProviders,
} from '../../contract.ts'

const domestic = '/domestic-provider-search'
const all = '0000000000'

const renderInternational = (query = '', change: (api: SearchApi) => void = () => {}) =>
  renderSearch(`/international-provider-search${query}`, (api) => {
    api.reply(getSearchInfo, internationalSearch)
    change(api)
  })

/** Renders an international search whose countries load only when the returned function is called. */
async function renderWithoutCountries() {
  let release = () => {}
  const page = await renderInternational('', (api) => {
    release = api.hold(listCountries)
  })
  const country = await findField('Country')
  expect(country).toHaveAttribute('placeholder', 'Loading…')
  return { ...page, country, release }
}

const city = () => screen.getByRole('combobox', { name: 'City' })
const disclaimer = () => screen.findByRole('dialog', { name: 'Invalid Selection' })

test.each(['GU', 'VI', 'PR'])('the page does not search when the URL names %s', async (territory) => {
  const { api, user } = await renderSearch(`${domestic}?state=${territory}&name=clinic&type=${all}`)
  expect(await disclaimer()).toHaveTextContent('please contact the provider directly')
  await user.click(button('OK'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await findField('State')).toHaveValue('')
  expect(screen.getByLabelText('Provider name')).toHaveValue('clinic')
  expect(api.requests(searchProviders)).toEqual([])
})

test.each(['Guam', 'Virgin Islands', 'Puerto Rico'])(
  'choosing %s shows the disclaimer instead of searching',
  async (territory) => {
    const { api, user } = await renderSearch(domestic)
    await user.type(await findField('State'), `${territory}{Enter}`)
    expect(await disclaimer()).toHaveTextContent(
      'For assistance in this country/US territory, please contact the provider directly.',
    )
    await expectAccessible()
    await user.click(button('OK'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const field = await findField('State')
    await waitFor(() => expect(field).toHaveFocus())
    expect(field).toHaveValue('')
    expect(api.requests(searchProviders)).toEqual([])
  },
)

test.each([
  [domestic, 'state=ZZ', 'State', '', ''],
  [domestic, 'type=208G0000XX', 'Provider type', 'All', ' “All” is selected instead.'],
  ['/international', 'country=XX&city=Paradise', 'Country', '', ''],
  ['/international', 'country=CA&state=CA-99&city=Paradise', 'State', '', ''],
])(
  '%s: the field shows an error when %s in the URL is unavailable',
  async (path, query, name, kept, more) => {
    await renderSearch(`${path}?${query}`, ({ reply }) => reply(listStates, { results: [ontario] }))
    const sentence = `That ${name.toLowerCase()} isn’t available in this search.${more}`
    const field = await findField(name === 'State' && path !== domestic ? /^State/ : name)
    await waitFor(() => expect(field).toHaveAccessibleDescription(sentence))
    expect(await screen.findByRole('link', { name: new RegExp(sentence) })).toBeVisible()
    expect(field).toHaveValue(kept)
    if (path !== domestic) expect(city()).toHaveValue('')
    await expectAccessible()
  },
)

const ontario = { id: 'CA-08', name: 'Ontario', abbreviation: null, showDisclaimer: false, disabled: false }

test.each([
  [`range=7&type=${all}`, 'Range', 'That range isn’t available in this search.'],
  ['type=208G0000XX', 'Provider type', /^That provider type isn’t available in this search/],
  [`state=ZZ&type=${all}`, 'State', 'That state isn’t available in this search.'],
  [`name=${'x'.repeat(201)}&type=${all}`, 'Provider name', /^The provider name in this link is too long/],
  [`name=Mercy%00&type=${all}`, 'Provider name', /^The provider name in this link is too long/],
])('the page shows an error and does not search when the URL contains %s', async (query, name, sentence) => {
  const { api, user } = await renderSearch(`${domestic}?zip=33131&${query}`)
  const field = await screen.findByLabelText(new RegExp(`^${name}`), { selector: 'input, select' })
  await waitFor(() => expect(field).toHaveAccessibleDescription(sentence))
  await expectAccessible()
  expect(api.requests(searchProviders)).toEqual([])
  if (name === 'Provider type') await user.type(field, 'All{Enter}')
  await user.click(button('Search'))
  await findResults()
  expect(field).not.toHaveAccessibleDescription(sentence)
})

test('a combo box ignores case and accents and announces the number of matches', async () => {
  const { user } = await renderInternational('', ({ reply }) =>
    reply(listCountries, {
      results: [
        { id: 'MX', name: 'México', hasStates: true, hasPostalCodes: true },
        { id: 'JM', name: 'Jamaica', hasStates: false, hasPostalCodes: true },
      ],
    }),
  )
  await user.type(await findField('Country'), 'MEX')
  expect(await within(screen.getByRole('listbox')).findAllByRole('option')).toHaveLength(1)
  expect(screen.getByRole('option', { name: 'México' })).toBeVisible()
  expect(screen.getAllByRole('status').some(({ textContent }) => textContent?.includes('1 option'))).toBe(
    true,
  )
  await expectAccessible()
})

test('a combo box keeps unmatched text visible with an error, and drops it on Reset', async () => {
  const { user } = await renderInternational()
  const country = await findField('Country')
  await user.type(country, 'Jamaica{Enter}')
  await user.type(country, 'Can{Escape}', { initialSelectionStart: 0, initialSelectionEnd: 7 })
  expect(country).toHaveValue('Jamaica')
  await user.clear(country)
  await user.type(country, 'Atlantis')
  expect(screen.getAllByText('No matches.').length).toBeGreaterThan(0)
  await user.tab()
  expect(country).toHaveValue('Atlantis')
  expect(country).toHaveAccessibleDescription(/“Atlantis” doesn’t match exactly one option/)
  expect(city()).toBeDisabled()
  await expectAccessible()
  await user.click(button('Reset'))
  expect(country).toHaveValue('')
  expect(country).not.toHaveAccessibleDescription(/Atlantis/)
})

test('a combo box selects the option for text typed before the options loaded, once they arrive', async () => {
  const { user, country, release } = await renderWithoutCountries()
  await user.type(country, 'jamaica')
  await user.tab()
  expect(country).toHaveValue('jamaica')
  release()
  await waitFor(() => expect(country).toHaveValue('Jamaica'))
  expect(city()).toBeEnabled()
})

test.each([
  ['and left ', true],
  ['', false],
])(
  'a combo box selects the option for text confirmed with Enter %sbefore the options loaded',
  async (_how, leaves) => {
    const { user, country, release } = await renderWithoutCountries()
    await user.type(country, 'jama{Enter}')
    if (leaves) await user.tab()
    expect(country).toHaveValue('jama')
    release()
    await waitFor(() => expect(country).toHaveValue('Jamaica'))
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(city()).toBeEnabled()
  },
)

test('a combo box selects an option typed in full and clears the selection when the field is emptied', async () => {
  const { user } = await renderInternational()
  const country = await findField('Country')
  await user.type(country, 'jamaica')
  await user.tab()
  expect(country).toHaveValue('Jamaica')
  await user.clear(country)
  await user.tab()
  expect(city()).toBeDisabled()
})

test('changing network, country or state reloads the dependent options', async () => {
  const { api, user } = await renderInternational('', ({ reply }) =>
    reply(listStates, { results: [ontario] }),
  )
  const lookups = [listCountries, listStates, listCities, listProviderTypes]
  const requests = () =>
    lookups
      .flatMap((endpoint) => api.requests(endpoint))
      .map(({ url, headers }) => `${url.pathname.replace('/api/', '')} of ${headers.get('provider-type')}`)
  const seen: string[] = []
  const expectRequests = async (...expected: string[]) => {
    seen.push(...expected)
    await waitFor(() => expect(requests().toSorted()).toEqual(seen.toSorted()))
  }
  await findField('Country')
  await expectRequests('countries of core', 'providertypes/0 of core')
  await user.selectOptions(screen.getByLabelText('Network'), 'global')
  await expectRequests('countries of global', 'providertypes/0 of global')
  await user.type(await findField('Country'), 'Canada{Enter}')
  await expectRequests('cities/CA/0 of global', 'states/CA of global')
  await user.type(await findField(/^State/), 'Ontario{Enter}')
  await expectRequests('cities/CA/CA-08 of global', 'providertypes/CA-08 of global')
})

test('changing the network resets country, state and city', async () => {
  const { user } = await renderInternational('?country=CA&state=CA-08&city=Miami', ({ reply }) =>
    reply(listStates, { results: [ontario] }),
  )
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('Canada'))
  expect(city()).toHaveValue('Miami')
  await user.selectOptions(screen.getByLabelText('Network'), 'global')
  expect(await findField('Country')).toHaveValue('')
  expect(screen.queryByRole('combobox', { name: /^State/ })).toBeNull()
  expect(city()).toHaveValue('')
  expect(city()).toBeDisabled()
})

test('a country without states hides the state field', async () => {
  const { user } = await renderInternational()
  await user.type(await findField('Country'), 'Aruba{Enter}')
  expect(screen.queryByRole('combobox', { name: /^State/ })).toBeNull()
  expect(city()).toBeEnabled()
})

test('domestic provider types appear under headings that cannot be selected', async () => {
  const { user } = await renderSearch(domestic, ({ reply }) =>
    reply(listProviderTypes, {
      results: [
        { id: all, description: 'All', type: null, disabled: false },
        { id: '-1', description: 'Facility Types', type: null, disabled: true },
        { id: '282N00000X', description: 'Hospital', type: 1, disabled: false },
        { id: '-2', description: 'Specialties', type: null, disabled: true },
        { id: '208G00000X', description: 'Surgery', type: 2, disabled: false },
      ],
    }),
  )
  const type = await findField('Provider type')
  await user.click(type)
  for (const name of ['Facility Types', 'Specialties']) {
    const heading = await within(screen.getByRole('listbox')).findByRole('option', { name })
    expect(heading).toHaveAttribute('aria-disabled', 'true')
    await user.click(heading)
    expect(type).toHaveValue('All')
  }
})
