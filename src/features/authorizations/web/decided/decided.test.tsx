import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createDocumentRequest, type OpenDocument } from '#platform/web/document/document-request.ts'
import { createDecision } from '#test-support/decided-bill.ts'
import { createPendingBill } from '#test-support/pending-bill.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { listComments } from '../../comment-contract.ts'
import {
  type DecidedAuthorization,
  getAuthorizationHistory,
  type HistoryDecision,
  listDecidedAuthorizations,
  openDecisionLetter,
} from '../../decided-contract.ts'
import { decidedMessages } from '../../decided-messages.ts'
import { letterMessages } from '../../letter-messages.ts'
import { Decided, setDecidedFilter } from './decided.tsx'
import { noFilter } from './filter-fields.tsx'

const decision = createDecision({ dueAt: '2026-03-11T12:00:00.000Z' })
const approved: DecidedAuthorization = {
  ...decision,
  id: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a91',
  itnNumber: 'ITN2',
  action: 'A',
  decision: 'approved',
  code: null,
  reason: null,
  maximumCovered: '1200.50',
  patientResponsibility: '50.00',
  dueAt: null,
}

const clients = [
  { code: 'ALP1', name: 'Alpine' },
  { code: 'ALP2', name: 'Alpine Leisure' },
]

const onClosed = vi.fn<() => void>()
const onOpen = vi.fn<OpenDocument>(async () => {})

async function renderPage(decisions = [decision, approved]) {
  const api = stubApi()
  api.reply(listDecidedAuthorizations, { decisions, notice: null })
  api.reply(listComments, { comments: [] })
  const view = await renderComponent(
    <Decided owner="me" clients={clients} openItn={undefined} onClosed={() => {}} onOpen={onOpen} />,
    {
      path: '/authorization/decided',
    },
  )
  return { api, ...view }
}
const findTable = () => screen.findByRole('table', { name: decidedMessages.label })

test('decisions that fail to load show an error and can be retried', async () => {
  const api = stubApi()
  api.fail(listDecidedAuthorizations, 500)
  const { user } = await renderComponent(
    <Decided owner="me" clients={clients} openItn={undefined} onClosed={() => {}} onOpen={onOpen} />,
  )
  await screen.findByText(decidedMessages.failed, { selector: 'section p' })
  api.reply(listDecidedAuthorizations, { decisions: [decision], notice: null })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await findTable()).toHaveTextContent('ITN1')
})

test('without decisions, the page says so, and a filter that matches nothing can be cleared', async () => {
  const { api, user } = await renderPage([])
  expect(await screen.findByText(decidedMessages.none)).toBeVisible()
  await expectAccessible()
  await user.selectOptions(screen.getByLabelText('Decision'), 'Denied')
  expect(await screen.findByText(decidedMessages.noMatch)).toBeVisible()
  expect(api.requests(listDecidedAuthorizations).at(-1)?.body).toMatchObject({ outcome: 'D' })
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText(decidedMessages.none)).toBeVisible()
  expect(screen.getByLabelText('Search')).toHaveFocus()
})

test('a decision shows its outcome with the reason, its amounts and whether it was in time', async () => {
  await renderPage()
  const [denied, other] = within(await findTable())
    .getAllByRole('row')
    .slice(1)
  const nav = within(screen.getByRole('navigation', { name: 'Authorizations' }))
  const current = nav.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
  expect(current.map(({ textContent }) => textContent)).toEqual(['Decided'])
  expect(denied).toHaveTextContent(/Denied Service is not covered/)
  expect(denied).toHaveTextContent(/Late/)
  expect(other).toHaveTextContent(/Approved/)
  expect(other).toHaveTextContent('$1,200.50')
  expect(other).toHaveTextContent(decidedMessages.timing.none)
  await expectAccessible()
})

test('a search is sent once the typing pauses, with the other filters', async () => {
  const { api, user } = await renderPage()
  await findTable()
  await user.selectOptions(screen.getByLabelText('Decided by'), 'Me')
  await user.type(screen.getByLabelText('Search'), ' harbor ')
  await waitFor(() =>
    expect(api.requests(listDecidedAuthorizations).at(-1)?.body).toMatchObject({
      search: 'harbor',
      decidedBy: 'me',
      period: 'month',
    }),
  )
})

test('decisions are filtered by client, also by one that the person no longer has', async () => {
  setDecidedFilter('', { ...noFilter, client: 'GONE1', outcome: 'D' })
  const { api, user } = await renderPage()
  await findTable()
  const lastRequest = () => api.requests(listDecidedAuthorizations).at(-1)?.body
  expect(lastRequest()).toMatchObject({ client: 'GONE1', outcome: 'D', period: 'month' })
  expect(screen.getByText('Last 30 days · Denied · GONE1')).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Client'), 'Alpine Leisure')
  await waitFor(() => expect(lastRequest()).toMatchObject({ client: 'ALP2' }))
})

test('undone decisions are listed with who undid them and when to the second, and without letters', async () => {
  const undone = {
    ...decision,
    undoneAt: '2026-03-12T15:00:07.000Z',
    undoneBy: 'Albert Alpine',
    isSent: false,
  }
  const { api, user } = await renderPage([undone])
  const table = within(await findTable())
  expect(table.getByRole('row', { name: /ITN1/ })).toHaveTextContent('Late after 2 days')
  await user.selectOptions(screen.getByLabelText('Show'), 'Undone')
  await user.type(screen.getByLabelText('Decided by (name)'), 'alpine')
  await waitFor(() =>
    expect(api.requests(listDecidedAuthorizations).at(-1)?.body).toMatchObject({
      state: 'undone',
      decidedByName: 'alpine',
    }),
  )
  const row = within(await findTable()).getByRole('row', { name: /ITN1/ })
  expect(row).toHaveTextContent(/:00:07 [AP]M Albert Alpine/)
  expect(within(row).queryByRole('button', { name: letterMessages.openLetter('ITN1') })).toBeNull()
  await expectAccessible()
})

const made: HistoryDecision = { ...decision, undoneAt: null, undoSecondsLeft: 0 }
const history = {
  bill: createPendingBill('ITN1', {
    receivedAt: '2026-03-10T12:00:00.000Z',
    dueAt: '2026-03-11T12:00:00.000Z',
    patientName: 'Sampleton, Ada',
  }),
  isPending: false,
  changedAt: null,
  proposals: [],
  decisions: [
    { ...made, ...approved, id: made.id, dueAt: null, isSent: false, undoneAt: '2026-03-12T14:00:20.000Z' },
    { ...made, id: approved.id },
  ],
}

test('the history says who decided what, when and why, what was undone and what was sent', async () => {
  const { api, user } = await renderPage()
  api.reply(getAuthorizationHistory, history)
  await user.click(within(await findTable()).getByText('Harbor Clinic', { selector: 'tr:nth-child(1) td' }))
  const dialog = await screen.findByRole('dialog', { name: decidedMessages.history.title('ITN1') })
  const list = await within(dialog).findByRole('list', { name: decidedMessages.history.list })
  const lines = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(lines).toEqual([
    expect.stringMatching(/Received Due/),
    expect.stringMatching(
      /Approved by Albert Alpine\$1,200\.50 of \$1,250\.50 covered.*Undone before it was released/,
    ),
    expect.stringMatching(
      /Denied by Albert Alpine.*Service is not covered.*Late: it was due.*: Released to the/,
    ),
  ])
  await expectAccessible()
  await user.click(within(dialog).getByText('Close'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  [{ isSent: false, sentAt: null, isFinal: false }, decidedMessages.history.undoable],
  [{ isSent: false, sentAt: null }, decidedMessages.history.final],
  [{ sentAt: null }, decidedMessages.history.releasedBefore],
])('the history says what the back office knows of a decision: %j', async (state, words) => {
  const api = stubApi()
  api.reply(listDecidedAuthorizations, { decisions: [], notice: null })
  api.reply(listComments, { comments: [] })
  api.reply(getAuthorizationHistory, { ...history, decisions: [{ ...made, ...state }] })
  await renderComponent(
    <Decided owner="me" clients={clients} openItn="ITN1" onClosed={onClosed} onOpen={onOpen} />,
  )
  expect(await screen.findByText(words)).toBeVisible()
})

test('a decision that can no longer be undone opens its letter, from the list and the history; others say when it is available', async () => {
  const { api, user } = await renderPage([decision, { ...approved, isFinal: false }])
  const letter = ({ id }: DecidedAuthorization) =>
    createDocumentRequest(openDecisionLetter, { DecisionId: id })
  const table = within(await findTable())
  expect(table.queryByRole('button', { name: letterMessages.openLetter('ITN2') })).toBeNull()
  await user.click(table.getByRole('button', { name: letterMessages.openLetter('ITN1') }))
  expect(onOpen).toHaveBeenLastCalledWith(letter(decision))
  const undoable = { ...made, id: approved.id, isSent: false, sentAt: null, isFinal: false }
  api.reply(getAuthorizationHistory, { ...history, decisions: [{ ...made, id: decision.id }, undoable] })
  await user.click(table.getByRole('button', { name: decidedMessages.openHistory('ITN1') }))
  const dialog = within(await screen.findByRole('dialog'))
  onOpen.mockClear()
  await user.click(await dialog.findByRole('button', { name: letterMessages.open }))
  expect(onOpen).toHaveBeenLastCalledWith(letter(decision))
  expect(dialog.getByText(letterMessages.later)).toBeVisible()
  await expectAccessible()
})

test('the history of a pending bill ends with “waiting”, and that of a changed bill says when it changed', async () => {
  const api = stubApi()
  api.reply(listDecidedAuthorizations, { decisions: [], notice: null })
  api.reply(listComments, { comments: [] })
  const changedAt = '2026-03-11T09:00:00.000Z'
  api.reply(getAuthorizationHistory, { ...history, isPending: true, changedAt, decisions: [] })
  const { user } = await renderComponent(
    <Decided owner="me" clients={clients} openItn="ITN1" onClosed={onClosed} onOpen={onOpen} />,
  )
  const list = await screen.findByRole('list', { name: decidedMessages.history.list })
  expect(onClosed).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(onClosed).toHaveBeenCalledOnce()
  expect(list).toHaveTextContent(/Received.*Changed by the back office.*Waiting for a decision$/)
})

test('an unknown ITN says so, and a history that fails to load can be retried', async () => {
  const { api, user } = await renderPage()
  api.fail(getAuthorizationHistory, 404)
  await user.click(
    within(await findTable()).getByRole('button', { name: decidedMessages.openHistory('ITN2') }),
  )
  expect(await screen.findByText(decidedMessages.unknown)).toBeVisible()
  await user.keyboard('{Escape}')
  api.fail(getAuthorizationHistory, 500)
  await user.click(screen.getByRole('button', { name: decidedMessages.openHistory('ITN1') }))
  const dialog = within(await screen.findByRole('dialog', { name: decidedMessages.history.title('ITN1') }))
  await dialog.findByText(decidedMessages.history.failed)
  api.reply(getAuthorizationHistory, history)
  await user.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText(/Late: it was due/)).toBeVisible()
})
