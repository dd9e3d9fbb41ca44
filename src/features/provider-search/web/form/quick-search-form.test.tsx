import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { findNearestPlace, findPlaces, type Place } from '#geography/contract.ts'
import { removeTabValues, searchDraftPrefix } from '#platform/web/storage.ts'
import { expectAccessible } from '#test-support/render-component.tsx'
import { findResults, renderSearchForm, type SearchApi } from '#test-support/render-search.tsx'
import { getSuggestions, listProviderTypes, type SuggestedProvider, searchProviders } from '../../contract.ts'
import { detailedFormStore } from '../search-values.ts'

const domestic = '/domestic-provider-search'
const all = { id: '0000000000', description: 'All', type: null, disabled: false }
const cardiology = { id: '207RC0000X', description: 'Cardiology', type: 2 as const, disabled: false }
const urgentCare = { id: '261QU0200X', description: 'Urgent Care', type: 1 as const, disabled: false }
const mercy: SuggestedProvider = {
  ...{ id: '1', hash: 'mercy', name: 'Mercy Heart Group', providerType: 'Cardiology' },
  ...{ providerTypeId: cardiology.id, city: 'Miami', state: 'FL', zipcode: '33131-0001', country: 'US' },
  ...{ latitude: 25.77, longitude: -80.19, distance: 1.61 },
}
const aPlace = (changes: Partial<Place>): Place => ({
  ...{ kind: 'zip', label: 'Miami, FL 33131', zipCode: '33131', city: 'Miami', state: 'FL' },
  stateName: 'Florida',
  ...{ country: 'US', latitude: 25.77, longitude: -80.19, centerZipCode: null, ...changes },
})
const zip = aPlace({})
const miami = aPlace({ kind: 'city', label: 'Miami, FL', zipCode: null })
const kingston = aPlace({
  ...{ kind: 'city', label: 'Kingston, Jamaica', zipCode: null, city: 'Kingston', state: 'JM-17' },
  country: 'JM',
})

beforeEach(() => {
  detailedFormStore.remove()
  removeTabValues(searchDraftPrefix)
})

const renderQuick = (path = domestic, change: (api: SearchApi) => void = () => {}) =>
  renderSearchForm(path, (api) => {
    api.reply(listProviderTypes, { results: [all, cardiology, urgentCare] })
    api.reply(getSuggestions, ({ url }) => {
      const typed = url.searchParams.get('searchTerm') ?? ''
      if (typed.startsWith('heart')) return { types: [cardiology], providers: [mercy] }
      return { types: typed === 'urgent care' ? [urgentCare] : [], providers: [] }
    })
    api.reply(findPlaces, ({ url }) => {
      const typed = url.searchParams.get('searchTerm') ?? ''
      if (typed.startsWith('king')) return { results: [kingston] }
      return { results: typed.startsWith('mia') ? [miami, zip] : [] }
    })
    change(api)
  })

const what = () => screen.findByRole('combobox', { name: 'What' })
const where = () => screen.findByRole('combobox', { name: 'Where' })
const searchButton = () => screen.getByRole('button', { name: 'Search' })
const options = () =>
  within(screen.getByRole('listbox'))
    .queryAllByRole('option')
    .map(({ textContent }) => textContent)
const highlighted = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')

test('suggests types, providers and a name search in groups, and Enter and Tab take the first', async () => {
  const { user, url } = await renderQuick()
  await user.type(await what(), 'heart')
  await screen.findByRole('option', { name: 'Cardiology' })
  expect(screen.getAllByRole('group').map((group) => within(group).getAllByRole('option').length)).toEqual([
    1, 1, 1,
  ])
  expect(screen.getByRole('group', { name: 'Providers' })).toHaveTextContent('Cardiology · Miami, FL')
  expect(options().at(-1)).toContain('Search names for “heart”')
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('3 suggestions')
  expect(highlighted(await what())).toHaveTextContent('Cardiology')
  await expectAccessible()
  await user.keyboard('{Enter}')
  expect(await what()).toHaveValue('Cardiology')
  expect(await where()).toHaveFocus()
  await user.type(await where(), 'mia')
  await screen.findByRole('option', { name: 'Miami, FL' })
  await user.tab()
  expect(await where()).toHaveValue('Miami, FL')
  await user.click(searchButton())
  await findResults()
  expect(url()).toBe(`${domestic}?state=FL&city=Miami&type=${cardiology.id}`)
})

test('Enter in the place searches, arrow keys move, and Escape leaves the text', async () => {
  const { api, user, url } = await renderQuick()
  await user.type(await what(), 'mercy')
  await screen.findByRole('option', { name: /^Search names/ })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(await what()).toHaveValue('mercy')
  await user.type(await where(), 'mia')
  await screen.findByRole('option', { name: 'Miami, FL 33131' })
  await user.keyboard('{ArrowDown}')
  expect(highlighted(await where())).toHaveTextContent('Miami, FL 33131')
  await user.keyboard('{Enter}')
  await findResults()
  expect(url()).toBe(`${domestic}?zip=33131&type=${all.id}&name=mercy`)
  expect(api.requests(searchProviders)).toHaveLength(1)
  expect(await where()).toHaveValue('Miami, FL 33131')
})

test('a suggested provider is searched for by its name at its place', async () => {
  const { user, url } = await renderQuick()
  await user.type(await what(), 'heart')
  await user.click(await screen.findByRole('option', { name: /^Mercy Heart Group/ }))
  await findResults()
  expect(url()).toBe(`${domestic}?zip=33131&type=${all.id}&name=Mercy+Heart+Group`)
})

test.each([
  ['urgent care', `type=${urgentCare.id}`],
  ['mercy', `type=${all.id}&name=mercy`],
  ['', `type=${all.id}`],
])('without a choice, “%s” at a typed ZIP code searches for %s', async (words, query) => {
  const { user, url } = await renderQuick()
  await what()
  if (words) await user.type(await what(), `${words}{Escape}`)
  await user.type(await where(), '33131-0001{Escape}')
  await user.click(searchButton())
  await findResults()
  expect(url()).toBe(`${domestic}?zip=33131&${query}`)
})

test('an unknown place, and none, are said at the field', async () => {
  const { api, user } = await renderQuick()
  await user.type(await where(), 'atlantis{Escape}')
  await user.click(searchButton())
  await waitFor(async () => expect(await where()).toHaveAccessibleDescription(/^We couldn’t find “atlantis”/))
  await expectAccessible()
  await user.clear(await where())
  expect(await where()).not.toHaveAccessibleDescription()
  await user.click(searchButton())
  await user.click(await screen.findByRole('button', { name: 'OK' }))
  await waitFor(async () => expect(await where()).toHaveFocus())
  expect(await where()).toHaveAccessibleDescription('Enter a city or ZIP code.')
  expect(api.requests(searchProviders)).toEqual([])
})

test('a failed lookup of a place is said at the field', async () => {
  const { user } = await renderQuick(domestic, (api) => api.fail(findPlaces, 503))
  await user.type(await where(), 'miami')
  await user.click(searchButton())
  await waitFor(async () =>
    expect(await where()).toHaveAccessibleDescription(/^We couldn’t look up the place/),
  )
})

test('requests for letters that were typed on are canceled, and the list stays until the next arrives', async () => {
  let release = () => {}
  const { api, user } = await renderQuick()
  await user.type(await what(), 'heart')
  await screen.findByRole('option', { name: 'Cardiology' })
  release = api.hold(getSuggestions)
  await user.type(await what(), 'y')
  const sent = () =>
    api.requests(getSuggestions).find(({ url }) => url.searchParams.get('searchTerm') === 'hearty')
  await waitFor(() => expect(sent()).toBeDefined())
  expect(options()[0]).toBe('Cardiology')
  await user.type(await what(), ' ')
  await user.type(await what(), 'd')
  await waitFor(() => expect(sent()?.signal?.aborted).toBe(true))
  await user.keyboard('{Enter}')
  release()
  await waitFor(async () => expect(await what()).toHaveValue('Cardiology'))
})

function stubPosition(answer: (found: PositionCallback, failed: PositionErrorCallback) => void) {
  const getCurrentPosition = vi.fn((found: PositionCallback, failed?: PositionErrorCallback | null) =>
    answer(found, failed ?? (() => {})),
  )
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition } as unknown as Geolocation)
  return getCurrentPosition
}

test('the position is asked for only on request, and then searches', async () => {
  const ask = stubPosition((found) =>
    found({ coords: { latitude: 25.77, longitude: -80.19 } } as GeolocationPosition),
  )
  const { user, url } = await renderQuick(domestic, (api) => api.reply(findNearestPlace, zip))
  await user.click(await where())
  expect(options()).toEqual([expect.stringContaining('Use my location')])
  expect(ask).not.toHaveBeenCalled()
  await expectAccessible()
  await user.click(screen.getByRole('option', { name: /^Use my location/ }))
  await findResults()
  expect(url()).toBe(`${domestic}?zip=33131&type=${all.id}`)
})

test.each([
  [1, 200, /^Your browser didn’t share your location/],
  [3, 200, /^We couldn’t find your location/],
  [0, 404, /^We couldn’t find a place near you/],
  [0, 503, /^We couldn’t look up the place/],
])('a position with error %i and answer %i is answered in words', async (code, status, sentence) => {
  stubPosition((found, failed) =>
    code > 0
      ? failed({ code } as GeolocationPositionError)
      : found({ coords: { latitude: 0, longitude: 0 } } as GeolocationPosition),
  )
  const { user } = await renderQuick(domestic, (api) => api.fail(findNearestPlace, status))
  await user.click(await where())
  await user.click(screen.getByRole('option', { name: /^Use my location/ }))
  await waitFor(async () => expect(await where()).toHaveAccessibleDescription(sentence))
  expect(await where()).toHaveFocus()
})

test('abroad, a city is searched for with its country', async () => {
  const { user, url } = await renderQuick('/international-provider-search')
  await user.type(await where(), 'king')
  await screen.findByRole('option', { name: 'Kingston, Jamaica' })
  await user.keyboard('{Enter}')
  await findResults()
  expect(url()).toBe(`/international-provider-search?country=JM&city=Kingston&type=${all.id}`)
})

test('the place of the last search stays in the tab', async () => {
  const first = await renderQuick()
  await first.user.type(await where(), 'mia')
  await screen.findByRole('option', { name: 'Miami, FL' })
  await first.user.keyboard('{Tab}')
  await first.user.click(await screen.findByRole('button', { name: 'More options' }))
  expect(await screen.findByRole('combobox', { name: 'State' })).toHaveValue('Florida')
  await first.user.click(screen.getByRole('button', { name: 'Fewer options' }))
  expect(await where()).toHaveValue('Miami, FL')
  expect(await what()).toHaveFocus()
})

test.each(['address', 'both', 'ZIP and state'])(
  'a link that needs all fields opens them (%s)',
  async (kind) => {
    const query = {
      address: `state=FL&city=*&type=${all.id}`,
      both: `zip=33131&type=${cardiology.id}&name=mercy`,
      'ZIP and state': `state=FL&zip=33131&type=${all.id}`,
    }[kind]
    await renderQuick(`${domestic}?${query}`)
    expect(await screen.findByLabelText('ZIP code')).toBeVisible()
    expect(screen.queryByRole('combobox', { name: 'What' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Fewer options' })).toBeNull()
  },
)

test('a link shows its type and place in the form of one line', async () => {
  await renderQuick(`${domestic}?state=FL&city=Miami&type=${cardiology.id}`)
  await waitFor(async () => expect(await what()).toHaveValue('Cardiology'))
  expect(await where()).toHaveValue('Miami, FL')
})
