import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible } from '#test-support/render-component.tsx'
import {
  all,
  domestic,
  mercy,
  options,
  renderQuick,
  searchButton,
  what,
  where,
} from '#test-support/render-quick-search.tsx'
import { findResults } from '#test-support/render-search.tsx'
import { getSuggestions, searchProviders } from '../../contract.ts'

const phone = '(305) 555-0101'
const other = { ...mercy, hash: 'other', name: 'Meadow Urgent Care', city: 'Tampa', zipcode: '33601' }

/** Renders the search with several providers that have the number. */
const renderShared = () =>
  renderQuick(domestic, (api) =>
    api.reply(getSuggestions, { types: [], providers: [mercy, other], meansType: false }),
  )

test.each(['{Enter}', '{Tab}', '{Escape}{Enter}'])(
  'of several providers with a number, %s chooses none',
  async (keys) => {
    const { api, user } = await renderShared()
    await user.type(await what(), phone)
    await screen.findByRole('option', { name: /^Meadow/ })
    await user.keyboard(keys)
    expect(await what()).toHaveValue(phone)
    await user.click(searchButton())
    await waitFor(async () =>
      expect(await what()).toHaveAccessibleDescription(
        'Several providers have this number. Choose one from the list.',
      ),
    )
    expect(await what()).toHaveFocus()
    expect(options()).toHaveLength(3)
    expect(api.requests(searchProviders)).toEqual([])
    await expectAccessible()
  },
)

test('a provider with the number is chosen from the list, and its place replaces the typed one', async () => {
  const { user, url } = await renderShared()
  await user.type(await where(), '75201{Escape}')
  await user.type(await what(), `${phone}{Escape}`)
  await user.click(searchButton())
  await user.click(await screen.findByRole('option', { name: /^Meadow/ }))
  await findResults()
  expect(url()).toBe(`${domestic}?zip=33601&type=${all.id}&name=Meadow+Urgent+Care`)
  expect(await where()).toHaveValue('33601')
})

test('the only provider with a number does not replace another place', async () => {
  const { api, user } = await renderQuick()
  await user.type(await where(), '75201{Escape}')
  await user.type(await what(), `${phone}{Escape}`)
  await user.click(searchButton())
  await waitFor(async () =>
    expect(await what()).toHaveAccessibleDescription(
      'The provider with this number is in Miami, FL. Choose it from the list to search there.',
    ),
  )
  expect(await where()).toHaveValue('75201')
  expect(api.requests(searchProviders)).toEqual([])
})

test('without a place, Enter searches for the only provider with a number', async () => {
  const { user, url } = await renderQuick()
  await user.type(await what(), phone)
  await user.keyboard('{Enter}')
  await findResults()
  expect(url()).toBe(`${domestic}?zip=33131&type=${all.id}&name=Mercy+Heart+Group`)
})
