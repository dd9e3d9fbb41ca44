import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createPendingBill } from '#test-support/pending-bill.ts'
import { bills, renderQueue, returnToTab } from '#test-support/queue-page.tsx'
import { advanceTimers } from '#test-support/render-component.tsx'
import { listPendingAuthorizations } from '../../contract.ts'
import { leaseAuthorization, readQueue } from '../../queue-contract.ts'
import { pendingQueryKey } from '../pending-query.ts'

test('changes load without a notice, and the rest of the list stays', async () => {
  const { api, listed } = await renderQueue()
  expect(api.requests(readQueue)).toHaveLength(1)
  expect(api.requests(listPendingAuthorizations)).toHaveLength(1)
  const changes = { ...listed, bills: [createPendingBill('ITN3')], removed: ['ITN1'], version: '3' }
  api.reply(listPendingAuthorizations, changes)
  api.reply(readQueue, { pending: 1, version: '2', reviewing: [] })
  await returnToTab()
  expect(await screen.findByText('ITN3')).toBeVisible()
  expect(screen.queryByText('ITN1')).toBeNull()
  expect(screen.getByText('ITN2')).toBeVisible()
  expect(api.requests(listPendingAuthorizations).map(({ body }) => body)).toEqual([
    { clients: ['ALP3'] },
    { clients: ['ALP3'], isReload: true, since: '1' },
  ])
  api.reply(readQueue, { pending: 1, version: '3', reviewing: [] })
  await returnToTab()
  expect(api.requests(readQueue).at(-1)?.body).toEqual({ clients: ['ALP3'], since: '3' })
  expect(api.requests(listPendingAuthorizations)).toHaveLength(2)
})

test('a list that could not be loaded again is requested until it can, while the session is active', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isActive = true
  const { api, listed } = await renderQueue({ hasLiveToken: () => isActive })
  api.disconnect(listPendingAuthorizations)
  api.reply(readQueue, { pending: 1, version: '2', reviewing: [] })
  await returnToTab()
  const requested = () => api.requests(listPendingAuthorizations)
  await waitFor(() => expect(requested()).toHaveLength(2))
  isActive = false
  await advanceTimers(60_000)
  expect(requested()).toHaveLength(2)
  isActive = true
  api.reply(listPendingAuthorizations, { ...listed, bills: [createPendingBill('ITN3')], version: '2' })
  await advanceTimers(20_000)
  expect(await screen.findByText('ITN3')).toBeVisible()
  await advanceTimers(60_000)
  expect(requested()).toHaveLength(3)
})

test('a list that came after a decision is not shown, and is requested again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { api, listed, queries } = await renderQueue()
  const release = api.hold(listPendingAuthorizations)
  api.reply(readQueue, { pending: 2, version: '2', reviewing: [] })
  await returnToTab()
  await waitFor(() => expect(api.requests(listPendingAuthorizations)).toHaveLength(2))
  act(() => void queries.setQueriesData({ queryKey: pendingQueryKey }, { ...listed, bills: bills.slice(1) }))
  await act(async () => release())
  await advanceTimers(1000)
  expect(screen.queryByText('ITN1')).toBeNull()
  api.reply(listPendingAuthorizations, { ...listed, bills: [createPendingBill('ITN3')], version: '2' })
  await advanceTimers(20_000)
  expect(await screen.findByText('ITN3')).toBeVisible()
})

test('after the review closes, the focus stays with its bill when an earlier one is decided', async () => {
  const { user, queries, listed } = await renderQueue({ pending: [...bills, createPendingBill('ITN3')] })
  const findButton = (itn: string) => screen.findByRole('button', { name: `Decide: ${itn}` })
  await user.click(await findButton('ITN2'))
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  await waitFor(async () => expect(await findButton('ITN2')).toHaveFocus())
  act(
    () =>
      void queries.setQueriesData({ queryKey: pendingQueryKey }, { ...listed, bills: listed.bills.slice(1) }),
  )
  await waitFor(() => expect(screen.queryByText('ITN1')).toBeNull())
  expect(await findButton('ITN2')).toHaveFocus()
})

test('polling does not keep an idle session alive', async () => {
  let isActive = true
  const { api } = await renderQueue({ hasLiveToken: () => isActive })
  expect(api.requests(readQueue)).toHaveLength(1)
  isActive = false
  await returnToTab()
  isActive = true
  await returnToTab()
  await waitFor(() => expect(api.requests(readQueue)).toHaveLength(2))
})

test('polling does not start in an idle session, even without an earlier response', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isActive = true
  const { api } = await renderQueue({ hasLiveToken: () => isActive, isStatusDown: true })
  await waitFor(() => expect(api.requests(readQueue)).toHaveLength(1))
  isActive = false
  await advanceTimers(60_000)
  await returnToTab()
  expect(api.requests(readQueue)).toHaveLength(1)
  isActive = true
  await advanceTimers(20_000)
  expect(api.requests(readQueue)).toHaveLength(2)
})

test('a bill that is open in an idle session sends no more leases', async () => {
  let isActive = true
  const { api, press, user } = await renderQueue({ hasLiveToken: () => isActive })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await press('Decide: ITN1')
  await waitFor(() => expect(api.requests(leaseAuthorization)).toHaveLength(1))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(api.requests(leaseAuthorization)).toHaveLength(2)
  isActive = false
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await user.keyboard('{Escape}')
  expect(api.requests(leaseAuthorization)).toHaveLength(2)
})
