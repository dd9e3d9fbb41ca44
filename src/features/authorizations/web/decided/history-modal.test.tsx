import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPendingBill } from '#test-support/pending-bill.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { listComments } from '../../comment-contract.ts'
import { getAuthorizationHistory, type HistoryDecision } from '../../decided-contract.ts'
import { decidedMessages } from '../../decided-messages.ts'
import { HistoryModal } from './history-modal.tsx'

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
    ...{ isPending: true, changedAt: null, decisions: [] },
    proposals: [
      {
        ...amounts,
        ...{ proposedBy: 'Ada Sampleton', proposedAt: first, withdrawnBy: 'Bob Mockbury', withdrawnAt },
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

test('the history says what the bill said when it was decided, if that has changed', async () => {
  const api = stubApi()
  api.reply(listComments, { comments: [] })
  const bill = createPendingBill('ITN1', { receivedAt: '2026-04-10T12:00:00.000Z', round: 2 })
  const { incidentNumber, patientName, providerName, serviceFrom, serviceTo } = bill
  const decision: HistoryDecision = {
    ...{ incidentNumber, patientName, providerName, serviceFrom, serviceTo, currency: 'USD' },
    ...{ id: '6f1c1d0e-5f0a-4b4e-9a51-0f8f6a3f0001', round: 1, action: 'D', decision: 'Denied' },
    ...{ totalCharge: '1250.50', patientResponsibility: null, maximumCovered: null, reason: 'Not covered' },
    ...{ comment: null, decidedBy: 'Ada Sampleton', firstApprovedBy: null, dueAt: null, undoneAt: null },
    ...{ receivedAt: '2026-03-10T12:00:00.000Z', decidedAt: '2026-03-10T13:00:00.000Z' },
    ...{ isSent: true, sentAt: '2026-03-10T14:00:00.000Z', isFinal: true },
  }
  const moved = { ...decision, providerName: 'Harbor Clinic', incidentNumber: '24000000017' }
  const later = { decidedAt: '2026-04-10T13:00:00.000Z', receivedAt: bill.receivedAt, round: 2 }
  api.reply(getAuthorizationHistory, {
    ...{ bill, isPending: false, changedAt: null, proposals: [] },
    decisions: [moved, { ...decision, ...later, id: '6f1c1d0e-5f0a-4b4e-9a51-0f8f6a3f0002' }],
  })
  await renderComponent(<HistoryModal owner="me" itn="ITN1" onClose={() => {}} />)
  await screen.findByRole('list', { name: decidedMessages.history.list })
  expect(screen.getAllByText(/The bill said then/).map(({ textContent }) => textContent)).toEqual([
    'The bill said then: Provider Harbor Clinic, Incident # 24000000017',
  ])
  await expectAccessible()
})
