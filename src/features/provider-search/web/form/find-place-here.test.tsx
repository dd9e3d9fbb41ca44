import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { findNearestPlace } from '#geography/contract.ts'
import { expectAccessible } from '#test-support/render-component.tsx'
import {
  all,
  aPlace,
  domestic,
  options,
  renderQuick,
  searchButton,
  what,
  where,
  zip,
} from '#test-support/render-quick-search.tsx'
import { findResults } from '#test-support/render-search.tsx'
import { searchProviders } from '../../contract.ts'

const miami = { coords: { latitude: 25.77, longitude: -80.19 } } as GeolocationPosition

function stubPosition(response: (found: PositionCallback, failed: PositionErrorCallback) => void) {
  const getCurrentPosition = vi.fn((found: PositionCallback, failed?: PositionErrorCallback | null) =>
    response(found, failed ?? (() => {})),
  )
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition } as unknown as Geolocation)
  return getCurrentPosition
}

test('the position is asked for only on request, and then searches', async () => {
  const ask = stubPosition((found) => found(miami))
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

test.each([domestic, '/international-provider-search'])(
  'a position that the search does not cover is refused in words (%s)',
  async (path) => {
    stubPosition((found) => found({ coords: { latitude: 48.1, longitude: 11.6 } } as GeolocationPosition))
    const munich = aPlace({ kind: 'city', label: 'Munich, Germany', country: 'DE', state: 'DE-02' })
    const { api, user } = await renderQuick(path, (each) => each.reply(findNearestPlace, munich))
    await user.click(await where())
    await user.click(screen.getByRole('option', { name: /^Use my location/ }))
    await waitFor(async () =>
      expect(await where()).toHaveAccessibleDescription(/^This search doesn’t cover your location/),
    )
    expect(await where()).toHaveFocus()
    expect(await where()).toHaveValue('')
    expect(api.requests(searchProviders)).toEqual([])
  },
)

/** Chooses "Use my location" on a device that is slow to find its position; returns a function that finds it. */
async function renderLocating() {
  let find = () => {}
  stubPosition((found) => {
    find = () => found(miami)
  })
  const page = await renderQuick(domestic, (api) => api.reply(findNearestPlace, zip))
  await page.user.click(await where())
  await page.user.click(screen.getByRole('option', { name: /^Use my location/ }))
  await waitFor(async () => expect(await where()).toHaveAttribute('placeholder', 'Locating you…'))
  return { ...page, findPosition: () => find() }
}

test('a place that is typed while the device looks for its position wins', async () => {
  const { api, user, findPosition } = await renderLocating()
  await user.type(await where(), 'mia')
  findPosition()
  await waitFor(() => expect(api.requests(findNearestPlace)).toHaveLength(1))
  expect(await screen.findByRole('option', { name: 'Miami, FL' })).toBeVisible()
  expect(await where()).toHaveValue('mia')
  expect(api.requests(searchProviders)).toEqual([])
})

test('words that are typed while the device looks for its position are searched for', async () => {
  const { user, url, findPosition } = await renderLocating()
  await user.type(await what(), 'mercy{Escape}')
  findPosition()
  await findResults()
  expect(url()).toBe(`${domestic}?zip=33131&type=${all.id}&name=mercy`)
})

test('Search waits for the position of the device', async () => {
  const { api, user, url, findPosition } = await renderLocating()
  await user.click(searchButton())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.requests(searchProviders)).toEqual([])
  findPosition()
  await findResults()
  expect(url()).toBe(`${domestic}?zip=33131&type=${all.id}`)
})

test('a position that arrives after the page was left starts no search', async () => {
  const { api, url, unmount, findPosition } = await renderLocating()
  unmount()
  findPosition()
  await waitFor(() => expect(api.requests(findNearestPlace)).toHaveLength(1))
  expect(api.requests(searchProviders)).toEqual([])
  expect(url()).toBe(domestic)
})
