import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { freezeClock } from '#test-support/fake-clock.ts'
import { createPendingBill } from '#test-support/pending-bill.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { listComments } from '../../comment-contract.ts'
import { undoDecision } from '../../contract.ts'
import { getAuthorizationHistory, type HistoryDecision } from '../../decided-contract.ts'
import { decidedMessages } from '../../decided-messages.ts'
import { letterMessages } from '../../letter-messages.ts'
import { messages } from '../../messages.ts'
import { HistoryModal } from './history-modal.tsx'

const conflict = { type: 'about:blank', title: 'Rejected', status: 409, reference: 'r' }
const amounts = { currency: 'USD', patientResponsibility: '50.00', maximumCovered: '1200.50' }

test('the history says who proposed an approval and withdrew it, and that a second person is awaited', async () => {
  const api = stubApi()
  api.reply(listComments, { comments: [] })
  const [first, withdrawnAt, second] = ['13', '14', '15'].map((hour) => `2026-03-10T${hour}:00:00.000Z`) as [
    string,
    string,
    string,
  ]
  const standing = { by: 'Bob Mockbury', isMine: false, at: second, ...amounts }
  api.reply(getAuthorizationHistory, {
    bill: createPendingBill('ITN1', { receivedAt: '2026-03-10T12:00:00.000Z', proposal: standing }),
    isPending: true,
    changedAt: null,
    decisions: [],
    proposals: [
      {
        ...amounts,
        proposedBy: 'Ada Sampleton',
        proposedAt: first,
        withdrawnBy: 'Bob Mockbury',
        withdrawnAt,
      },
      { ...amounts, proposedBy: 'Bob Mockbury', proposedAt: second, withdrawnBy: null, withdrawnAt: null },
    ],
  })
  await renderComponent(<HistoryModal owner="me" itn="ITN1" onClose={() => {}} />)
  const list = await screen.findByRole('list', { name: decidedMessages.history.list })
  const lines = within(list).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Received/),
    expect.stringMatching(
      /Approval proposed by Ada Sampleton\$1,200\.50 covered, patient responsibility \$50\.00/,
    ),
    expect.stringMatching(/Proposal withdrawn by Bob Mockbury/),
    expect.stringMatching(/Approval proposed by Bob Mockbury/),
    expect.stringMatching(/^Waiting for a second person/),
  ])
  await expectAccessible()
})

const asBilled = ({
  incidentNumber,
  patientName,
  providerName,
  serviceFrom,
  serviceTo,
}: ReturnType<typeof createPendingBill>) => ({
  incidentNumber,
  patientName,
  providerName,
  serviceFrom,
  serviceTo,
})

const decision: HistoryDecision = {
  ...asBilled(createPendingBill('ITN1')),
  id: '6f1c1d0e-5f0a-4b4e-9a51-0f8f6a3f0001',
  round: 1,
  action: 'D',
  decision: 'Denied',
  currency: 'USD',
  totalCharge: '1250.50',
  patientResponsibility: null,
  maximumCovered: null,
  reason: 'Not covered',
  comment: null,
  decidedBy: 'Ada Sampleton',
  firstApprovedBy: null,
  receivedAt: '2026-03-10T12:00:00.000Z',
  decidedAt: '2026-03-10T13:00:00.000Z',
  dueAt: null,
  isSent: true,
  sentAt: '2026-03-10T14:00:00.000Z',
  isFinal: true,
  undoneAt: null,
  undoSecondsLeft: 0,
}

test('one can undo a decision of one’s own that is not final, and no other', async () => {
  const api = stubApi()
  api.reply(listComments, { comments: [] })
  const open = { ...decision, isSent: false, sentAt: null, isFinal: false, undoSecondsLeft: 30 }
  const others = [
    { ...decision, id: '6f1c1d0e-5f0a-4b4e-9a51-0f8f6a3f0002' },
    { ...open, id: '6f1c1d0e-5f0a-4b4e-9a51-0f8f6a3f0003', undoSecondsLeft: 0 },
    {
      ...open,
      id: '6f1c1d0e-5f0a-4b4e-9a51-0f8f6a3f0004',
      undoneAt: '2026-03-10T13:00:09.000Z',
      undoSecondsLeft: 0,
    },
  ]
  const bill = createPendingBill('ITN1')
  const history = { bill, isPending: false, changedAt: null, proposals: [] }
  api.reply(getAuthorizationHistory, { ...history, decisions: [open, ...others] })
  const { user } = await renderComponent(<HistoryModal owner="me" itn="ITN1" onClose={() => {}} />)
  const undo = await screen.findByRole('button', { name: 'Undo: ITN1' })
  api.fail(undoDecision, 409, { ...conflict, detail: messages.undo.sent('ITN1') })
  await user.click(undo)
  expect(await screen.findByRole('alert')).toHaveTextContent(messages.undo.sent('ITN1'))
  const undone = messages.undo.undone('ITN1')
  api.reply(undoDecision, { message: undone })
  api.reply(getAuthorizationHistory, { ...history, isPending: true, decisions: others })
  await user.click(undo)
  expect(api.requests(undoDecision).map(({ body }) => body)).toEqual(
    [1, 2].map(() => ({ itn: 'ITN1', decisionId: open.id })),
  )
  expect(await screen.findByText(undone)).toBeVisible()
  expect(screen.getByRole('status', { name: '' })).toHaveFocus()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo: ITN1' })).toBeNull())
  await expectAccessible()
})

test('the history says what the bill said when it was decided, if that has changed', async () => {
  const api = stubApi()
  api.reply(listComments, { comments: [] })
  const bill = createPendingBill('ITN1', { receivedAt: '2026-04-10T12:00:00.000Z', round: 2 })
  const moved = { ...decision, providerName: 'Harbor Clinic', incidentNumber: '24000000017' }
  const later = { decidedAt: '2026-04-10T13:00:00.000Z', receivedAt: bill.receivedAt, round: 2 }
  api.reply(getAuthorizationHistory, {
    bill,
    isPending: false,
    changedAt: null,
    proposals: [],
    decisions: [moved, { ...decision, ...later, id: '6f1c1d0e-5f0a-4b4e-9a51-0f8f6a3f0002' }],
  })
  await renderComponent(<HistoryModal owner="me" itn="ITN1" onClose={() => {}} />)
  await screen.findByRole('list', { name: decidedMessages.history.list })
  expect(screen.getAllByText(/The bill said then/).map(({ textContent }) => textContent)).toEqual([
    'The bill said then: Provider Harbor Clinic, Incident # 24000000017',
  ])
  await expectAccessible()
})

test('the history counts the seconds that are left to undo a decision, and then offers its letter', async () => {
  const clock = freezeClock()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const api = stubApi()
    api.reply(listComments, { comments: [] })
    const open = { ...decision, isSent: false, sentAt: null, isFinal: false, undoSecondsLeft: 2 }
    const history = { isPending: false, changedAt: null, proposals: [], decisions: [open] }
    api.reply(getAuthorizationHistory, { bill: createPendingBill('ITN1'), ...history })
    await renderComponent(<HistoryModal owner="me" itn="ITN1" onClose={() => {}} onOpenLetter={() => {}} />)
    expect(await screen.findByText('2 s left')).toBeVisible()
    const wait = (seconds: number) => {
      clock.forward({ seconds })
      act(() => void vi.advanceTimersByTime(1000))
    }
    wait(1)
    expect(screen.getByText('1 s left')).toBeVisible()
    expect(screen.queryByRole('button', { name: letterMessages.open })).toBeNull()
    wait(1)
    expect(screen.queryByRole('button', { name: 'Undo: ITN1' })).toBeNull()
    expect(screen.getByText(decidedMessages.history.final)).toBeVisible()
    expect(screen.getByRole('button', { name: letterMessages.open })).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})
