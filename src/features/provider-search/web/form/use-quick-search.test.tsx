import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { carriedPlaceKey, findPlaces, geocode } from '#geography/contract.ts'
import { expectAccessible } from '#test-support/render-component.tsx'
import {
  all,
  aPlace,
  domestic,
  readTerm,
  renderQuick,
  searchButton,
  urgentCare,
  what,
  where,
  zip,
} from '#test-support/render-quick-search.tsx'
import { findResults } from '#test-support/render-search.tsx'
import { aSearch } from '#test-support/search-factory.ts'
import { getSearchInfo, getSuggestions, searchProviders } from '../../contract.ts'
import { detailedFormStore, emptyValues, recallPlace } from '../search-values.ts'

test.each([
  ['urgent care', `type=${urgentCare.id}`],
  ['mercy', `type=${all.id}&name=mercy`],
  ['heart', `type=${all.id}&name=heart`],
  ['1234', `type=${all.id}&name=1234`],
  ['(305) 555-0101', `type=${all.id}&name=Mercy+Heart+Group`],
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

test('a place that another page handed on is entered already, once, whichever form the person prefers', async () => {
  let release = () => {}
  const { queries, user, url } = await renderQuick(domestic, (api) => {
    release = api.hold(getSearchInfo)
  })
  detailedFormStore.set(true)
  queries.setQueryData(carriedPlaceKey, 'miami')
  release()
  expect(await where()).toHaveValue('miami')
  expect(queries.getQueryData(carriedPlaceKey)).toBe('')
  expect(detailedFormStore.get()).toBe(true)
  await user.click(searchButton())
  await findResults()
  expect(url()).toContain('city=')
})

test('an unknown place, and none, are said at the field', async () => {
  const { api, user } = await renderQuick()
  await user.type(await where(), 'atlantis{Escape}')
  await user.click(searchButton())
  await waitFor(async () => expect(await where()).toHaveAccessibleDescription(/^We couldn’t find “atlantis”/))
  await expectAccessible()
  await user.type(await where(), '{Control>}a{/Control}80 SW 8th St Atlantis{Escape}')
  await user.click(searchButton())
  await waitFor(async () =>
    expect(await where()).toHaveAccessibleDescription(/^We couldn’t find this address/),
  )
  await user.clear(await where())
  expect(await where()).not.toHaveAccessibleDescription()
  await user.click(searchButton())
  await user.click(await screen.findByRole('button', { name: 'OK' }))
  await waitFor(async () => expect(await where()).toHaveFocus())
  expect(await where()).toHaveAccessibleDescription('Enter a city or ZIP code.')
  expect(api.requests(searchProviders)).toEqual([])
})

test.each([
  ['1500 Main St, Mia', 'state=FL&city=Miami', 'Miami'],
  ['1500 Main St 33131', 'state=FL&city=Miami&zip=33131', 'Miami, FL 33131'],
])(
  'the street of “%s” is searched for, and the results say that it was not found',
  async (typed, query, place) => {
    const { api, user, url } = await renderQuick(domestic, (each) => {
      const found = typed.includes('33131')
        ? zip
        : aPlace({ kind: 'city', label: 'Miami, FL', zipCode: null })
      each.reply(findPlaces, { results: [found] })
      each.reply(geocode, { latitude: 25.77, longitude: -80.19, precision: 'city', label: place })
    })
    await user.type(await where(), `${typed}{Escape}`)
    await user.click(searchButton())
    await findResults()
    expect(url()).toBe(`${domestic}?${query}&type=${all.id}`)
    const address = expect.stringMatching(/^1500 Main St, Miami, FL/)
    expect(api.requests(geocode).at(-1)?.body).toEqual({ address })
    expect(
      screen.getByText(
        `We couldn’t find that street address. Distances are measured from the center of ${place}.`,
      ),
    ).toBeVisible()
    expect(await where()).toHaveValue(
      query.includes('zip') ? '1500 Main St, Miami, FL 33131' : '1500 Main St, Miami, FL',
    )
  },
)

test('a search that covers a whole city says that it does not use the street', async () => {
  const kingston = aPlace({ kind: 'city', city: 'Kingston', state: 'JM-17', zipCode: null, country: 'JM' })
  const { user } = await renderQuick('/international-provider-search', (api) =>
    api.reply(findPlaces, { results: [kingston] }),
  )
  await user.type(await where(), '12 Harbour Street, Kingston{Escape}')
  await user.click(searchButton())
  await findResults()
  expect(
    screen.getByText('This search covers the whole city. It doesn’t use the street address.'),
  ).toBeVisible()
})

test('a failed lookup of a place is said at the field', async () => {
  const { user } = await renderQuick(domestic, (api) => api.fail(findPlaces, 503))
  await user.type(await where(), 'miami')
  await user.click(searchButton())
  await waitFor(async () =>
    expect(await where()).toHaveAccessibleDescription(/^We couldn’t look up the place/),
  )
})

test('a failed lookup of the words is said at the field, and the next search tries again', async () => {
  const { api, user, url } = await renderQuick(domestic, (each) => each.fail(getSuggestions, 503))
  await user.type(await where(), '33131')
  await user.type(await what(), 'urgent care{Escape}')
  await user.click(searchButton())
  await waitFor(async () =>
    expect(await what()).toHaveAccessibleDescription(/^We couldn’t look up “urgent care”/),
  )
  expect(await what()).toHaveFocus()
  expect(api.requests(searchProviders)).toEqual([])
  await expectAccessible()
  api.reply(getSuggestions, { types: [urgentCare], providers: [], meansType: true })
  await user.click(searchButton())
  await findResults()
  expect(url()).toBe(`${domestic}?zip=33131&type=${urgentCare.id}`)
})

test('the last of two searches wins, even if its lookup is faster', async () => {
  const { api, user, url } = await renderQuick()
  const release = api.hold(getSuggestions, (request) => readTerm(request) === 'heart')
  await user.type(await where(), '33131')
  await user.type(await what(), 'heart{Escape}')
  await user.click(searchButton())
  await waitFor(() => expect(api.requests(getSuggestions).map(readTerm)).toContain('heart'))
  await user.clear(await what())
  await user.type(await what(), 'urgent care{Escape}')
  await user.click(searchButton())
  await findResults()
  release()
  await waitFor(async () => expect(await what()).toHaveValue('Urgent Care'))
  expect(url()).toBe(`${domestic}?zip=33131&type=${urgentCare.id}`)
  expect(api.requests(searchProviders)).toHaveLength(1)
})

test('text that is typed during a lookup stays, and its search is the submitted one', async () => {
  const { api, user, url } = await renderQuick()
  await user.type(await what(), 'mercy{Escape}')
  const release = api.hold(findPlaces)
  await user.type(await where(), 'mia{Escape}')
  await user.click(searchButton())
  await waitFor(() => expect(api.requests(findPlaces).map(readTerm)).toContain('mia'))
  await user.type(await what(), 'doctor')
  release()
  await findResults()
  expect(url()).toBe(`${domestic}?state=FL&city=Miami&type=${all.id}&name=mercy`)
  expect(await what()).toHaveValue('doctor')
  expect(await where()).toHaveValue('Miami, FL')
})

test.each(['What', 'Where'])(
  'typing on in %s during its lookup does not end the search for the submitted text',
  async (field) => {
    const { api, user, url } = await renderQuick()
    if (field === 'What') await user.type(await where(), '33131{Escape}')
    const [lookup, input] = field === 'What' ? [getSuggestions, await what()] : [findPlaces, await where()]
    const typed = field === 'What' ? 'urgent care' : 'mia'
    const release = api.hold(lookup)
    await user.type(input, `${typed}{Escape}`)
    await user.click(searchButton())
    await waitFor(() => expect(api.requests(lookup).map(readTerm)).toContain(typed))
    await user.type(input, 'x')
    release()
    await findResults()
    const found = field === 'What' ? `zip=33131&type=${urgentCare.id}` : `state=FL&city=Miami&type=${all.id}`
    expect(url()).toBe(`${domestic}?${found}`)
    expect(input).toHaveValue('x')
  },
)

test('a search that another replaces does not keep its place in the tab', async () => {
  const { api, user } = await renderQuick()
  const release = api.hold(findPlaces)
  await user.type(await where(), 'mia{Escape}')
  await user.click(searchButton())
  await waitFor(() => expect(api.requests(findPlaces).map(readTerm)).toContain('mia'))
  await user.clear(await where())
  await user.type(await where(), '33131{Escape}')
  await user.click(searchButton())
  await findResults()
  release()
  await user.clear(await where())
  await user.type(await where(), 'mia')
  expect(await screen.findByRole('option', { name: 'Miami, FL' })).toBeVisible()
  const search = aSearch('domestic')
  expect(recallPlace(search, emptyValues(search))).toEqual({})
})

test('abroad, a city is searched for with its country, among the countries of the network', async () => {
  const { api, user, url } = await renderQuick('/international-provider-search')
  await user.type(await where(), 'king{Escape}')
  await user.click(searchButton())
  await findResults()
  expect(url()).toBe(`/international-provider-search?country=JM&city=Kingston&type=${all.id}`)
  const bodies = api.requests(findPlaces).map(({ body }) => body)
  expect(bodies.at(-1)).toEqual({ searchTerm: 'king', countryIds: ['CA', 'AW', 'JM'] })
})
