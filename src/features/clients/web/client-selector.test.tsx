import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
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
import { HomeHeading } from './home-heading.tsx'
import { HomeContent } from './home-page.tsx'

const alpine = { id: 'alpine', label: 'Alpine Travel Insurance' }
const configuration: ClientConfiguration = {
  ...{ clientId: alpine.id, clientName: alpine.label, clientCodes: {}, providerSearches: [] },
  ...{ patientSearch: true, currentActivity: true, clientAuth: true, caseSummary: true, mayDecide: true },
  ...{ reports: [], accountManagement: [], isInternal: true, version: '1' },
}

beforeEach(() => {
  const token = { token: 'a-token', exp: 4_000_000_000, name: 'Ines Harbor' }
  localStorage.setItem('userToken', JSON.stringify(token))
})

/** Renders the selector with one client. */
async function renderSelector(change: (api: ReturnType<typeof stubApi>) => void) {
  const api = stubApi()
  api.reply(listClients, { clients: [alpine] })
  api.reply(listSelectorSearches, { searches: [] })
  api.reply(listPendingByClient, { clients: [] })
  api.reply(getClientConfiguration, configuration)
  change(api)
  const onChosen = vi.fn(async () => {})
  return { api, onChosen, ...(await renderComponent(<ClientSelector onChosen={onChosen} />)) }
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

test('a client whose configuration fails to load is not opened and shows an error', async () => {
  const { api, onChosen, user } = await renderSelector(({ fail }) => fail(getClientConfiguration, 500))
  await user.type(field(), 'Alpine')
  await user.click(await screen.findByRole('option', { name: alpine.label }))
  await user.click(button('Go to Selected Client Portal'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'An error occurred retrieving configuration data needed to process your request. Please try again.',
  )
  expect(onChosen).not.toHaveBeenCalled()
  expect(localStorage.getItem('currentClient')).toBeNull()
  api.reply(getClientConfiguration, configuration)
  await user.click(button('Go to Selected Client Portal'))
  await waitFor(() => expect(onChosen).toHaveBeenCalledWith(alpine))
})

test('all clients are listed with their pending authorizations, most first, and can be found by name', async () => {
  const lagoon = { id: 'lagoon', label: 'Lagoon Health Plan' }
  const { onChosen, user } = await renderSelector((api) => {
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
  expect(within(list).getByRole('status')).toHaveTextContent('No client has this name.')
  await user.clear(screen.getByRole('textbox', { name: 'Find a client' }))
  await user.type(screen.getByRole('textbox', { name: 'Find a client' }), 'travel')
  expect(rows()).toHaveLength(1)
  await user.click(rows()[0] as HTMLElement)
  await waitFor(() => expect(onChosen).toHaveBeenCalledWith(alpine))
})

test('clients can be opened while their pending authorizations are unknown', async () => {
  const { user, onChosen } = await renderSelector(({ fail }) => fail(listPendingByClient, 500))
  const list = await screen.findByRole('region', { name: 'All clients' })
  await within(list).findByText('We couldn’t count the pending authorizations.')
  await expectAccessible()
  await user.click(within(list).getByRole('button', { name: alpine.label }))
  await waitFor(() => expect(onChosen).toHaveBeenCalledWith(alpine))
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
