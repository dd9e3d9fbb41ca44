import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { everything } from '#test-support/client-configuration.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { listPendingByClient } from '#today/contract.ts'
import {
  type ClientConfiguration,
  getClientConfiguration,
  getHomePage,
  listClients,
  listSelectorSearches,
} from '../contract.ts'
import { ClientSelector } from './client-selector.tsx'
import { cachedConfiguration, currentClient, storeConfiguration } from './configuration-store.ts'
import { HomeHeading } from './home-heading.tsx'
import { HomeContent } from './home-page.tsx'

const alpine = { id: 'alpine', label: 'Alpine Travel Insurance' }
const configuration: ClientConfiguration = {
  ...everything,
  clientName: alpine.label,
  providerSearches: [],
  isInternal: true,
}

beforeEach(() => {
  const token = { token: 'a-token', exp: 4_000_000_000, name: 'Ines Harbor' }
  localStorage.setItem('userToken', JSON.stringify(token))
  localStorage.setItem('isInternal', 'true')
})

/** Renders the selector with one client. */
async function renderSelector(change: (api: ReturnType<typeof stubApi>) => void) {
  const api = stubApi()
  api.reply(listClients, { clients: [alpine] })
  api.reply(listSelectorSearches, { searches: [] })
  api.reply(listPendingByClient, { clients: [] })
  api.reply(getClientConfiguration, configuration)
  change(api)
  return { api, ...(await renderComponent(<ClientSelector />, { path: '/client-selector' })) }
}

/** Waits until the home page of this client opens. */
async function expectOpened(url: () => string, client = alpine) {
  await waitFor(() => expect(url()).toBe('/home'))
  expect(currentClient()).toEqual(client)
}

const button = (name: string) => screen.getByRole('button', { name })
const field = () => screen.getByRole('combobox', { name: 'Client' })

test('the client selector shows an error and recovers on retry', async () => {
  const { api, user } = await renderSelector(({ fail }) => fail(listClients, 500))
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred retrieving client profiles.')
  await expectAccessible()
  api.reply(listClients, { clients: [alpine] })
  await user.click(button('Try again'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
  await user.click(field())
  expect(await screen.findByRole('option', { name: alpine.label })).toBeVisible()
})

test('the selector lists 200 clients and filters by part of a name', async () => {
  const clients = Array.from({ length: 200 }, (_, at) => ({ id: `many-${at}`, label: `Plan ${at} of many` }))
  const { user } = await renderSelector((api) => api.reply(listClients, { clients }))
  await user.click(field())
  expect(await screen.findAllByRole('option')).toHaveLength(200)
  await user.keyboard('137')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Plan 137 of many'])
})

test('a client whose configuration fails to load is not opened and shows an error', async () => {
  const { api, url, user } = await renderSelector(({ fail }) => fail(getClientConfiguration, 500))
  await user.type(field(), 'Alpine')
  await user.click(await screen.findByRole('option', { name: alpine.label }))
  await user.click(button('Go to Selected Client Portal'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'An error occurred retrieving configuration data needed to process your request. Please try again.',
  )
  expect(url()).toBe('/client-selector')
  expect(localStorage.getItem('currentClient')).toBeNull()
  api.reply(getClientConfiguration, configuration)
  await user.click(button('Go to Selected Client Portal'))
  await expectOpened(url)
})

test('all clients are listed with their pending authorizations, most first, and can be found by name', async () => {
  const lagoon = { id: 'lagoon', label: 'Lagoon Health Plan' }
  const { url, user } = await renderSelector((api) => {
    api.reply(listClients, { clients: [alpine, lagoon, { id: 'none', label: 'Bare Client' }] })
    const clients = [
      { id: 'alpine', pending: 0, oldestMinutes: null },
      { id: 'lagoon', pending: 1234, oldestMinutes: 3 * 24 * 60 },
    ]
    api.reply(listPendingByClient, { clients })
  })
  const list = await screen.findByRole('region', { name: 'All clients' })
  const rows = () => within(list).getAllByRole('button')
  await waitFor(() => expect(rows()[0]).toHaveTextContent(/^Lagoon Health Plan1,234 pendingOldest: 3 days$/))
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.anything(),
    'Alpine Travel Insurance',
    'Bare Client',
  ])
  await expectAccessible()
  await user.type(screen.getByRole('textbox', { name: 'Find a client' }), 'nobody')
  expect(within(list).getByRole('status')).toHaveTextContent('No clients match.')
  await user.clear(screen.getByRole('textbox', { name: 'Find a client' }))
  await user.type(screen.getByRole('textbox', { name: 'Find a client' }), 'travel')
  expect(rows()).toHaveLength(1)
  await user.click(rows()[0] as HTMLElement)
  await expectOpened(url)
})

test('Enter opens the client that alone matches the typed name', async () => {
  const lagoon = { id: 'lagoon', label: 'Lagoon Travel Plan' }
  const { url, user } = await renderSelector((api) => api.reply(listClients, { clients: [lagoon, alpine] }))
  const finder = await screen.findByRole('textbox', { name: 'Find a client' })
  await user.type(finder, 'travel{Enter}')
  expect(url()).toBe('/client-selector')
  await user.type(finder, ' ins{Enter}')
  await expectOpened(url)
})

test('a tab keeps the configuration of its client when another tab opens a different one', async () => {
  const { queries, url, user } = await renderSelector(() => {})
  await user.click(await screen.findByRole('button', { name: /^Alpine/ }))
  await expectOpened(url)
  await waitFor(() =>
    expect(queries.getQueryCache().find({ queryKey: ['selector-searches'] })).toBeUndefined(),
  )
  storeConfiguration({ ...configuration, clientId: 'lagoon' })
  expect(cachedConfiguration(queries)?.clientId).toBe('alpine')
})

test('rows appear once their order is known, and keep it when newer counts arrive', async () => {
  const lagoon = { id: 'lagoon', label: 'Lagoon Health Plan' }
  const count = (id: string, pending: number) => ({ id, pending, oldestMinutes: 60 })
  const api = stubApi()
  api.reply(listClients, { clients: [alpine, lagoon] })
  api.reply(listSelectorSearches, { searches: [] })
  api.reply(listPendingByClient, { clients: [count('alpine', 1), count('lagoon', 2)] })
  const release = api.hold(listPendingByClient)
  const { user } = await renderComponent(<Reopened />)
  await screen.findByText('Loading pending authorizations')
  expect(screen.queryByRole('button', { name: /^Alpine/ })).toBeNull()
  release()
  const names = () => screen.getAllByRole('button', { name: /pending/ }).map((row) => row.textContent)
  await waitFor(() => expect(names()).toEqual([expect.stringMatching(/^Lagoon.*2 p/), expect.anything()]))
  api.reply(listPendingByClient, { clients: [count('alpine', 3), count('lagoon', 2)] })
  await user.click(button('Reopen'))
  await user.click(button('Reopen'))
  await waitFor(() => expect(names()[1]).toMatch(/^Alpine.*3 pending/))
})

/** The list, with a button that closes it and opens it again. */
function Reopened() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Reopen
      </button>
      {isOpen && <ClientSelector />}
    </>
  )
}

test('clients can be opened while their pending authorizations are unknown', async () => {
  const { user, url } = await renderSelector(({ fail }) => fail(listPendingByClient, 500))
  const list = await screen.findByRole('region', { name: 'All clients' })
  await within(list).findByText('We couldn’t load the pending authorizations. Reload the page to try again.')
  await expectAccessible()
  await user.click(within(list).getByRole('button', { name: alpine.label }))
  await expectOpened(url)
})

test('the home page shows an error and recovers on retry', async () => {
  localStorage.setItem('isInternal', 'false')
  localStorage.setItem('currentClient', JSON.stringify(alpine))
  const api = stubApi()
  api.fail(getHomePage, 500)
  const { user } = await renderComponent(
    <>
      <HomeHeading />
      <HomeContent />
    </>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred getting home page')
  await expectAccessible()
  api.reply(getHomePage, { content: '<p>News of the day</p>', banner: 'Welcome, Alpine', videoUrl: null })
  await user.click(button('Try again'))
  expect(await screen.findByRole('heading', { name: 'Welcome, Alpine' })).toBeVisible()
  expect(screen.getByText('News of the day')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the video of the home page is a thumbnail that plays in place', async () => {
  localStorage.setItem('isInternal', 'false')
  localStorage.setItem('currentClient', JSON.stringify(alpine))
  stubApi().reply(getHomePage, { content: '', banner: '', videoUrl: '/videos/welcome.webm' })
  const { container, user } = await renderComponent(<HomeContent />)
  const play = await screen.findByRole('button', { name: 'Play video: Alpine Travel Insurance' })
  const video = container.querySelector('video') as HTMLVideoElement
  video.play = vi.fn(async () => {})
  expect(video).not.toHaveAttribute('controls')
  await expectAccessible()
  await user.click(play)
  expect(video).toHaveAttribute('controls')
  expect(video.play).toHaveBeenCalled()
  expect(screen.queryByRole('button')).toBeNull()
})
