import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createPendingBill, createPendingList, stubQueue } from '#test-support/pending-bill.ts'
import { advanceTimers, expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { addComment, type Comment, listComments } from '../../comment-contract.ts'
import {
  listDenialReasons,
  listInfoNeeded,
  listPendingAuthorizations,
  openItnPdf,
  processAuthorization,
} from '../../contract.ts'
import { readQueue } from '../../queue-contract.ts'
import { commentMessages as text } from '../../review-messages.ts'
import { Authorizations } from '../authorizations.tsx'
import { Comments } from './comments.tsx'

const comment: Comment = {
  id: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90',
  writtenAt: '2026-03-12T15:00:00.000Z',
  author: 'Cora Alpine',
  isMine: false,
  commentText: '<b>Called</b> the clinic.',
}

test('comments that fail to load can be retried, and show their author and text', async () => {
  const api = stubApi()
  api.fail(listComments, 500)
  const { user } = await renderComponent(<Comments owner="me" itn="ITN1" />)
  await screen.findByText(text.failed)
  api.reply(listComments, { comments: [comment] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('listitem')).toHaveTextContent(/^Cora Alpine .*<b>Called<\/b> the clinic\.$/)
  await expectAccessible()
})

/** Opens the review of the first of two bills. */
async function renderReview(comments = [comment]) {
  const api = stubApi()
  stubQueue(api)
  const bills = ['REV01', 'REV02'].map((itn) => createPendingBill(itn))
  api.reply(listPendingAuthorizations, createPendingList({ bills, mayDecide: true, version: '' }))
  api.reply(listDenialReasons, { lookupItems: [{ code: '0188', description: 'Not covered' }] })
  api.reply(listInfoNeeded, { lookupItems: [{ code: '0507', description: 'Itemized bill' }] })
  api.fail(openItnPdf, 500)
  api.reply(listComments, { comments })
  const offer = { clients: [{ code: 'ALP3', name: 'Alpine' }], isFailed: false, retry: () => {} }
  const { user } = await renderComponent(
    <Authorizations owner="me" offer={offer} openItn={undefined} onOpened={() => {}} />,
    { path: '/authorization' },
  )
  await user.click(await screen.findByRole('button', { name: 'Decide: ITN REV01' }))
  await findDialog('REV01')
  return { api, user }
}

const findDialog = (itn: string) => screen.findByRole('dialog', { name: new RegExp(`^ITN ${itn}`) })
const findField = () => screen.findByRole('textbox', { name: text.form.label })

test('Ctrl+Enter in a comment saves the comment and not the decision', async () => {
  const { api, user } = await renderReview()
  await user.click(screen.getByRole('radio', { name: /^Deny/ }))
  await user.click(await screen.findByRole('button', { name: text.counted(1) }))
  const section = screen.getByRole('region', { name: text.title })
  expect(section).toHaveFocus()
  await user.click(within(section).getByRole('button', { name: text.form.open }))
  await user.type(await findField(), 'Ask Bob about d and a')
  expect(screen.getByRole('radio', { name: /^Deny/ })).toBeChecked()
  expect(section).toHaveTextContent(/never sent to the back office or printed in a letter/)
  await expectAccessible()
  api.reply(addComment, comment)
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText(text.form.saved)).toBeVisible()
  expect(api.requests(addComment).map(({ body }) => body)).toMatchObject([
    { itn: 'REV01', commentText: 'Ask Bob about d and a' },
  ])
  expect(api.requests(processAuthorization)).toEqual([])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('row', { name: /REV01/ })).toHaveTextContent(text.counted(1))
  expect(screen.getByRole('row', { name: /REV02/ })).not.toHaveTextContent(/comment/)
  await expectAccessible()
})

test('an unsaved comment survives Escape, a closed review and the next bill', async () => {
  const { user } = await renderReview()
  await user.click(await screen.findByRole('button', { name: text.form.open }))
  await user.type(await findField(), 'Half a thought')
  await user.keyboard('{Escape}')
  await findDialog('REV01')
  expect(screen.getByRole('region', { name: text.title })).toHaveFocus()
  await user.keyboard('{Alt>}{PageDown}{/Alt}')
  await findDialog('REV02')
  expect(screen.queryByRole('textbox', { name: text.form.label })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Decide: ITN REV01' }))
  expect(await findField()).toHaveValue('Half a thought')
  expect(await findField()).not.toHaveFocus()
})

test('a new comment of a colleague is announced and shown, and does not disturb typing', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { api, user } = await renderReview()
  await user.click(screen.getByRole('radio', { name: /^Other/ }))
  await user.type(screen.getByLabelText('Special Handling Comment'), 'Call')
  const stop = { ...comment, id: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a91', author: 'Leo Leisure' }
  api.reply(listComments, { comments: [comment, { ...stop, commentText: 'Stop: a duplicate!' }] })
  const bills = [createPendingBill('REV01', { comments: 2 }), createPendingBill('REV02')]
  api.reply(listPendingAuthorizations, createPendingList({ bills, mayDecide: true, version: '2' }))
  api.reply(readQueue, { pending: 2, version: '2', reviewing: [] })
  await advanceTimers(20_000)
  const announced = await screen.findByText(text.arrived(1, 'Leo Leisure'))
  expect(announced.closest('[aria-live="polite"]')).toBeVisible()
  const section = screen.getByRole('region', { name: text.title })
  expect(within(section).getByText('Stop: a duplicate!')).toBeVisible()
  expect(screen.getByRole('button', { name: text.counted(2) })).toBeVisible()
  await user.keyboard(' them')
  expect(screen.getByLabelText('Special Handling Comment')).toHaveValue('Call them')
  const read = api.requests(listComments).length
  await advanceTimers(60_000)
  expect(api.requests(listComments)).toHaveLength(read)
})

test('a first comment moves no field when it arrives, and the user’s own comment is not announced', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { api, user } = await renderReview([])
  api.reply(addComment, { ...comment, isMine: true })
  await user.click(await screen.findByRole('button', { name: text.form.open }))
  await user.type(await findField(), 'Called')
  api.reply(listComments, { comments: [{ ...comment, isMine: true }] })
  await user.keyboard('{Control>}{Enter}{/Control}')
  const section = screen.getByRole('region', { name: text.title })
  expect(await within(section).findByRole('listitem')).toBeVisible()
  expect(screen.queryByText(/^New comment/)).toBeNull()
  expect(screen.queryByRole('button', { name: text.counted(1) })).toBeNull()
})

test('a comment that is too long is refused, and one that cannot be saved stays', async () => {
  const api = stubApi()
  api.reply(listComments, { comments: [] })
  const { user } = await renderComponent(<Comments owner="me" itn="ITN1" />)
  await user.click(await screen.findByRole('button', { name: text.form.open }))
  const field = await findField()
  await user.click(field)
  await user.paste('x'.repeat(4001))
  await user.click(screen.getByRole('button', { name: text.form.save }))
  expect(await screen.findByText(text.tooLong(4001, 4000))).toBeVisible()
  expect(api.requests(addComment)).toEqual([])
  await user.clear(field)
  await user.type(field, 'Short')
  api.disconnect(addComment)
  await user.click(screen.getByRole('button', { name: text.form.save }))
  expect(await screen.findByRole('alert')).toHaveTextContent(text.form.failed)
  expect(field).toHaveValue('Short')
})
