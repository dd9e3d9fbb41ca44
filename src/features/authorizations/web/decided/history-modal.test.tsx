import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPendingBill } from '#test-support/pending-bill.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { listComments } from '../../comment-contract.ts'
import { getAuthorizationHistory } from '../../decided-contract.ts'
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
