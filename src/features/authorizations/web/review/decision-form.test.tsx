import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createPendingBill, createPendingList, stubQueue } from '#test-support/pending-bill.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import {
  listDenialReasons,
  listInfoNeeded,
  listPendingAuthorizations,
  openItnPdf,
  type PendingAuthorization,
  processAuthorization,
  withdrawProposal,
} from '../../contract.ts'
import { messages } from '../../messages.ts'
import { Authorizations } from '../authorizations.tsx'
import type { PendingBills } from '../pending-query.ts'
import { decisionDraftStore } from './decision-draft-storage.ts'

const bill = createPendingBill('REV01')

async function renderPage(
  openItn?: string,
  bills: PendingAuthorization[] = [bill, createPendingBill('REV02')],
  secondPersonAbove: PendingBills['secondPersonAbove'] = {},
) {
  const api = stubApi()
  stubQueue(api)
  api.reply(
    listPendingAuthorizations,
    createPendingList({ bills, mayDecide: true, version: '', secondPersonAbove }),
  )
  api.reply(listDenialReasons, { lookupItems: [{ code: '0188', description: 'Service is not covered' }] })
  api.reply(listInfoNeeded, { lookupItems: [{ code: '0507', description: 'Itemized bill' }] })
  api.fail(openItnPdf, 500)
  const offer = { clients: [{ code: 'ALP3', name: 'Alpine' }], isFailed: false, retry: () => {} }
  const page = <Authorizations owner="me" offer={offer} openItn={openItn} onOpened={() => {}} />
  return { api, ...(await renderComponent(page, { path: '/authorization' })) }
}

const findDialog = (itn: string) => screen.findByRole('dialog', { name: new RegExp(`^ITN ${itn}`) })
const comment = () => screen.getByLabelText('Special Handling Comment')

describe('the draft of a decision', () => {
  /** Chooses an action and types a comment, then the page goes, as at the end of a session. */
  beforeEach(async () => {
    const { user } = await renderPage()
    await user.click(await screen.findByRole('button', { name: 'Decide: ITN REV01' }))
    await findDialog('REV01')
    await user.click(screen.getByRole('radio', { name: /^Other/ }))
    await user.type(comment(), 'Call the clinic')
    cleanup()
  })

  test('a decision that was not sent opens again with its action and comment, and is not sent by itself', async () => {
    const { api, user } = await renderPage('REV01')
    const dialog = await findDialog('REV01')
    expect(within(dialog).getByText(messages.review.draft)).toBeVisible()
    expect(screen.getByRole('radio', { name: /^Other/ })).toBeChecked()
    expect(api.requests(processAuthorization)).toEqual([])
    for (const name of ['Next', 'Previous', messages.review.restore])
      await user.click(screen.getByRole('button', { name }))
    expect(comment()).toHaveValue('Call the clinic')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Decide: ITN REV01' }))
    await findDialog('REV01')
    expect(screen.getByRole('radio', { name: /^Other/ })).not.toBeChecked()
  })

  test('a bill that was submitted again in the meantime opens without the decision on its earlier round', async () => {
    await renderPage('REV01', [{ ...bill, round: 2 }])
    await findDialog('REV01')
    expect(screen.getByRole('radio', { name: /^Other/ })).not.toBeChecked()
  })

  test('a bill that is no longer pending says so, once', async () => {
    await renderPage('REV01', [createPendingBill('REV02')])
    expect(await screen.findByRole('alert')).toHaveTextContent(messages.review.draftGone('REV01'))
    expect(decisionDraftStore('me').get()).toBeUndefined()
  })
})

const sent = (api: ReturnType<typeof stubApi>) => api.requests(processAuthorization).map(({ body }) => body)

/** Opens the first bill. */
async function renderForm(...page: [PendingAuthorization[]?, PendingBills['secondPersonAbove']?]) {
  const { api, user } = await renderPage('REV01', ...page)
  await findDialog('REV01')
  const choose = (action: string) =>
    user.click(screen.getByLabelText(new RegExp(`^${action}`), { selector: '[type=radio]' }))
  const button = screen.getByRole('button', { name: /^Save/ })
  const save = () => user.click(button)
  const fill = async (field: HTMLElement, text: string) => {
    await waitFor(() => expect(field).toBeEnabled())
    await user.clear(field)
    if (text) await user.paste(text)
  }
  return { api, user, choose, save, fill }
}

test('an invalid amount is refused with a message at its field and is not sent; limits are amounts', async () => {
  const { api, choose, save, fill } = await renderForm()
  await choose('Approve')
  const patient = screen.getByLabelText(/^Patient Responsibility/)
  const field = 'Patient Responsibility'
  for (const [typed, sentence] of [
    ['1250.51', `${field} cannot be greater than Total Charge.`],
    ['-0.01', `${field} cannot be less than zero.`],
    ['0.125', `${field} cannot have more than 2 decimal places in USD.`],
    ['1000000000', `${field} cannot be greater than Total Charge.`],
    ['1e9', `${field} must be an amount, such as 12.50.`],
    ['ten', `${field} must be an amount, such as 12.50.`],
    ['', `${field} must be an amount, such as 12.50.`],
  ] as const) {
    await fill(patient, typed)
    await save()
    await waitFor(() => expect(patient).toHaveAccessibleDescription(sentence))
    expect(patient).toHaveFocus()
  }
  await expectAccessible()
  expect(sent(api)).toEqual([])
  api.fail(processAuthorization, 500)
  await fill(screen.getByLabelText(/^Maximum Covered/), '1000')
  for (const [at, amount] of ['0.01', '1250.50'].entries()) {
    await fill(patient, amount)
    await save()
    await waitFor(() => expect(sent(api)).toHaveLength(at + 1))
    expect(sent(api).at(-1)).toMatchObject({ itn: 'REV01', patientResponsibility: amount })
  }
})

test('a decision without its reason, information or comment is refused with a message and is not sent', async () => {
  const { api, user, choose, save, fill } = await renderForm()
  const [reason, info] = ['Reason for Denial', 'Info Required'].map((name) => screen.getByLabelText(name))
  for (const [action, field, sentence] of [
    ['Deny', reason, 'Reason for Denial is Required.'],
    ['Additional Info Needed', info, 'Info Required is Required.'],
  ] as const) {
    await choose(action)
    await user.selectOptions(field as HTMLElement, '--Select--')
    await save()
    expect(await screen.findByText(sentence)).toBeVisible()
  }
  await choose('Other')
  await fill(comment(), '  four  ')
  await save()
  const length = 'Special Handling Comment must be between 5 and 500 characters.'
  expect(await screen.findByText(length)).toBeVisible()
  expect(screen.queryByText('Processing Error')).toBeNull()
  expect(sent(api)).toEqual([])
})

test('approving zero for a bill with charges asks for confirmation before it is sent', async () => {
  const { api, user, choose, save } = await renderForm()
  api.fail(processAuthorization, 500)
  await choose('Approve')
  const question = () => screen.queryByRole('dialog', { name: 'Approve $0.00 of $1,250.50?' })
  const ask = async () => {
    await save()
    await waitFor(() => expect(question()).toBeVisible())
  }
  await ask()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Go back' })).toHaveFocus())
  await expectAccessible()
  await user.keyboard('d{ArrowRight}?{Control>}{Enter}{/Control}{Escape}')
  await waitFor(() => expect(question()).toBeNull())
  await findDialog('REV01')
  expect(screen.getByRole('radio', { name: /^Approve/ })).toBeChecked()
  expect(sent(api)).toEqual([])
  await ask()
  await user.click(screen.getByRole('button', { name: 'Approve $0.00' }))
  await waitFor(() => expect(sent(api)).toHaveLength(1))
  expect(sent(api)[0]).toMatchObject({ itn: 'REV01', patientResponsibility: '0', maximumCovered: '0' })
})

test('an approval that demands a step-up keeps the decision and leads to the sign-in and back to the bill', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const { api, user, choose, save, fill } = await renderForm()
  const problem = { type: 'about:blank', title: 'Forbidden', status: 403, reference: 'r' }
  const detail = messages.stepUp.needed('REV01')
  api.fail(processAuthorization, 403, { ...problem, detail, reason: 'step-up' })
  await choose('Approve')
  await fill(screen.getByLabelText(/^Maximum Covered/), '1250.50')
  await save()
  const question = await screen.findByRole('dialog', { name: 'Confirm your identity' })
  await waitFor(() => expect(question).toBeVisible())
  await expectAccessible()
  await user.click(within(question).getByRole('button', { name: 'Go back' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm your identity' })).toBeNull())
  expect(assign).not.toHaveBeenCalled()
  expect(screen.getByLabelText(/^Maximum Covered/)).toHaveValue('1250.50')
  await save()
  await user.click(await screen.findByRole('button', { name: 'Log in again' }))
  expect(assign.mock.calls).toEqual([['/auth/sign-in?returnTo=%2Fauthorization&stepUp=true']])
  const values = { action: 'A', maximumCovered: '1250.50' }
  expect(decisionDraftStore('me').get()).toMatchObject({ itn: 'REV01', values })
})

test('a proposed approval is shown with its amounts, can be confirmed and can be withdrawn', async () => {
  const amounts = { patientResponsibility: '250.50', maximumCovered: '1000.00' }
  const proposal = { by: 'Bob Mockbury', isMine: false, at: '2026-01-01T12:30:00Z', ...amounts }
  const { api, user } = await renderPage('REV01', [{ ...bill, proposal }])
  const dialog = await findDialog('REV01')
  expect(within(dialog).getByText('Needs a second person')).toBeVisible()
  expect(dialog).toHaveTextContent('Proposed approval: $1,000.00 covered, patient responsibility $250.50.')
  expect(dialog).toHaveTextContent(/Proposed by Bob Mockbury on .* To confirm it, approve the same amounts\./)
  await expectAccessible()
  api.fail(processAuthorization, 500)
  await user.click(screen.getByRole('radio', { name: /^Approve/ }))
  await user.click(screen.getByRole('button', { name: 'Save: approve $1,000.00 of $1,250.50' }))
  expect(await within(dialog).findByRole('alert')).toBeVisible()
  expect(sent(api)).toMatchObject([amounts])
  api.reply(withdrawProposal, { message: messages.proposal.withdrawn('REV01') })
  api.reply(listPendingAuthorizations, createPendingList({ bills: [bill], mayDecide: true, version: '' }))
  await user.click(screen.getByRole('button', { name: 'Withdraw proposal' }))
  await waitFor(() => expect(screen.queryByText('Needs a second person')).toBeNull())
  expect(await within(dialog).findByText(messages.proposal.withdrawn('REV01'))).toBeVisible()
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^ITN REV01/))
  expect(api.requests(withdrawProposal).map(({ body }) => body)).toEqual([{ itn: 'REV01' }])
})

test('an approval above the amount of the client says that a second person must approve, too', async () => {
  const bills = [bill, createPendingBill('REV02', { currency: 'EUR' })]
  const { user, choose, fill } = await renderForm(bills, { ALP3: { USD: 1000 }, ALP4: { USD: 1 } })
  const covered = () => screen.getByLabelText(/^Maximum Covered/)
  await choose('Approve')
  await fill(covered(), '1000')
  expect(screen.queryByText(/second person/)).toBeNull()
  await fill(covered(), '1000.01')
  expect(screen.getByText(/Above \$1,000\.00, a second person must approve, too\./)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await findDialog('REV02')
  await choose('Approve')
  await fill(covered(), '1')
  expect(screen.getByText(/€1\.00 .* A second person must approve, too\./)).toBeVisible()
})

test('Ctrl+Z after a proposed approval says how to take it back, and undoes nothing', async () => {
  const { api, user, choose, save, fill } = await renderForm()
  const message = messages.proposal.proposed('REV01', '$1,250.50')
  api.reply(processAuthorization, { statusCode: 200, message, isProposal: true })
  await choose('Approve')
  await fill(screen.getByLabelText(/^Maximum Covered/), '1250.50')
  await save()
  await findDialog('REV02')
  await user.keyboard('{Control>}z{/Control}')
  expect(await screen.findByRole('alert')).toHaveTextContent(messages.proposal.notUndone('REV01'))
})
