import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openBillImage } from '#billing/contract.ts'
import { narrowScreen } from '#test-support/narrow-screen.ts'
import { createPendingBill, createPendingList, stubQueue } from '#test-support/pending-bill.ts'
import { returnToTab } from '#test-support/queue-page.tsx'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import {
  listDenialReasons,
  listInfoNeeded,
  listPendingAuthorizations,
  openItnPdf,
  type PendingAuthorization,
} from '../../contract.ts'
import { getAuthorizationHistory } from '../../decided-contract.ts'
import { decidedMessages } from '../../decided-messages.ts'
import { messages } from '../../messages.ts'
import { readQueue } from '../../queue-contract.ts'
import { queueMessages } from '../../queue-messages.ts'
import { Authorizations } from '../authorizations.tsx'
import { CaseLinks } from './case-link.tsx'

const bill = (itnNumber: string, billImage = false) =>
  createPendingBill(itnNumber, { incidentNumber: '26000000412', caseHash: 'row-of-the-case', billImage })

/** Opens the first of two bills; only the first has an image. */
async function renderReview({ hasCases = true } = {}) {
  const api = stubApi()
  stubQueue(api)
  const bills = [bill('REV01', true), bill('REV02')]
  api.reply(listPendingAuthorizations, createPendingList({ bills, mayDecide: true, version: '' }))
  api.reply(listDenialReasons, { lookupItems: [{ code: '0188', description: 'Service is not covered' }] })
  api.reply(listInfoNeeded, { lookupItems: [{ code: '0507', description: 'Itemized bill' }] })
  for (const document of [openItnPdf, openBillImage]) api.fail(document, 500)
  const offer = { clients: [{ code: 'ALP3', name: 'Alpine' }], isFailed: false, retry: () => {} }
  const open = vi.fn()
  const links = hasCases ? { path: (row: string) => `/case?row=${row}`, open } : undefined
  const { user } = await renderComponent(
    <CaseLinks value={links}>
      <Authorizations owner="me" offer={offer} openItn={undefined} onOpened={() => {}} />
    </CaseLinks>,
    { path: '/authorization' },
  )
  await user.click(await screen.findByRole('button', { name: 'Decide: ITN REV01' }))
  await findDialog('REV01')
  return { api, user, open }
}

const findDialog = (itn: string) => screen.findByRole('dialog', { name: new RegExp(`^ITN ${itn}`) })
const button = (name: string) => screen.getByRole('button', { name })
const show = (name: string) =>
  within(screen.getByRole('group', { name: 'Show' })).getByRole('button', { name })

test('Save says what it does, and a note compares the amounts with the total charge', async () => {
  const { user } = await renderReview()
  expect(button('Save')).toBeDisabled()
  await user.click(screen.getByRole('radio', { name: /^Approve/ }))
  expect(button('Save: approve $0.00 of $1,250.50')).toBeEnabled()
  expect(screen.getByText('None of this bill would be paid.')).toBeVisible()
  const [patient, covered] = [/^Patient Resp/, /^Maximum/].map((name) => screen.getByLabelText(name))
  const type = async (field: HTMLElement | undefined, amount: string) => {
    if (!field) throw new Error('The field is missing.')
    await user.clear(field)
    await user.type(field, amount)
  }
  await type(patient, '50')
  await type(covered, '1200.50')
  expect(screen.getByText('The two amounts add up to the total charge of $1,250.50.')).toBeVisible()
  await type(covered, '1200')
  expect(screen.getByText('The two amounts add up to $1,250.00 of $1,250.50.')).toBeVisible()
  await type(covered, '1250')
  expect(
    screen.getByText('The two amounts add up to $1,300.00, which exceeds the total charge of $1,250.50.'),
  ).toBeVisible()
  for (const refused of ['ten', '1.234', '-5', '999999999']) {
    await type(covered, refused)
    expect(button('Save')).toBeEnabled()
    expect(screen.queryByText(/^The two amounts/)).toBeNull()
  }
  for (const [action, save] of [
    ['Deny', 'Save: deny'],
    ['Additional', 'Save: request information'],
    ['Other', 'Save: send to special handling'],
  ] as const) {
    await user.click(screen.getByRole('radio', { name: new RegExp(`^${action}`) }))
    expect(button(save)).toBeEnabled()
  }
})

test('the history opens over the review, and Escape returns to the review and what was entered', async () => {
  const { api, user } = await renderReview()
  await user.click(screen.getByRole('radio', { name: /^Deny/ }))
  api.reply(getAuthorizationHistory, {
    bill: bill('REV01'),
    isPending: true,
    changedAt: null,
    decisions: [],
    proposals: [],
  })
  await user.click(button('History'))
  const history = await screen.findByRole('dialog', { name: decidedMessages.history.title('REV01') })
  expect(await within(history).findByText(decidedMessages.history.pending)).toBeVisible()
  await expectAccessible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(history).not.toBeInTheDocument())
  await findDialog('REV01')
  expect(screen.getByRole('radio', { name: /^Deny/ })).toBeChecked()
  await waitFor(() => expect(button('History')).toHaveFocus())
})

test('arrow keys choose among the decisions, and elsewhere navigate; Alt+Page Down navigates even in a field', async () => {
  const { user } = await renderReview()
  await user.click(screen.getByRole('radio', { name: /^Approve/ }))
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('radio', { name: /^Deny/ })).toBeChecked()
  await findDialog('REV01')
  await user.click(screen.getByRole('radio', { name: /^Approve/ }))
  await user.click(screen.getByLabelText(/^Maximum/))
  await user.keyboard('{ArrowRight}')
  await findDialog('REV01')
  await user.keyboard('{Alt>}{PageDown}{/Alt}')
  await findDialog('REV02')
  await user.keyboard('{ArrowLeft}')
  await findDialog('REV01')
})

test('Next and Previous reset the form and offer to restore what was entered, until Cancel', async () => {
  const { user } = await renderReview()
  await user.click(screen.getByRole('radio', { name: /^Other/ }))
  await user.type(screen.getByLabelText('Special Handling Comment'), 'Call the clinic')
  const comment = () => screen.getByLabelText('Special Handling Comment')
  await user.keyboard('{Alt>}{PageDown}{/Alt}')
  const other = await findDialog('REV02')
  expect(within(other).getByText(messages.review.left('REV01'))).toBeVisible()
  expect(screen.queryByRole('button', { name: messages.review.restore })).toBeNull()
  await user.click(button('Previous'))
  await findDialog('REV01')
  expect(comment()).toHaveValue('')
  expect(button('Save')).toBeDisabled()
  await expectAccessible()
  await user.click(button(messages.review.restore))
  expect(screen.getByRole('radio', { name: /^Other/ })).toBeChecked()
  expect(comment()).toHaveValue('Call the clinic')
  expect(comment()).toHaveFocus()
  expect(screen.queryByText(messages.review.leftHere)).toBeNull()
  await user.click(button('Cancel'))
  await user.click(await screen.findByRole('button', { name: 'Decide: ITN REV01' }))
  await findDialog('REV01')
  expect(screen.queryByText(messages.review.leftHere)).toBeNull()
})

test('the review names the assignee; Escape hides the shortcuts before it closes the bill', async () => {
  const { api, user } = await renderReview()
  const assignee = { id: 'cora', name: 'Cora Colleague', isMe: false }
  await changeList(api, [{ ...bill('REV01', true), assignee }, bill('REV02')], '2')
  const dialog = await findDialog('REV01')
  expect(await within(dialog).findByText('Cora Colleague')).toBeVisible()
  await user.click(button('Shortcuts'))
  const shortcuts = screen.getByRole('region', { name: 'Shortcuts' })
  await user.keyboard('{Escape}')
  expect(shortcuts).not.toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
})

test('the incident number opens the case; without cases it is plain text, and there are no bill images', async () => {
  const { user, open } = await renderReview()
  const link = screen.getByRole('link', { name: 'Open case 26000000412' })
  expect(link).toHaveAttribute('href', '/case?row=row-of-the-case')
  await user.click(link)
  expect(open).toHaveBeenCalledWith('row-of-the-case', 'REV01')
})

test('a client without cases sees no case links and no bill images', async () => {
  await renderReview({ hasCases: false })
  expect(screen.queryByRole('link', { name: /^Open case/ })).toBeNull()
  expect(screen.queryByRole('group', { name: 'Show' })).toBeNull()
})

test('a bill with an image shows it in place of the PDF, and keeps it when the user comes back', async () => {
  const { api, user } = await renderReview()
  expect(api.requests(openBillImage)).toEqual([])
  await user.click(show('Bill Image'))
  await waitFor(() => expect(api.requests(openBillImage)).toHaveLength(1))
  expect(await screen.findByText('We couldn’t open the PDF.')).toBeVisible()
  expect(show('Bill Image')).toHaveAttribute('aria-pressed', 'true')
  await user.click(button('Next'))
  await findDialog('REV02')
  expect(screen.queryByRole('group', { name: 'Show' })).toBeNull()
  await user.click(button('Previous'))
  await findDialog('REV01')
  expect(show('Bill Image')).toHaveAttribute('aria-pressed', 'true')
})

test('a narrow screen shows the decision or the bill, and what was typed stays', async () => {
  narrowScreen()
  const { user } = await renderReview()
  await user.click(screen.getByRole('radio', { name: /^Other/ }))
  await user.type(screen.getByLabelText('Special Handling Comment'), 'Call the clinic')
  await user.click(show('Bill'))
  expect(show('Bill')).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible()
  await user.click(show('Decision'))
  expect(screen.getByLabelText('Special Handling Comment')).toHaveValue('Call the clinic')
  await user.click(button('Next'))
  await findDialog('REV02')
  expect(show('Decision')).toHaveAttribute('aria-pressed', 'true')
})

/** Loads the list again, as when others have changed it and the user returns to the tab. */
async function changeList(api: ReturnType<typeof stubApi>, bills: PendingAuthorization[], version: string) {
  const loaded = api.requests(listPendingAuthorizations).length
  api.reply(listPendingAuthorizations, createPendingList({ bills, mayDecide: true, version }))
  api.reply(readQueue, { pending: bills.length, version, reviewing: [] })
  await returnToTab()
  await waitFor(() => expect(api.requests(listPendingAuthorizations)).toHaveLength(loaded + 1))
}

test('a bill that someone else decides stays open with what was typed, and says so', async () => {
  const { api, user } = await renderReview()
  await user.click(screen.getByRole('radio', { name: /^Other/ }))
  await user.type(screen.getByLabelText('Special Handling Comment'), 'Call the clinic')
  await changeList(api, [bill('REV02')], '2')
  expect(await within(await findDialog('REV01')).findByText(queueMessages.gone)).toBeVisible()
  expect(screen.getByLabelText('Special Handling Comment')).toHaveValue('Call the clinic')
  await user.click(button('Next'))
  expect(await findDialog('REV02')).toHaveAccessibleName('ITN REV02 1 of 1')
  expect(screen.queryByText(queueMessages.gone)).toBeNull()
})

test('a bill that no longer matches the filters stays open without a notice', async () => {
  const { api, user } = await renderReview()
  await user.keyboard('{Escape}')
  await user.selectOptions(screen.getByLabelText(queueMessages.assignee, { selector: 'select' }), 'none')
  await user.click(button('Decide: ITN REV01'))
  const assignee = { id: 'bob', name: 'Bob Mockbury', isMe: false }
  await changeList(api, [{ ...bill('REV01', true), assignee }, bill('REV02')], '2')
  await waitFor(() => expect(screen.getByText('1 of 2 shown')).toBeInTheDocument())
  await findDialog('REV01')
  expect(screen.queryByText(queueMessages.gone)).toBeNull()
})

test('a bill that is resubmitted while it is open says so', async () => {
  const { api } = await renderReview()
  await changeList(api, [{ ...bill('REV01', true), round: 2 }, bill('REV02')], '2')
  expect(await within(await findDialog('REV01')).findByText(queueMessages.resubmitted)).toBeVisible()
  expect(within(await findDialog('REV01')).getByText(/Round 2: resubmitted or changed/)).toBeVisible()
})
