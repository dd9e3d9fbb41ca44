import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
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
