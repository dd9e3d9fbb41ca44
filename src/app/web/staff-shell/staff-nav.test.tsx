import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { listPendingAuthorizations } from '#authorizations/contract.ts'
import { readQueue } from '#authorizations/queue-contract.ts'
import { Authorizations } from '#authorizations/web/authorizations.tsx'
import type { ClientConfiguration } from '#clients/contract.ts'
import { storeChosenClient, storeConfiguration } from '#clients/web/configuration-store.ts'
import { findAnything } from '#find/contract.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { everything } from '#test-support/client-configuration.ts'
import { nothing } from '#test-support/find-fixture.tsx'
import { createPendingBill, createPendingList, stubQueue } from '#test-support/pending-bill.ts'
import { advanceTimers, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { FindBox } from './find-box.tsx'
import { StaffNavigation } from './staff-nav.tsx'

const alpine: ClientConfiguration = {
  ...everything,
  currentActivity: false,
  patientSearch: false,
  providerSearches: [],
}

const storeToken = (exp: number) => tokenStore.set({ token: 'a-token', exp, name: 'Albert Alpine' })

beforeEach(() => {
  storeToken(4_000_000_000)
  storeChosenClient({ id: 'alpine', label: 'Alpine' })
  storeConfiguration(alpine)
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

const menu = <StaffNavigation id="menu" isInMenu={false} isOpen onGo={() => {}} />
const link = () => screen.findByRole('link', { name: /^Authorization/ })
const reply = (api: ReturnType<typeof stubApi>, pending: number) =>
  api.reply(readQueue, { pending, version: '1', reviewing: [] })

test('an idle session asks for no count, even without an earlier one', async () => {
  const api = stubApi()
  api.fail(readQueue, 500)
  await renderComponent(menu, { path: '/authorization' })
  await waitFor(() => expect(api.requests(readQueue)).toHaveLength(1))
  storeToken(1)
  reply(api, 7)
  await advanceTimers(180_000)
  expect(api.requests(readQueue)).toHaveLength(1)
  storeToken(4_000_000_000)
  await advanceTimers(60_000)
  await waitFor(async () => expect(await link()).toHaveTextContent('Authorizations7 pending'))
})

test('while the list is open, the count comes with its status, and the menu asks for none', async () => {
  const api = stubApi()
  stubQueue(api)
  const bills = [createPendingBill('ITN1')]
  api.reply(listPendingAuthorizations, createPendingList({ bills, mayDecide: false, version: '1' }))
  reply(api, 3)
  const offer = { clients: [{ code: 'ALP3', name: 'Alpine' }], isFailed: false, retry: () => {} }
  const page = (
    <>
      {menu}
      <Authorizations owner="me" offer={offer} openItn={undefined} onOpened={() => {}} />
    </>
  )
  await renderComponent(page, { path: '/authorization' })
  await screen.findByRole('table')
  await waitFor(async () => expect(await link()).toHaveTextContent('Authorizations3 pending'))
  const requested = () => api.requests(readQueue).map(({ body }) => body)
  await waitFor(() => expect(requested()).toContainEqual({ clients: ['ALP3'], since: '1' }))
  const before = requested().length
  reply(api, 12)
  await advanceTimers(20_000)
  expect(await link()).toHaveTextContent('Authorizations12 pending')
  for (let seconds = 0; seconds < 180; seconds += 20) await advanceTimers(20_000)
  const later = requested().slice(before)
  expect(later.length).toBeGreaterThan(5)
  expect(later).toEqual(later.map(() => ({ clients: ['ALP3'], since: '1' })))
})

test('a page opens the search box with a text', async () => {
  stubApi().reply(findAnything, nothing)
  await renderComponent(<FindBox />, { path: '/patient-search' })
  act(() => void dispatchEvent(new CustomEvent('open-find-box', { detail: 'Smiht' })))
  expect(await screen.findByRole('combobox')).toHaveValue('Smiht')
})
