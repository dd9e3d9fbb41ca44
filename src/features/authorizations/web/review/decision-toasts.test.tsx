import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { now } from '#platform/contract/clock.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { createPendingBill, createPendingList, stubQueue } from '#test-support/pending-bill.ts'
import { createProblem } from '#test-support/problem.ts'
import { returnToTab } from '#test-support/queue-page.tsx'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import {
  listDenialReasons,
  listInfoNeeded,
  listPendingAuthorizations,
  openItnPdf,
  processAuthorization,
  undoDecision,
} from '../../contract.ts'
import { messages } from '../../messages.ts'
import { readQueue } from '../../queue-contract.ts'
import { queueMessages } from '../../queue-messages.ts'
import { Authorizations } from '../authorizations.tsx'

const bill = (itnNumber: string) => createPendingBill(itnNumber)
const bills = ['SLIP1', 'SLIP2', 'SLIP3'].map(bill)
const ids: Record<string, string> = Object.fromEntries(
  bills.map(({ itnNumber }, at) => [itnNumber, `3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a9${at}`]),
)
const undone = 'The decision on ITN SLIP1 was undone. The bill is pending again.'

type AuthorizationsProps = ComponentProps<typeof Authorizations>

/** Renders the list, opens the bill and saves a comment as its decision. */
async function saveDecision(itn = 'SLIP1') {
  const api = stubApi()
  stubQueue(api)
  let [pending, version] = [bills, '1']
  api.reply(listPendingAuthorizations, () => createPendingList({ bills: pending, mayDecide: true, version }))
  api.reply(readQueue, () => ({ pending: pending.length, version, reviewing: [] }))
  api.reply(listDenialReasons, { lookupItems: [{ code: '0188', description: 'Service is not covered' }] })
  api.reply(listInfoNeeded, { lookupItems: [] })
  api.fail(openItnPdf, 500)
  api.reply(processAuthorization, ({ body }) => {
    const { itn } = body as { itn: string }
    pending = pending.filter(({ itnNumber }) => itnNumber !== itn)
    version += '1'
    const message = `ITN ${itn} sent to special handling.`
    const undoUntil = new Date(now().getTime() + 30_000).toISOString()
    return { statusCode: 200 as const, message, decisionId: ids[itn] ?? '', undoUntil, undoSeconds: 30 }
  })
  api.reply(undoDecision, () => {
    pending = bills
    version += '1'
    return { message: undone }
  })
  const offer = { clients: [{ code: 'ALP3', name: 'Alpine' }], isFailed: false, retry: () => {} }
  const { user } = await renderComponent(<Page offer={offer} />, { path: '/authorization' })
  const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
  const decide = async (comment: string) => {
    await user.click(screen.getByRole('radio', { name: /^Other/ }))
    await user.type(screen.getByLabelText('Special Handling Comment'), comment)
    await press(/^Save/)
  }
  await user.click(await screen.findByRole('button', { name: `Decide: ITN ${itn}` }))
  await dialog(itn)
  await decide('Call the clinic first')
  await screen.findByRole('button', { name: `Undo: ITN ${itn}` })
  return { api, user, press, decide }
}

/** The page, and a button that changes to another client. */
function Page({ offer }: Pick<AuthorizationsProps, 'offer'>) {
  const [owner, setOwner] = useState('me at Alpine')
  return (
    <>
      <button
        type="button"
        onClick={() => setOwner(owner === 'me at Alpine' ? 'me at Lagoon' : 'me at Alpine')}
      >
        Change client
      </button>
      <Authorizations key={owner} owner={owner} offer={offer} openItn={undefined} onOpened={() => {}} />
    </>
  )
}

const dialog = (itn: string) => screen.findByRole('dialog', { name: new RegExp(`^ITN ${itn}`) })
const undoButton = (itn = 'SLIP1') => screen.queryByRole('button', { name: `Undo: ITN ${itn}` })
const comment = () => screen.getByLabelText('Special Handling Comment')

test('a rejected undo shows the reason, removes the toast and brings the list up to date', async () => {
  const { api, press } = await saveDecision()
  api.fail(undoDecision, 409, createProblem(409, messages.undo.sent('SLIP1')))
  await press('Undo: ITN SLIP1')
  await waitFor(() => expect(undoButton()).toBeNull())
  expect(screen.getByRole('alert')).toHaveTextContent('too late to undo')
  await waitFor(() => expect(api.requests(listPendingAuthorizations)).toHaveLength(2))
  expect(api.requests(listPendingAuthorizations).at(-1)?.body).toMatchObject({ since: '1' })
  expect(await dialog('SLIP2')).toBeVisible()
})

test('an undo without a response shows an error, which disappears on a retry', async () => {
  const { api, press } = await saveDecision()
  api.disconnect(undoDecision)
  await press('Undo: ITN SLIP1')
  expect(await screen.findByRole('alert')).toHaveTextContent(messages.review.toasts.failed)
  api.reply(undoDecision, { message: undone })
  await press('Undo: ITN SLIP1')
  expect([await dialog('SLIP1'), screen.queryByRole('alert')]).toEqual([expect.anything(), null])
})

test('a toast names the saved decision and is announced once, and Undo opens the bill with its input', async () => {
  freezeClock()
  const { api, press } = await saveDecision()
  const review = within(await dialog('SLIP2'))
  const said = screen.getAllByRole('status').filter(({ textContent }) => textContent?.includes('SLIP1'))
  expect(said.map(({ textContent }) => textContent)).toEqual(['ITN SLIP1 sent to special handling.'])
  const toasts = within(review.getByRole('region', { name: 'Saved decisions' }))
  expect(toasts.getByText('ITN SLIP1 sent to special handling.')).toBeVisible()
  expect(toasts.getByText('30 s left')).toBeVisible()
  await expectAccessible()
  api.hold(listPendingAuthorizations)
  await press('Undo: ITN SLIP1')
  const again = within(await dialog('SLIP1'))
  expect(api.requests(undoDecision)).toMatchObject([{ body: { itn: 'SLIP1', decisionId: ids.SLIP1 } }])
  expect(comment()).toHaveValue('Call the clinic first')
  await waitFor(() => expect(again.getByRole('status')).toHaveTextContent(undone))
  expect(undoButton()).toBeNull()
  await waitFor(() => expect(api.requests(listPendingAuthorizations)).toHaveLength(2))
  expect(again.getByText('1 of 3')).toBeVisible()
  await press(/^Save/)
  expect(await dialog('SLIP2')).toHaveAccessibleName('ITN SLIP2 1 of 2')
})

test('a bill that is open after an undo, and that someone else then decides, is no longer pending', async () => {
  const { api, press } = await saveDecision()
  const reply = (pending: typeof bills, version: string) => {
    api.reply(listPendingAuthorizations, createPendingList({ bills: pending, mayDecide: true, version }))
    api.reply(readQueue, { pending: pending.length, version, reviewing: [] })
  }
  reply(bills, '2')
  const release = api.hold(listPendingAuthorizations)
  await press('Undo: ITN SLIP1')
  const reopened = await dialog('SLIP1')
  expect(reopened).not.toHaveTextContent(queueMessages.gone)
  await act(async () => release())
  await waitFor(() => expect(screen.getByText('3 pending authorizations')).toBeInTheDocument())
  expect(reopened).not.toHaveTextContent(queueMessages.gone)
  reply(bills.slice(1), '3')
  await returnToTab()
  expect(await within(reopened).findByText(queueMessages.gone)).toBeVisible()
})

test('Ctrl+Z undoes the last decision, also without its toast and in a list, but in a text field only typing', async () => {
  const { api, user, press, decide } = await saveDecision()
  await dialog('SLIP2')
  await user.click(screen.getByRole('radio', { name: /^Other/ }))
  await user.click(comment())
  await user.keyboard('{Control>}z{/Control}')
  await decide('Call the family first')
  await dialog('SLIP3')
  expect(api.requests(undoDecision)).toEqual([])
  await press('Close the message about ITN SLIP2')
  expect([undoButton('SLIP1'), undoButton('SLIP2')]).toEqual([expect.anything(), null])
  await user.click(screen.getByRole('radio', { name: /^Deny/ }))
  await user.click(screen.getByLabelText('Reason for Denial'))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(api.requests(undoDecision)).toHaveLength(1))
  expect(api.requests(undoDecision)).toMatchObject([{ body: { itn: 'SLIP2', decisionId: ids.SLIP2 } }])
})

test('while an undo is slow, another decision can be undone', async () => {
  const { api, press, decide } = await saveDecision()
  await dialog('SLIP2')
  await decide('Call the family first')
  await dialog('SLIP3')
  const release = api.hold(undoDecision)
  for (const itn of ['SLIP1', 'SLIP2', 'SLIP2']) await press(`Undo: ITN ${itn}`)
  expect(api.requests(undoDecision)).toMatchObject(['SLIP1', 'SLIP2'].map((itn) => ({ body: { itn } })))
  await act(async () => release())
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull())
})

test('an undo leaves a bill open for which an action is selected; the undone one is the previous', async () => {
  const { api, user, press } = await saveDecision()
  await dialog('SLIP2')
  await user.click(screen.getByRole('radio', { name: /^Deny/ }))
  const release = api.hold(listPendingAuthorizations)
  await press('Undo: ITN SLIP1')
  const review = within(await dialog('SLIP2'))
  await waitFor(() => expect(undoButton()).toBeNull())
  expect(review.getByRole('radio', { name: /^Deny/ })).toBeChecked()
  expect(review.getByRole('status')).toHaveTextContent(`${undone} Choose Previous to open it.`)
  await press('Previous')
  await dialog('SLIP1')
  for (const then of [release, () => {}]) {
    for (const button of ['Next', 'Previous']) await press(button)
    await dialog('SLIP1')
    expect(comment()).toHaveValue('')
    await press(messages.review.restore)
    expect(comment()).toHaveValue('Call the clinic first')
    await act(async () => then())
  }
})

test('after the last bill, the toast is on the page, and Undo opens the bill again', async () => {
  const { press } = await saveDecision('SLIP3')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const said = screen.getAllByRole('status').filter(({ textContent }) => textContent?.includes('SLIP3'))
  expect(said).toHaveLength(1)
  await expectAccessible()
  await press('Undo: ITN SLIP3')
  expect(await dialog('SLIP3')).toBeVisible()
})

test('the toasts of one client are not shown at another, and are there again on return', async () => {
  const { press, user } = await saveDecision('SLIP3')
  expect(undoButton('SLIP3')).toBeVisible()
  await press('Change client')
  expect(undoButton('SLIP3')).toBeNull()
  await user.keyboard('{Control>}z{/Control}')
  await press('Change client')
  await waitFor(() => expect(undoButton('SLIP3')).toBeVisible())
})

test('the toast counts the seconds and goes after 30, its focus returns to the bill, and Ctrl+Z says that it is too late', async () => {
  const clock = freezeClock()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await saveDecision()
    const review = await dialog('SLIP2')
    act(() => undoButton()?.focus())
    const wait = (seconds: number) => {
      clock.forward({ seconds })
      act(() => void vi.advanceTimersByTime(1000))
    }
    wait(29)
    expect(within(review).getByText('1 s left')).toBeVisible()
    expect(undoButton()).toHaveFocus()
    wait(1)
    expect(undoButton()).toBeNull()
    expect(document.activeElement).toHaveTextContent('ITN SLIP2')
    fireEvent.keyDown(document.activeElement as Element, { key: 'z', ctrlKey: true })
    expect(screen.getByRole('alert')).toHaveTextContent('It’s too late to undo the decision on ITN SLIP1.')
  } finally {
    vi.useRealTimers()
  }
})
