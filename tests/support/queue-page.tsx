import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { listComments } from '#authorizations/comment-contract.ts'
import {
  listDenialReasons,
  listInfoNeeded,
  listPendingAuthorizations,
  openItnPdf,
} from '#authorizations/contract.ts'
import {
  assignAuthorization,
  leaseAuthorization,
  listAssignees,
  listQueueViews,
  readQueue,
  readQueueEmail,
} from '#authorizations/queue-contract.ts'
import { Authorizations } from '#authorizations/web/authorizations.tsx'
import { noFilter } from '#authorizations/web/list/pending-filter.ts'
import type { PendingBills } from '#authorizations/web/pending-query.ts'
import { createPendingBill, createPendingList } from './pending-bill.ts'
import { renderComponent } from './render-component.tsx'
import { stubApi } from './stub-api.ts'

export const people = ['Ada', 'Bob', 'Cara'].map((name, at) => ({
  id: `3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a9${at}`,
  name: `${name} Sampleton`,
  isMe: name === 'Ada',
  codes: name === 'Cara' ? ['ALP1'] : ['ALP1', 'ALP3'],
}))
export const bob = { id: people[1]?.id ?? '', name: 'Bob Sampleton', isMe: false }
export const bills = [createPendingBill('ITN1', { assignee: bob }), createPendingBill('ITN2')]
export const late = { id: people[2]?.id ?? '', name: 'Late', filters: { ...noFilter, provider: 'mercy' } }

type Options = {
  pending?: typeof bills
  secondPersonAbove?: PendingBills['secondPersonAbove']
  mayDecide?: boolean
  hasLiveToken?: () => boolean
  isStatusDown?: boolean
  openItn?: string
}

/** Renders the page of pending authorizations with two bills, ITN1 of Bob and ITN2 of nobody, and waits for its answers. */
export async function renderQueue(options: Options = {}) {
  const { pending = bills, mayDecide = true, hasLiveToken = () => true, isStatusDown, openItn } = options
  const { secondPersonAbove = {} } = options
  const api = stubApi()
  const listed = createPendingList({ bills: pending, mayDecide, version: '1', secondPersonAbove })
  api.reply(listPendingAuthorizations, listed)
  api.reply(readQueue, { pending: 2, version: '1', reviewing: [{ itn: 'ITN2', names: ['Bob', 'Cara'] }] })
  if (isStatusDown) api.disconnect(readQueue)
  api.reply(readQueueEmail, { isOn: false, address: null, mayDecide: false })
  api.reply(listQueueViews, { views: [late] })
  api.reply(leaseAuthorization, { others: ['Bob'] })
  api.reply(listComments, { comments: [] })
  api.reply(listAssignees, { people })
  api.reply(assignAuthorization, {})
  for (const endpoint of [listDenialReasons, listInfoNeeded]) api.reply(endpoint, { lookupItems: [] })
  api.fail(openItnPdf, 500)
  const offer = { clients: [{ code: 'ALP3', name: 'Alpine' }], isFailed: false, retry: () => {} }
  const view = await renderComponent(
    <Authorizations
      owner="me"
      offer={offer}
      openItn={openItn}
      onOpened={() => {}}
      hasLiveToken={hasLiveToken}
    />,
    { path: '/authorization' },
  )
  await screen.findByRole('table', { name: 'Pending authorizations', hidden: openItn !== undefined })
  await waitFor(() => expect(view.queries.isFetching()).toBe(0))
  const press = (name: string | RegExp) => view.user.click(screen.getByRole('button', { name }))
  return { ...view, api, listed, press }
}

export const row = (itn: string) => screen.getByRole('row', { name: new RegExp(itn) })

/** Makes the page ask again, as when a person returns to the tab. */
export const returnToTab = () =>
  act(async () => {
    vi.setSystemTime(Date.now() + 60_000)
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })
