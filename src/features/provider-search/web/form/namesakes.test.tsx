import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findPlaces, geocode } from '#geography/contract.ts'
import { all, aPlace, renderQuick, searchButton, where } from '#test-support/render-quick-search.tsx'
import { findResults, internationalSearch } from '#test-support/render-search.tsx'
import { getSearchInfo, listCities, searchProviders } from '../../contract.ts'

const sanJose = (state: string, stateName: string) =>
  aPlace({
    kind: 'city',
    label: `San José, ${stateName}, Costa Rica`,
    zipCode: null,
    city: 'San José',
    state,
    stateName,
    country: 'JM',
    needsState: true,
  })

test('abroad, the chosen one of several cities with the same name is searched for', async () => {
  const { api, user, url } = await renderQuick('/international-provider-search', (each) =>
    each.reply(findPlaces, { results: [sanJose('CR-08', 'San José'), sanJose('CR-01', 'Alajuela')] }),
  )
  await user.type(await where(), 'san jose')
  await user.click(await screen.findByRole('option', { name: 'San José, Alajuela, Costa Rica' }))
  await user.click(searchButton())
  await findResults()
  expect(url()).toBe(
    `/international-provider-search?country=JM&state=CR-01&city=San+Jos%C3%A9&type=${all.id}`,
  )
  expect(api.requests(searchProviders).at(-1)?.body).toMatchObject({ city: 'San José', state: 'CR-01' })
  expect(await where()).toHaveValue('San José, Alajuela, Costa Rica')
})

const abroad = '/international-provider-search?network=global&country=JM&city=San+Jos%C3%A9'
const cities = [
  { id: '1', name: 'San José', state: 'CR-01', latitude: 10.1, longitude: -84.2 },
  { id: '2', name: 'San José', state: 'CR-08', latitude: 9.9, longitude: -84.1 },
]

test.each([
  ['without its state, the geocoder says which one is meant', '', [{ address: 'San José, Jamaica' }], 25.77],
  ['with its state, the center is that of the city there', '&state=CR-08', [], 9.9],
])('of several cities with the same name, %s', async (_title, state, geocoded, latitude) => {
  const { api } = await renderQuick(`${abroad}${state}&type=${all.id}`, (each) => {
    each.reply(getSearchInfo, internationalSearch)
    each.reply(listCities, ({ url }) => ({
      results: cities.filter((city) => url.pathname.endsWith('/0') || url.pathname.endsWith(city.state)),
    }))
  })
  await findResults()
  expect(api.requests(geocode).map(({ body }) => body)).toEqual(geocoded)
  expect(api.requests(searchProviders)[0]?.body).toMatchObject({ latitude })
})
