import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createPendingBill, stubQueue } from '#test-support/pending-bill.ts'
import { renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import {
  listDenialReasons,
  listInfoNeeded,
  listPendingAuthorizations,
  openItnPdf,
  type PendingAuthorization,
  processAuthorization,
} from '../../contract.ts'
import { messages } from '../../messages.ts'
import { Authorizations } from '../authorizations.tsx'
import { decisionDraftStore } from './decision-draft-storage.ts'

// The renderer needs a browser; here no PDF loads.
vi.mock('#platform/web/pdf/pdf-renderer.ts', () => ({}))

const bill = createPendingBill('REV01')

async function renderPage(
  openItn?: string,
  bills: PendingAuthorization[] = [bill, createPendingBill('REV02')],
) {
  const api = stubApi()
  stubQueue(api)
  api.reply(listPendingAuthorizations, { bills, mayDecide: true, notice: null, version: '' })
  for (const list of [listDenialReasons, listInfoNeeded]) api.reply(list, { lookupItems: [] })
  api.fail(openItnPdf, 500)
  const offer = { clients: [{ code: 'ALP3', name: 'Alpine' }], isFailed: false, retry: () => {} }
  const page = <Authorizations owner="me" offer={offer} openItn={openItn} onOpened={() => {}} />
  return { api, ...(await renderComponent(page, { path: '/authorization' })) }
}

const findDialog = (itn: string) => screen.findByRole('dialog', { name: new RegExp(`^ITN ${itn}`) })
const comment = () => screen.getByLabelText('Special Handling Comment')

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
  expect(comment()).toHaveValue('Call the clinic')
  expect(api.requests(processAuthorization)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Decide: ITN REV01' }))
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
