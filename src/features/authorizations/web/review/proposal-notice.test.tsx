import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPendingBill } from '#test-support/pending-bill.ts'
import { renderQueue } from '#test-support/queue-page.tsx'
import { expectAccessible } from '#test-support/render-component.tsx'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'

/** Opens a bill of a client whose approvals above $500.00 need a second person, and chooses to approve an amount. */
async function approve(amount: string, proposal: PendingAuthorization['proposal'] = null) {
  const pending = [createPendingBill('ITN1', { proposal })]
  const { user, press } = await renderQueue({ pending, secondPersonAbove: { ALP3: { USD: 500 } } })
  await press('Decide: ITN1')
  await user.click(await screen.findByRole('radio', { name: /^Approve/ }))
  const fill = async (amount: string) => {
    await user.clear(screen.getByLabelText(/^Maximum Covered/))
    await user.paste(amount)
  }
  await fill(amount)
  return { fill }
}

const save = (name: string) => screen.getByRole('button', { name })
const amounts = { patientResponsibility: '250.50', maximumCovered: '1000.00' }
const proposal = { by: 'Ada Sampleton', isMine: true, at: '2026-01-01T12:30:00Z', ...amounts }

test('on the user’s own proposal, Save says in advance why the approval is rejected', async () => {
  const { fill } = await approve('1000.00', proposal)
  const own = messages.proposal.own('ITN1')
  expect(screen.getByText(own)).toBeVisible()
  expect(save('Save')).toHaveAccessibleDescription(own)
  await expectAccessible()
  await fill('500')
  expect(screen.queryByText(own)).toBeNull()
  expect(save('Save: approve $500.00 of $1,250.50')).not.toHaveAccessibleDescription()
})

test('Save says that an approval above the limit is only proposed', async () => {
  const { fill } = await approve('500')
  expect(save('Save: approve $500.00 of $1,250.50')).toBeEnabled()
  await fill('500.01')
  expect(save('Save: propose $500.01 of $1,250.50')).toBeEnabled()
})

test('Save says that a confirmed proposal is approved', async () => {
  await approve('1000.00', { ...proposal, by: 'Bob Mockbury', isMine: false })
  expect(save('Save: approve $1,000.00 of $1,250.50')).toBeEnabled()
  expect(screen.queryByText(messages.proposal.own('ITN1'))).toBeNull()
})
