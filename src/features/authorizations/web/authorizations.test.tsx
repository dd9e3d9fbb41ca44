import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPendingBill, createPendingList, stubQueue } from '#test-support/pending-bill.ts'
import { createProblem } from '#test-support/problem.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import {
  listDenialReasons,
  listInfoNeeded,
  listPendingAuthorizations,
  openItnPdf,
  type PendingAuthorization,
  processAuthorization,
} from '../contract.ts'
import { messages } from '../messages.ts'
import { Authorizations } from './authorizations.tsx'

const clients = [
  { code: 'ALP1', name: 'Alpine Leisure Travel' },
  { code: 'ALP3', name: 'Alpine Students Abroad' },
]

const bill = (itnNumber: string, at: number) =>
  createPendingBill(itnNumber, {
    receivedAt: `2026-01-0${at + 1}T12:00:00Z`,
    waitingMinutes: 100_000 - at,
  })
const reasons = { lookupItems: [{ code: '0188', description: 'Service is not covered' }] }
const pending = ['BAD01', 'BAD02', 'BAD03'].map(bill)

/** Renders the page and lists three pending bills. */
async function renderPending({ bills = pending, mayDecide = true, isListDown = false } = {}) {
  const api = stubApi()
  stubQueue(api)
  const reply = (changes: { bills?: PendingAuthorization[]; mayDecide?: boolean }) =>
    api.reply(listPendingAuthorizations, createPendingList({ bills, mayDecide, version: '', ...changes }))
  reply({})
  api.reply(listDenialReasons, reasons)
  api.reply(listInfoNeeded, { lookupItems: [{ code: '0507', description: 'Itemized bill' }] })
  api.reply(processAuthorization, { statusCode: 200, message: 'Done.' })
  api.fail(openItnPdf, 500)
  if (isListDown) api.disconnect(listPendingAuthorizations)
  const offer = { clients, isFailed: false, retry: () => {} }
  const view = await renderComponent(
    <Authorizations owner="a-person" offer={offer} openItn={undefined} onOpened={() => {}} />,
    { path: '/authorization' },
  )
  const press = (name: string | RegExp) => view.user.click(screen.getByRole('button', { name }))
  const open = async (itn: string) => {
    await screen.findByRole('table', { name: 'Pending authorizations' })
    await press(`${mayDecide ? 'Decide' : 'View'}: ITN ${itn}`)
    return dialog(itn)
  }
  const choose = (name: string) =>
    view.user.click(screen.getByRole('radio', { name: new RegExp(`^${name}`) }))
  /** Denies the open bill; the server rejects the decision. */
  const denyInVain = async (status: number, body: unknown) => {
    api.fail(processAuthorization, status, body)
    await choose('Deny')
    await press(/^Save/)
  }
  return { ...view, api, reply, press, open, choose, denyInVain }
}

const dialog = (itn: string) => screen.findByRole('dialog', { name: new RegExp(`^ITN ${itn}`) })
const input = (name: string | RegExp) => screen.getByLabelText(name)
const openButton = (itn: string) => screen.queryByRole('button', { name: `Decide: ITN ${itn}` })

/** The response about a bill that someone else has decided. */
const decided = (itn: string) => {
  const decision = { action: 'D', decision: 'denied', by: 'Albert Alpine', at: '2026-03-01T12:00:00Z' }
  return createProblem(409, `ITN ${itn} was already decided (denied) by Albert Alpine.`, { decision })
}

test('if someone else already made the decision on a bill, the next ITN opens with a message', async () => {
  const { open, denyInVain, press, user } = await renderPending()
  await open('BAD01')
  await denyInVain(409, decided('BAD01'))
  const next = within(await dialog('BAD02'))
  const alert = next.getByRole('alert')
  expect(alert).toHaveTextContent('Processing Error on the previous bill, ITN BAD01')
  expect(alert).toHaveTextContent('ITN BAD01 was already decided (denied) by Albert Alpine.')
  expect(next.getByRole('button', { name: /^Save/ })).toBeDisabled()
  await expectAccessible()
  await press('Next')
  await dialog('BAD03')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(openButton('BAD02')).toBeVisible())
  expect(openButton('BAD01')).toBeNull()
})

test('if someone else made the decision on the last bill, the dialog closes and the page says so', async () => {
  const { open, denyInVain } = await renderPending()
  await open('BAD03')
  await denyInVain(409, decided('BAD03'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('alert')).toHaveTextContent('ITN BAD03 was already decided (denied)')
})

test('after a lost or unreadable response, an error appears and retries use the same key', async () => {
  const { api, open, choose, press, user } = await renderPending()
  const keys = () => api.requests(processAuthorization).map(({ headers }) => headers.get('idempotency-key'))
  await open('BAD02')
  await choose('Other')
  await user.type(input('Special Handling Comment'), 'Call the clinic first')
  for (const lose of [
    () => api.disconnect(processAuthorization),
    () => api.fail(processAuthorization, 200),
  ]) {
    lose()
    await press(/^Save/)
    await waitFor(() => expect(screen.getByRole('button', { name: /^Save/ })).toBeEnabled())
    const alert = within(await dialog('BAD02')).getByRole('alert')
    expect(alert).toHaveTextContent('Processing Error')
    expect(alert).toHaveTextContent(`An error occurred saving authorization. ${messages.saveAgain}`)
    // The header stays in view while the dialog scrolls to the field.
    expect(alert.closest('header')).not.toBeNull()
    expect(input('Special Handling Comment')).toHaveValue('Call the clinic first')
  }
  api.reply(processAuthorization, { statusCode: 200, message: 'Done.' })
  await press(/^Save/)
  await dialog('BAD03')
  expect(keys()[0]).toBeTruthy()
  expect(keys()).toEqual([keys()[0], keys()[0], keys()[0]])
})

test('if an ITN was resubmitted, the page loads it again and asks for another review', async () => {
  const { api, open, denyInVain } = await renderPending()
  await open('BAD03')
  const sentence = 'ITN BAD03 was resubmitted at 3/1/2026 7:00 AM. Review it again before you decide.'
  await denyInVain(409, createProblem(409, sentence))
  await waitFor(() => expect(api.requests(listPendingAuthorizations)).toHaveLength(2))
  expect(within(await dialog('BAD03')).getByRole('alert')).toHaveTextContent(sentence)
})

test('if a list, reasons or a PDF cannot be loaded, the page shows an error and offers a retry', async () => {
  const { api, reply, press, choose, user } = await renderPending({ isListDown: true })
  for (const endpoint of [listDenialReasons, listInfoNeeded, openItnPdf]) api.disconnect(endpoint)
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred retrieving authorizations.')
  await expectAccessible()
  reply({})
  await press('Try again')
  await user.click(await screen.findByRole('button', { name: 'Decide: ITN BAD03' }))
  const review = within(await dialog('BAD03'))
  expect(await review.findByText('An error occurred retrieving deny list.')).toBeVisible()
  expect(await review.findByText('An error occurred retrieving info list.')).toBeVisible()
  expect(await review.findByText('We couldn’t open the PDF.')).toBeVisible()
  await expectAccessible()
  for (const endpoint of [listDenialReasons, listInfoNeeded]) api.reply(endpoint, reasons)
  for (const left of [2, 1]) {
    await user.click(review.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement)
    await waitFor(() => expect(review.getAllByRole('button', { name: 'Try again' })).toHaveLength(left))
  }
  const requests = api.requests(openItnPdf).length
  await user.click(review.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(api.requests(openItnPdf)).toHaveLength(requests + 1))
  await choose('Deny')
  const reason = within(input('Reason for Denial')).findByRole('option', { name: /Service is not covered/ })
  expect(await reason).toBeVisible()
})

test('an action enables only its own inputs with defaults, and the next bill starts empty', async () => {
  const { open, choose, press, user } = await renderPending()
  await open('BAD01')
  const inputs = {
    Approve: [/^Patient Responsibility/, /^Maximum Covered/],
    Deny: ['Reason for Denial'],
    'Additional Info Needed': ['Info Required'],
    'Other - Special Handling': ['Special Handling Comment'],
  }
  expect(screen.getByRole('button', { name: /^Save/ })).toBeDisabled()
  for (const chosen of Object.keys(inputs)) {
    await choose(chosen)
    for (const [action, names] of Object.entries(inputs))
      for (const name of names) expect(input(name).hasAttribute('disabled')).toBe(action !== chosen)
  }
  expect(input('Reason for Denial')).toHaveValue('0188')
  expect(input('Info Required')).toHaveValue('0507')
  await user.type(input('Special Handling Comment'), '  Zoë 🙂 ')
  expect(screen.getByText('5 / 500')).toBeVisible()
  await expectAccessible()
  await press('Next')
  await waitFor(() => expect(screen.getByRole('dialog')).not.toHaveAccessibleName(/BAD01/))
  expect(screen.queryAllByRole('radio', { checked: true })).toEqual([])
  expect(input(/^Patient Responsibility/)).toHaveValue('0')
  expect(input('Reason for Denial')).toHaveValue('0')
  expect(input('Special Handling Comment')).toHaveValue('')
  for (const button of ['Previous', 'Previous']) await press(button)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a user without permission to make decisions sees bills and proposals in a read-only panel', async () => {
  const amounts = { patientResponsibility: '0.00', maximumCovered: '1250.50' }
  const proposal = { by: 'Bob Mockbury', isMine: false, at: '2026-01-01T12:30:00Z', ...amounts }
  const bills = pending.map((each) => ({ ...each, proposal }))
  const { api, open, user } = await renderPending({ mayDecide: false, bills })
  const review = within(await open('BAD01'))
  expect(openButton('BAD02')).toBeNull()
  expect(review.getByText(/^You can view pending authorizations but not decide them\./)).toBeVisible()
  expect(review.getByRole('note')).toHaveTextContent(/Bob Mockbury on .* Another person must approve/)
  expect(review.queryByRole('button', { name: 'Withdraw proposal' })).toBeNull()
  expect(review.queryAllByRole('radio')).toEqual([])
  expect(review.queryByRole('button', { name: /^Save/ })).toBeNull()
  await expectAccessible()
  await user.keyboard('a{Control>}{Enter}{/Control}')
  expect(api.requests(processAuthorization)).toEqual([])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a user who lost permission to make decisions sees a message and the read-only panel', async () => {
  const { reply, open, denyInVain, press } = await renderPending()
  await open('BAD03')
  reply({ mayDecide: false })
  await denyInVain(403, createProblem(403, 'You may not decide authorizations.'))
  const review = within(await dialog('BAD03'))
  expect(await review.findByText(/^You can view pending authorizations but not decide them\./)).toBeVisible()
  expect(review.getByRole('alert')).toHaveTextContent('You may not decide authorizations.')
  expect(review.queryByRole('button', { name: /^Save/ })).toBeNull()
  await press('Shortcuts')
  expect(review.getByText('Previous and next bill')).toBeVisible()
  expect(review.queryByText('Approve')).toBeNull()
})

test('the client chooser narrows the list, requires a client, and reports an empty list', async () => {
  const { api, reply, user, press } = await renderPending()
  const asked = () => api.requests(listPendingAuthorizations).map(({ body }) => body)
  await screen.findByRole('table', { name: 'Pending authorizations' })
  expect(asked()).toEqual([{ clients: ['ALP1', 'ALP3'] }])
  await press('Edit search')
  await user.click(screen.getByLabelText('All Clients'))
  await press('Submit')
  expect(
    await screen.findByRole('link', { name: 'Clients: Please select at least one client' }),
  ).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Available clients'), 'Alpine Students Abroad')
  await press('Add')
  await press('Submit')
  await waitFor(() => expect(asked()[1]).toEqual({ clients: ['ALP3'] }))
  expect(await screen.findByRole('table', { name: 'Pending authorizations' })).toHaveTextContent('BAD01')
  await press('Reset')
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Pending authorizations' })).toBeNull())
  reply({ bills: [] })
  await press('Submit')
  expect(await screen.findByText('Your search returned no results')).toBeVisible()
  await expectAccessible()
})
