import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { findNearestPlace, findPlaces, type Place } from '#geography/contract.ts'
import { expectAccessible } from '#test-support/render-component.tsx'
import {
  all,
  aPlace,
  cardiology,
  readTerm,
  renderQuick,
  searchButton,
  urgentCare,
  what,
  where,
} from '#test-support/render-quick-search.tsx'
import { internationalSearch, type SearchApi } from '#test-support/render-search.tsx'
import { aSearch } from '#test-support/search-factory.ts'
import { getSearchInfo, listCountries, listProviderTypes, searchProviders } from '../../contract.ts'

const aCity = (city: string, country: string, changes: Partial<Place>) =>
  aPlace({ kind: 'city', zipCode: null, city, country, label: `${city}, ${country}`, ...changes })
const munich = aCity('Munich', 'DE', { label: 'Munich, Germany', state: 'DE-02' })
const munichAtHome = aCity('Munich', 'US', { label: 'Munich, ND', state: 'ND' })
const path = '/domestic-provider-search'
const abroad = '/international-provider-search'

/** Renders the domestic search and one abroad with two networks, of which only the second covers Germany. */
function renderDomestic(change: (api: SearchApi) => void = () => {}) {
  return renderQuick(path, (api) => {
    api.reply(getSearchInfo, ({ url }) =>
      url.pathname.includes('international')
        ? { ...internationalSearch, url: abroad }
        : aSearch('domestic', { url: path }),
    )
    api.reply(listCountries, ({ headers }) => {
      const id = headers.get('provider-type') === 'global' ? 'DE' : 'JM'
      return { results: [{ id, name: id, hasStates: false, hasPostalCodes: true }] }
    })
    api.reply(findPlaces, (request) => {
      const isAtHome = (request.body as { countryIds?: string[] }).countryIds !== undefined
      const typed = readTerm(request)
      if (typed.startsWith('munich')) return { results: isAtHome ? [munichAtHome] : [munichAtHome, munich] }
      if (typed.startsWith('san juan')) {
        const sanJuan = aCity('San Juan', 'PR', { state: 'PR' })
        return { results: isAtHome ? [] : [sanJuan] }
      }
      return { results: isAtHome || !typed.toLowerCase().startsWith('münchen') ? [] : [munich] }
    })
    change(api)
  })
}

function stubPosition() {
  const getCurrentPosition = (found: PositionCallback) =>
    found({ coords: { latitude: 48.1, longitude: 11.6 } } as GeolocationPosition)
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition } as unknown as Geolocation)
}

const findAbroadButton = () => screen.findByRole('button', { name: 'Search abroad' })

test('a country that no network covers is refused in words', async () => {
  const { user, url } = await renderDomestic((api) => api.reply(listCountries, { results: [] }))
  await user.type(await where(), 'münchen{Escape}')
  await user.click(searchButton())
  await user.click(await findAbroadButton())
  await waitFor(async () =>
    expect(await where()).toHaveAccessibleDescription('None of our networks covers Munich, Germany.'),
  )
  expect(screen.queryByRole('button', { name: 'Search abroad' })).toBeNull()
  expect(url()).toBe(path)
})

test('a failed lookup of the search abroad is said at the field', async () => {
  const { user, url } = await renderDomestic((api) => api.fail(listCountries, 503))
  await user.type(await where(), 'münchen{Escape}')
  await user.click(searchButton())
  await user.click(await findAbroadButton())
  await waitFor(async () =>
    expect(await where()).toHaveAccessibleDescription(/^We couldn’t look up the place/),
  )
  expect(url()).toBe(path)
})

test.each(['san juan', 'mun', '33131'])('“%s” leads to no place abroad', async (text) => {
  const { user } = await renderDomestic((api) => {
    const reply = text === 'mun' ? [munichAtHome] : []
    if (text === 'mun') api.reply(findPlaces, { results: reply })
  })
  await user.type(await where(), text)
  await waitFor(async () => expect(await where()).toHaveValue(text))
  expect(screen.queryByText('Outside the U.S.')).toBeNull()
})

test('a city that is also abroad is suggested, and leads to the search abroad with the words', async () => {
  const { user, url } = await renderDomestic()
  await user.type(await what(), 'urgent care{Escape}')
  await user.type(await where(), 'munich')
  const option = await screen.findByRole('option', { name: /^Munich, Germany/ })
  expect(option).toHaveTextContent('Search abroad')
  expect(screen.getAllByRole('option')[0]).toHaveTextContent('Munich, ND')
  await expectAccessible()
  await user.click(option)
  await waitFor(() => expect(url()).toBe(munichUrl(urgentCare.id)))
})

const munichUrl = (type: string) => `${abroad}?network=global&country=DE&city=Munich&type=${type}`

/** Chooses Munich in Germany while the lookup of its networks is held back. */
async function chooseMunich() {
  let release = () => {}
  const page = await renderDomestic((api) => {
    release = api.hold(listCountries)
  })
  await page.user.type(await where(), 'munich')
  await page.user.click(await screen.findByRole('option', { name: /^Munich, Germany/ }))
  return { ...page, release }
}

test('a chosen place abroad is in the field at once, and Search waits for it with the latest words', async () => {
  const { api, user, url, release } = await chooseMunich()
  expect(await where()).toHaveValue('Munich, Germany')
  await user.type(await what(), 'urgent care{Escape}')
  await user.click(searchButton())
  await user.click(searchButton())
  expect(url()).toBe(path)
  release()
  await waitFor(() => expect(url()).toBe(munichUrl(urgentCare.id)))
  expect(api.requests(searchProviders).map(({ body }) => body)).not.toContainEqual(
    expect.objectContaining({ country: 'US' }),
  )
})

test('another typed place replaces the chosen one abroad', async () => {
  const { api, user, url, release } = await chooseMunich()
  await user.clear(await where())
  await user.type(await where(), '33131{Escape}')
  await user.click(searchButton())
  release()
  await waitFor(() => expect(api.requests(searchProviders)).toHaveLength(1))
  expect(url()).toBe(`${path}?zip=33131&type=${all.id}`)
})

test('a city that is only abroad is said at the field, with the way there', async () => {
  const { user, url } = await renderDomestic()
  await user.type(await where(), 'münchen{Escape}')
  await user.click(searchButton())
  await waitFor(async () =>
    expect(await where()).toHaveAccessibleDescription(
      'Munich, Germany is outside the United States. Search abroad',
    ),
  )
  expect(await where()).toHaveFocus()
  await expectAccessible()
  await user.click(await findAbroadButton())
  await waitFor(() => expect(url()).toBe(`${abroad}?network=global&country=DE&city=Munich&type=${all.id}`))
})

test('a position abroad leads to the search abroad, in the network that has the type', async () => {
  stubPosition()
  const { user, url } = await renderDomestic((api) => {
    api.reply(findNearestPlace, munich)
    api.reply(listCountries, { results: [{ id: 'DE', name: 'DE', hasStates: false, hasPostalCodes: true }] })
    api.reply(listProviderTypes, ({ headers }) => ({
      results: headers.get('provider-type') === 'core' ? [all, urgentCare] : [all, cardiology],
    }))
  })
  await user.type(await what(), 'heart')
  await user.click(await screen.findByRole('option', { name: 'Cardiology' }))
  await user.click(screen.getByRole('option', { name: /^Use my location/ }))
  await waitFor(async () =>
    expect(await where()).toHaveAccessibleDescription(/^Munich, Germany is outside the United States\./),
  )
  await user.click(await findAbroadButton())
  await waitFor(() =>
    expect(url()).toBe(`${abroad}?network=global&country=DE&city=Munich&type=${cardiology.id}`),
  )
})

test('further letters take the way abroad back', async () => {
  const { user } = await renderDomestic()
  await user.type(await where(), 'münchen{Escape}')
  await user.click(searchButton())
  await findAbroadButton()
  await user.type(await where(), '!')
  expect(screen.queryByRole('button', { name: 'Search abroad' })).toBeNull()
})

test('the city of an address is looked for abroad, and its street is kept', async () => {
  const { user, url, historyState } = await renderDomestic()
  await user.type(await where(), 'Hauptstr. 5, München{Escape}')
  await user.click(searchButton())
  await user.click(await findAbroadButton())
  await waitFor(() => expect(url()).toContain(`${abroad}?network=global&country=DE&city=Munich`))
  expect(historyState()).toMatchObject({ street: 'Hauptstr. 5' })
})
