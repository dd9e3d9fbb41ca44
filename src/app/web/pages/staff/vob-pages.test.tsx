import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type ClientConfiguration, getClientConfiguration } from '#clients/contract.ts'
import { storeChosenClient } from '#clients/web/configuration-store.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { listVobs } from '#vob/contract.ts'
import { VobsPage } from './vob-pages.tsx'

const secure = { code: 'secureDomestic', name: 'Secure', url: '/secure', isSecure: true, isVOB: true }
const alpine: ClientConfiguration = {
  ...{ clientId: 'alpine', clientName: 'Alpine', clientCodes: {}, reports: [], accountManagement: [] },
  ...{ currentActivity: false, patientSearch: true, clientAuth: false, caseSummary: false },
  ...{ mayDecide: false, isInternal: false, version: '1', providerSearches: [secure] },
}

beforeEach(() => {
  const token = { token: 'a-token', exp: 4_000_000_000, name: 'Albert Alpine' }
  localStorage.setItem('userToken', JSON.stringify(token))
  storeChosenClient({ id: 'alpine', label: 'Alpine' })
})

test('the page of letters shows a skeleton until the configuration has loaded', async () => {
  const api = stubApi()
  api.reply(listVobs, { vobs: [], notice: null })
  api.reply(getClientConfiguration, alpine)
  const release = api.hold(getClientConfiguration)
  await renderComponent(<VobsPage />)
  expect(screen.getByRole('status')).toHaveTextContent('Loading letters')
  await expectAccessible()
  release()
  expect(await screen.findByText('No letters have been issued yet')).toBeVisible()
})

test('the page of letters does not exist for a client that issues none', async () => {
  const api = stubApi()
  api.reply(getClientConfiguration, { ...alpine, providerSearches: [{ ...secure, isVOB: false }] })
  await renderComponent(<VobsPage />)
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
})
