import { useRouter, useRouterState } from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPendingBill, createPendingList, stubQueue } from '#test-support/pending-bill.ts'
import { renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { listDenialReasons, listInfoNeeded, listPendingAuthorizations, openItnPdf } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { Authorizations } from '../authorizations.tsx'
import { billFragment, findItn } from './use-bill-address.ts'

type History = ReturnType<typeof useRouter>['history']

/** The page, which opens the bill of the history state as the real one does. */
function Page({ onHistory }: { onHistory: (history: History) => void }) {
  const { history, navigate } = useRouter()
  onHistory(history)
  const openItn = useRouterState({ select: ({ location }) => location.state.openItn })
  const offer = { clients: [{ code: 'ALP3', name: 'Alpine' }], isFailed: false, retry: () => {} }
  const onOpened = () => void navigate({ to: '.', hash: billFragment(openItn), replace: true, state: {} })
  return <Authorizations owner="me" offer={offer} openItn={openItn} onOpened={onOpened} />
}

async function renderQueue() {
  const api = stubApi()
  stubQueue(api)
  const bills = ['ADR01', 'ADR02'].map((itn) => createPendingBill(itn))
  api.reply(listPendingAuthorizations, createPendingList({ bills, mayDecide: true, version: '' }))
  for (const endpoint of [listDenialReasons, listInfoNeeded]) api.reply(endpoint, { lookupItems: [] })
  api.fail(openItnPdf, 500)
  let history: History | undefined
  const page = <Page onHistory={(found) => (history = found)} />
  const view = await renderComponent(page, { path: '/authorization' })
  await screen.findByRole('table', { name: 'Pending authorizations' })
  const travel = (go: (history: History) => void) => act(async () => history && go(history))
  return {
    ...view,
    press: (name: string) => view.user.click(screen.getByRole('button', { name })),
    back: () => travel((history) => history.back()),
    forward: () => travel((history) => history.forward()),
    /** Goes to the queue as from another page or by a link, which asks for a bill. */
    request: (openItn: string) => travel((history) => history.push('/authorization', { openItn })),
    entries: () => history?.length,
  }
}

const dialog = (itn: string) => screen.findByRole('dialog', { name: new RegExp(`^ITN ${itn}`) })
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('Back closes an open bill as Cancel does, and stays in the queue; Forward opens it again, empty', async () => {
  const { user, press, back, forward, url, entries } = await renderQueue()
  await press('Decide: ITN ADR01')
  await dialog('ADR01')
  await waitFor(() => expect(url()).toBe('/authorization#itn=ADR01'))
  await press('Next')
  await dialog('ADR02')
  await waitFor(() => expect(url()).toBe('/authorization#itn=ADR02'))
  expect(entries()).toBe(2)
  await user.click(screen.getByRole('radio', { name: /^Other/ }))
  await user.type(screen.getByLabelText('Special Handling Comment'), 'Call the clinic')
  await back()
  await expectClosed()
  expect(url()).toBe('/authorization')
  await forward()
  await dialog('ADR02')
  expect(screen.queryAllByRole('radio', { checked: true })).toEqual([])
  expect(screen.queryByText(messages.review.leftHere)).toBeNull()
})

test('Cancel and Escape leave nothing behind to go back through, however often', async () => {
  const { user, press, url, entries } = await renderQueue()
  for (const itn of ['ADR01', 'ADR02', 'ADR01']) {
    await press(`Decide: ITN ${itn}`)
    await dialog(itn)
    await waitFor(() => expect(url()).toBe(`/authorization#itn=${itn}`))
    await user.keyboard('{Escape}')
    await expectClosed()
    await waitFor(() => expect(url()).toBe('/authorization'))
  }
  expect(entries()).toBe(2)
})

test('from a bill that another page opened, Back returns there, and Cancel to the queue', async () => {
  const { press, back, request, url } = await renderQueue()
  await request('ADR02')
  await dialog('ADR02')
  await waitFor(() => expect(url()).toBe('/authorization#itn=ADR02'))
  await back()
  await expectClosed()
  expect(url()).toBe('/authorization')
  await request('ADR02')
  await dialog('ADR02')
  await waitFor(() => expect(url()).toBe('/authorization#itn=ADR02'))
  await press('Cancel')
  await expectClosed()
  await waitFor(() => expect(url()).toBe('/authorization'))
})

test('a link to a bill that is not pending says so', async () => {
  const { request } = await renderQueue()
  await request('GONE1')
  expect(await screen.findByRole('alert')).toHaveTextContent(messages.review.notPending('GONE1'))
})

test.each(['A+B', 'A&B', 'A#B', 'A=B', 'A%20B', 'A B', '100%'])(
  'an address leads back to the ITN %s',
  (itn) => {
    expect(findItn({ hash: `#${billFragment(itn)}`, search: '' })).toBe(itn)
  },
)
