import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { removeTabValues, staffPrefix } from '#platform/web/storage.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { narrowScreen } from '#test-support/narrow-screen.ts'
import { expectAccessible } from '#test-support/render-component.tsx'
import { button, findResults, renderSearch } from '#test-support/render-search.tsx'
import { aProvider, aSearch } from '#test-support/search-factory.ts'
import { getSearchInfo, searchProviders } from '../../contract.ts'
import { openProviderList } from '../../mail-contract.ts'

beforeEach(() => {
  sessionStorage.clear()
  tokenStore.remove()
})

const providers = Array.from({ length: 6 }, (_, at) =>
  aProvider({ hash: `p${at}`, name: `Clinic ${at}`, distance: at, phone: `(305) 555-010${at}` }),
)
const domestic = '/domestic?zip=33131&type=0000000000&range=50'

async function renderShortlist(saved: number, path = domestic) {
  const rendered = await renderSearch(path, ({ reply }) => reply(searchProviders, { results: providers }))
  await findResults()
  for (const { name } of providers.slice(0, saved))
    await rendered.user.click(button(`Save ${name} to the shortlist`))
  return rendered
}
/** Clears the tab's storage as a page does when it loads without a session. */
const loadSignedOut = () => {
  cleanup()
  tokenStore.remove()
  removeTabValues(staffPrefix)
}
const openPanel = async (name: string, user: { click: (element: Element) => Promise<void> }) => {
  await user.click(button(name))
  return within(await screen.findByRole('dialog', { name: 'Your shortlist' }))
}
const headers = (panel: Pick<typeof screen, 'getAllByRole'>) =>
  panel.getAllByRole('columnheader').map(({ textContent }) => textContent)

test('a page load without a session removes what staff saved in a public search', async () => {
  tokenStore.set({ token: 'a', exp: 4_000_000_000, name: 'Ann Staff' })
  await renderShortlist(2)
  expect(button('Shortlist (2)')).toBeVisible()
  loadSignedOut()
  await renderShortlist(0)
  expect(screen.queryByRole('button', { name: /^Shortlist/ })).toBeNull()
  expect(Object.keys(sessionStorage).filter((key) => key.includes('shortlist'))).toEqual([])
})

test('a shortlist is saved row by row, counted, and still there after a reload', async () => {
  const { user } = await renderShortlist(0)
  expect(screen.queryByRole('button', { name: /^Shortlist/ })).toBeNull()
  await user.click(button('Save Clinic 1 to the shortlist'))
  await user.click(button('Save Clinic 3 to the shortlist'))
  expect(screen.getByText('2 providers in your shortlist')).toHaveRole('status')
  loadSignedOut()
  await renderShortlist(0)
  expect(button('Shortlist (2)')).toBeVisible()
  await user.click(button('Saved: remove Clinic 3 from the shortlist'))
  expect(button('Shortlist (1)')).toBeVisible()
})

test('the panel compares four of the saved providers at most, and lets users choose which', async () => {
  const { user } = await renderShortlist(5)
  const panel = await openPanel('Shortlist (5)', user)
  expect(headers(panel)).toEqual(['Clinic 0', 'Clinic 1', 'Clinic 2', 'Clinic 3'])
  expect(panel.getByRole('row', { name: /^Distance 0\.00 km from 33131/ })).toBeVisible()
  expect(panel.getByRole('checkbox', { name: 'Clinic 4' })).toBeDisabled()
  await expectAccessible()
  await user.click(panel.getByRole('checkbox', { name: 'Clinic 1' }))
  await user.click(panel.getByRole('checkbox', { name: 'Clinic 4' }))
  expect(headers(panel)).toEqual(['Clinic 0', 'Clinic 2', 'Clinic 3', 'Clinic 4'])
  await user.click(panel.getByRole('button', { name: 'Remove Clinic 0' }))
  expect(panel.getByText(/^4 providers in your shortlist/)).toHaveFocus()
})

test('on a phone, each saved provider is a card with the same details', async () => {
  const { user } = await renderShortlist(2)
  narrowScreen()
  const panel = await openPanel('Shortlist (2)', user)
  expect(panel.queryByRole('table')).toBeNull()
  expect(panel.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Clinic 0',
    'Clinic 1',
  ])
  const cards = within(panel.getByRole('list', { name: 'Comparison' })).getAllByRole('listitem')
  const [, distance] = within(cards[1] as HTMLElement).getAllByRole('definition')
  expect(distance).toHaveTextContent('1.00 km from 33131')
  await expectAccessible()
  await user.click(panel.getByRole('button', { name: 'Remove Clinic 0' }))
  expect(panel.getByText(/^1 provider in your shortlist/)).toHaveFocus()
})

test('S opens the shortlist, also an empty one, but types in fields', async () => {
  const { user } = await renderShortlist(0)
  const field = screen.getByRole('textbox', { name: 'Provider name' })
  await user.type(field, 's')
  expect(field).toHaveValue('s')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(button('Save Clinic 0 to the shortlist'))
  expect(button('Shortlist (1)')).toHaveAttribute('aria-keyshortcuts', 's')
  await user.keyboard('s')
  const panel = within(await screen.findByRole('dialog', { name: 'Your shortlist' }))
  await user.click(panel.getByRole('button', { name: 'Clear shortlist' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('s')
  expect(await screen.findByText(/^Your shortlist is empty/)).toBeVisible()
})

test('the shortlist becomes the selection of the results, and clearing it leaves the panel usable', async () => {
  const { user } = await renderShortlist(2)
  let panel = await openPanel('Shortlist (2)', user)
  await user.click(panel.getByRole('button', { name: 'Select 2 in the results' }))
  expect(await screen.findByText('2 providers selected')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Select Clinic 1' })).toBeChecked()
  panel = await openPanel('Shortlist (2)', user)
  await user.click(panel.getByRole('button', { name: 'Clear shortlist' }))
  expect(panel.getByText(/^Your shortlist is empty/)).toHaveFocus()
  await user.click(panel.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the PDF of the shortlist has the saved providers, and an error says why there is none', async () => {
  const { api, user } = await renderShortlist(2)
  const detail = 'Some of these providers aren’t in this search.'
  const problem = { type: 'about:blank', title: 'Unprocessable Content', status: 422, detail, reference: 'r' }
  api.fail(openProviderList, 422, problem)
  const panel = await openPanel('Shortlist (2)', user)
  await user.click(panel.getByRole('button', { name: 'Download PDF' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(detail)
  expect(api.requests(openProviderList).map(({ body }) => body)).toEqual([
    {
      providers: ['p0', 'p1'],
      distances: { p0: 0, p1: 1 },
      centers: { p0: '33131', p1: '33131' },
    },
  ])
})

test.each([
  ['offers to email all of them where the network allows it', ['domestic'], 1],
  ['offers no email elsewhere', [], 0],
])('the panel %s', async (_what, emailNetworks, offers) => {
  const { user } = await renderSearch(domestic, ({ reply }) => {
    reply(getSearchInfo, aSearch('domestic', { emailNetworks }))
    reply(searchProviders, { results: providers })
  })
  await findResults()
  for (const { name } of providers.slice(0, 5)) await user.click(button(`Save ${name} to the shortlist`))
  expect(screen.queryAllByRole('button', { name: 'Email Selected' })).toHaveLength(offers)
  const panel = await openPanel('Shortlist (5)', user)
  expect(panel.queryAllByRole('button', { name: 'Email 5 providers' })).toHaveLength(offers)
})

test('the PDF button keeps the focus, so that Tab stays in the dialog', async () => {
  const { api, user } = await renderShortlist(2)
  const problem = { type: 'about:blank', title: 'Bad Gateway', status: 502, detail: 'Down.', reference: 'r' }
  api.fail(openProviderList, 502, problem)
  const panel = await openPanel('Shortlist (2)', user)
  const download = panel.getByRole('button', { name: 'Download PDF' })
  download.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(download).toHaveFocus()
})

test.each([
  ['what another version stored', '{"owner":"","storedAt":1,"value":[{"provider":{"hash":"x"}}]}'],
  ['no JSON', 'broken'],
])('a shortlist that is %s counts as empty', async (_what, stored) => {
  sessionStorage.setItem('searchDraft:shortlist aSearch', stored)
  await renderShortlist(0)
  expect(screen.queryByRole('button', { name: /^Shortlist/ })).toBeNull()
})
