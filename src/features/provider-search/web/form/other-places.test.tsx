import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findPlaces, type Place } from '#geography/contract.ts'
import { expectAccessible } from '#test-support/render-component.tsx'
import { aPlace, renderQuick, searchButton, where } from '#test-support/render-quick-search.tsx'
import { findResults, internationalSearch } from '#test-support/render-search.tsx'
import { aSearch } from '#test-support/search-factory.ts'
import { getSearchInfo, listCountries } from '../../contract.ts'
import { listOthers } from './other-places.tsx'

const aCity = (label: string, population: number, changes: Partial<Place> = {}) => {
  const [city = '', state = ''] = label.split(', ')
  return aPlace({ kind: 'city', zipCode: null, label, city, state, population, ...changes })
}
const munich = aCity('Munich, ND', 200)
const munichAbroad = aCity('Munich, Germany', 1_500_000, { country: 'DE', state: 'DE-02' })
const springfield = aCity('Springfield, MO', 169_000)
const namesake = aCity('Springfield, MA', 155_000)
const path = '/domestic-provider-search'

const render = (start = path) =>
  renderQuick(start, (api) => {
    api.reply(getSearchInfo, ({ url }) =>
      url.pathname.includes('international')
        ? { ...internationalSearch, url: '/international-provider-search' }
        : aSearch('domestic', { url: path }),
    )
    api.reply(listCountries, {
      results: [{ id: 'DE', name: 'Germany', hasStates: false, hasPostalCodes: true }],
    })
    api.reply(findPlaces, ({ body }) => {
      const { searchTerm, countryIds } = body as { searchTerm: string; countryIds?: string[] }
      if (/munich/i.test(searchTerm)) return { results: countryIds ? [munich] : [munich, munichAbroad] }
      return { results: /springfield/i.test(searchTerm) ? [springfield, namesake] : [] }
    })
  })

const note = /^We searched near/

test.each([
  ['a namesake with few people', springfield, [aCity('Springfield, FL', 8000)], null],
  ['another name', springfield, [aCity('Springfield Gardens, NY', 150_000)], null],
  ['itself', springfield, [springfield], null],
  ['a small place abroad', springfield, [], aCity('Springfield, Canada', 1500, { country: 'CA' })],
  ['anything for a ZIP code', aPlace({}), [namesake], munichAbroad],
])('does not offer %s', (_what, taken, covered, abroad) => {
  expect(listOthers(taken, covered, abroad)).toEqual([])
})

test('offers the place abroad first, and at most three', () => {
  const namesakes = ['IL', 'OH', 'OR'].map((state) => aCity(`Springfield, ${state}`, 60_000))
  const abroad = aCity('Springfield, Canada', 20_000, { country: 'CA' })
  expect(listOthers(springfield, [springfield, ...namesakes], abroad)).toEqual([
    abroad,
    ...namesakes.slice(0, 2),
  ])
})

test('offers no other places after a click on a suggestion', async () => {
  const { user } = await render()
  await user.type(await where(), 'springfield')
  await user.click(await screen.findByRole('option', { name: 'Springfield, MO' }))
  await user.click(searchButton())
  await findResults()
  expect(screen.queryByText(note)).toBeNull()
})

test.each(['{Escape}', '{Enter}'])(
  'after typing a city of several states and %s, says which one it chose and offers the other with one click',
  async (key) => {
    const { user, url } = await render()
    await user.type(await where(), 'springfield')
    await screen.findByRole('option', { name: 'Springfield, MO' })
    await user.keyboard(key)
    if (key === '{Escape}') await user.click(searchButton())
    expect(await screen.findByText('We searched near Springfield, MO. Did you mean:')).toBeVisible()
    await expectAccessible()
    await user.click(screen.getByRole('button', { name: 'Springfield, MA' }))
    await waitFor(() => expect(url()).toContain('state=MA&city=Springfield'))
    expect(await where()).toHaveValue('Springfield, MA')
    await findResults()
    expect(screen.queryByText(note)).toBeNull()
  },
)

test('the street of an ambiguous address is kept', async () => {
  const { user, url, historyState } = await render()
  await user.type(await where(), '1500 Main St, Springfield{Escape}')
  await user.click(searchButton())
  const other = await screen.findByRole('button', { name: 'Springfield, MA' })
  await user.click(other)
  await waitFor(() => expect(url()).toContain('state=MA&city=Springfield'))
  expect(historyState()).toMatchObject({ street: '1500 Main St' })
})

test('for a small city at home, offers the large one abroad', async () => {
  const { user, url } = await render()
  await user.type(await where(), 'Munich{Escape}')
  await user.click(searchButton())
  expect(await screen.findByText('We searched near Munich, ND. Did you mean:')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Munich, Germany' }))
  await waitFor(() => expect(url()).toMatch(/^\/international-provider-search\?country=DE&city=Munich/))
})
