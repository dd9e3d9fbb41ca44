import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible } from '#test-support/render-component.tsx'
import { button, findField, findResults, renderSearch, type SearchApi } from '#test-support/render-search.tsx'
import { findProviderTypes, listProviderTypes, searchProviders } from '../../contract.ts'

const all = { id: '0000000000', description: 'All', type: null, disabled: false }
const heading = { id: 'specialties', description: 'Specialties', type: null, disabled: true }
const cardiology = { id: '207RC0000X', description: 'Cardiology', type: 2 as const, disabled: false }
const heartSurgery = {
  id: '208G00000X',
  description: 'Heart and chest surgery',
  type: 2 as const,
  disabled: false,
}
const urology = { id: '208800000X', description: 'Urology', type: 2 as const, disabled: false }

async function renderTypes(change: (api: SearchApi) => void = () => {}) {
  const view = await renderSearch('/domestic-provider-search?zip=33131', (api) => {
    api.reply(listProviderTypes, { results: [all, heading, cardiology, heartSurgery, urology] })
    api.reply(findProviderTypes, ({ body }) => {
      const typed = (body as { searchTerm: string }).searchTerm
      return { results: typed.startsWith('heart') ? [cardiology, heartSurgery] : [] }
    })
    change(api)
  })
  await findField('Provider type')
  await waitFor(() => expect(view.queries.isFetching()).toBe(0))
  return view
}

const listbox = () => within(screen.getByRole('listbox'))
const shown = () =>
  listbox()
    .queryAllByRole('option')
    .map(({ textContent }) => textContent)
const field = () => screen.getByRole('combobox', { name: 'Provider type' })
const highlighted = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')

test('with nothing typed, the list starts with All, which is selected', async () => {
  const { api, user } = await renderTypes()
  const type = await findField('Provider type')
  expect(type).toHaveValue('All')
  await user.click(type)
  expect(shown()).toEqual(['All', 'Specialties', 'Cardiology', 'Heart and chest surgery', 'Urology'])
  expect(screen.getByRole('option', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
  expect(api.requests(findProviderTypes)).toEqual([])
})

test('while words are typed, suggestions come before other matches, each once', async () => {
  const { user } = await renderTypes()
  await user.type(await findField('Provider type'), 'heart')
  await waitFor(() => expect(shown()).toEqual(['Cardiology', 'Heart and chest surgery']))
  expect(highlighted()).toHaveTextContent('Cardiology')
  await expectAccessible()
})

test('a further letter cancels the request', async () => {
  const { api, user } = await renderTypes((stub) => void stub.hold(findProviderTypes))
  const requests = () => api.requests(findProviderTypes)
  await user.type(await findField('Provider type'), 'h')
  await waitFor(() => expect(requests()).toHaveLength(1))
  await user.type(field(), 'i')
  await waitFor(() => expect(requests()).toHaveLength(2))
  expect(requests().map(({ signal }) => signal?.aborted)).toEqual([true, false])
})

test('Tab takes the best suggestion, and the search uses it', async () => {
  const { api, user } = await renderTypes()
  await user.type(await findField('Provider type'), 'heart doctor')
  await waitFor(() => expect(highlighted()).toHaveTextContent('Cardiology'))
  await user.tab()
  await waitFor(() => expect(field()).toHaveValue('Cardiology'))
  await user.click(button('Search'))
  await findResults()
  expect(api.requests(searchProviders).at(-1)?.body).toMatchObject({ providerType: cardiology.id })
})

test('the arrow keys choose another suggestion, even before the suggestions arrive', async () => {
  const { api, user, queries } = await renderTypes()
  await user.type(await findField('Provider type'), 'heart doctor')
  await waitFor(() =>
    expect(api.requests(findProviderTypes).at(-1)?.body).toMatchObject({ searchTerm: 'heart doctor' }),
  )
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  await waitFor(() => expect(highlighted()).toHaveTextContent('Cardiology'))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(field()).toHaveValue('Heart and chest surgery')
  await user.clear(field())
  await user.type(field(), 'c{ArrowDown}{ArrowDown}')
  const chosen = highlighted()?.textContent ?? ''
  await user.keyboard('{Tab}')
  expect(field()).toHaveValue(chosen)
})

test.each(['{Tab}', '{Enter}'])('with a slow server, %s waits for the suggestions', async (key) => {
  let release = () => {}
  const { user } = await renderTypes((api) => {
    release = api.hold(findProviderTypes)
  })
  await user.type(await findField('Provider type'), `heart doctor${key}`)
  expect(field()).toHaveValue('heart doctor')
  expect(field()).not.toBeInvalid()
  expect(screen.queryByText('No matches.')).toBeNull()
  release()
  await waitFor(() => expect(field()).toHaveValue('Cardiology'))
})

test('a type typed in full is taken without waiting', async () => {
  const { user } = await renderTypes((api) => void api.hold(findProviderTypes))
  await user.type(await findField('Provider type'), 'urology{Tab}')
  expect(field()).toHaveValue('Urology')
})

test('with a failing server, the list has the matching names, and no error shows', async () => {
  const { api, user } = await renderTypes(({ fail }) => fail(findProviderTypes, 503))
  await user.type(await findField('Provider type'), 'heart')
  await waitFor(() => expect(api.requests(findProviderTypes)).not.toEqual([]))
  await waitFor(() => expect(shown()).toEqual(['Specialties', 'Heart and chest surgery']))
  await user.tab()
  await waitFor(() => expect(field()).toHaveValue('Heart and chest surgery'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('words that fit no type leave the text with an error', async () => {
  const { user } = await renderTypes()
  await user.type(await findField('Provider type'), 'plumber')
  await waitFor(() => expect(screen.getAllByText('No matches.').length).toBeGreaterThan(0))
  await user.tab()
  expect(field()).toHaveValue('plumber')
  expect(field()).toHaveAccessibleDescription(/“plumber” doesn’t match exactly one option/)
  await expectAccessible()
})

test('a type that the chosen state lacks stays, with a note, and the search uses it', async () => {
  const { api, user } = await renderTypes((stub) =>
    stub.reply(listProviderTypes, ({ url }) => ({
      results: url.pathname.endsWith('/AL') ? [all, urology] : [all, cardiology, urology],
    })),
  )
  await user.type(field(), 'cardiology{Tab}')
  await user.type(await findField('State'), 'Alabama{Enter}')
  await waitFor(() =>
    expect(field()).toHaveAccessibleDescription(
      'There are none in Alabama. With a city or ZIP code, the search finds the nearest ones.',
    ),
  )
  expect(field()).toHaveValue('Cardiology')
  expect(field()).not.toBeInvalid()
  await expectAccessible()
  await user.click(button('Search'))
  await findResults()
  expect(api.requests(searchProviders).at(-1)?.body).toMatchObject({ providerType: cardiology.id })
})
