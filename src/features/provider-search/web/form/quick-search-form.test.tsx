import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible } from '#test-support/render-component.tsx'
import {
  all,
  cardiology,
  domestic,
  options,
  readTerm,
  renderQuick,
  searchButton,
  urgentCare,
  what,
  where,
} from '#test-support/render-quick-search.tsx'
import { findResults } from '#test-support/render-search.tsx'
import { aProvider } from '#test-support/search-factory.ts'
import { getSuggestions, listProviderTypes, searchProviders } from '../../contract.ts'

const highlighted = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')

test('suggests types, providers and a name search in groups, and Enter and Tab take the first', async () => {
  const { api, user, url } = await renderQuick()
  const loadTypes = api.hold(listProviderTypes)
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
  loadTypes()
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

test('requests for letters that were typed on are canceled, and the list stays until the next arrives', async () => {
  let release = () => {}
  const { api, user } = await renderQuick()
  await user.type(await what(), 'heart')
  await screen.findByRole('option', { name: 'Cardiology' })
  release = api.hold(getSuggestions)
  await user.type(await what(), 'y')
  const sent = () => api.requests(getSuggestions).find((request) => readTerm(request) === 'hearty')
  await waitFor(() => expect(sent()).toBeDefined())
  expect(options()[0]).toBe('Cardiology')
  await user.type(await what(), ' ')
  await user.type(await what(), 'd')
  await waitFor(() => expect(sent()?.signal?.aborted).toBe(true))
  await user.keyboard('{Enter}')
  release()
  await waitFor(async () => expect(await what()).toHaveValue('Cardiology'))
})

test('abroad, a suggested city is searched for with its country', async () => {
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

test('a link shows its type and place in the quick search form', async () => {
  await renderQuick(`${domestic}?state=FL&city=Miami&type=${cardiology.id}`)
  await waitFor(async () => expect(await what()).toHaveValue('Cardiology'))
  expect(await where()).toHaveValue('Miami, FL')
})

test('a link with a type that only other states have searches for it and leads to the nearest one', async () => {
  const { api } = await renderQuick(`${domestic}?state=FL&city=Miami&type=${cardiology.id}`, (each) => {
    each.reply(listProviderTypes, ({ url }) => ({
      results: url.pathname.endsWith('/FL') ? [all, urgentCare] : [all, cardiology, urgentCare],
    }))
    each.reply(searchProviders, ({ body }) => ({
      results: (body as { limit?: number }).limit ? [aProvider({ distance: 235 })] : [],
    }))
  })
  expect(await screen.findByText(/^The nearest one is 235.00 kilometers away/)).toBeVisible()
  expect(await what()).toHaveValue('Cardiology')
  expect(api.requests(searchProviders)[0]?.body).toMatchObject({ providerType: cardiology.id })
})

test('after a repeated search, the Back button discards what was typed since', async () => {
  const { user, goBack, url } = await renderQuick()
  await user.type(await where(), '33131{Escape}')
  await user.click(searchButton())
  await findResults()
  await user.click(searchButton())
  await findResults()
  await user.type(await what(), 'mercy{Escape}')
  goBack()
  await waitFor(() => expect(url()).toBe(domestic))
  await waitFor(async () => expect(await what()).toHaveValue(''))
})

test('after No to a replaced search, the Back button discards what was typed since', async () => {
  const { api, user, goBack, url } = await renderQuick()
  await user.type(await where(), '33131{Escape}')
  await user.click(searchButton())
  await findResults()
  const release = api.hold(searchProviders)
  await user.clear(await where())
  await user.type(await where(), '33132{Escape}')
  await user.click(searchButton())
  await waitFor(() => expect(url()).toContain('zip=33132'))
  await user.clear(await where())
  await user.type(await where(), '33133{Escape}')
  await user.click(searchButton())
  await user.click(await screen.findByRole('button', { name: 'No' }))
  await user.type(await what(), 'mercy{Escape}')
  goBack()
  await waitFor(() => expect(url()).toContain('zip=33131'))
  await waitFor(async () => expect(await what()).toHaveValue(''))
  release()
})
