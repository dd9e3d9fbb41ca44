import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPendingBill } from '#test-support/pending-bill.ts'
import { people, renderQueue, row } from '#test-support/queue-page.tsx'
import { expectAccessible } from '#test-support/render-component.tsx'
import { assignAuthorization } from '../../queue-contract.ts'
import { queueMessages as text } from '../../queue-messages.ts'

const former = text.assign.former('Bob Sampleton')
const bill = createPendingBill('ITN1', { formerAssignee: 'Bob Sampleton' })

test('a bill whose assignee can no longer decide it says so, counts as unassigned, and gets another one', async () => {
  const { api, press, user } = await renderQueue({ pending: [bill] })
  expect(row('ITN1')).toHaveTextContent(former)
  await user.selectOptions(screen.getByLabelText(text.assignee), text.assign.nobody)
  expect(row('ITN1')).toBeVisible()
  await user.selectOptions(screen.getByLabelText(text.assignee), '')
  await expectAccessible()
  await press(text.assign.change('ITN1', text.assign.nobody))
  await user.click(await screen.findByRole('button', { name: text.assign.toMe }))
  await waitFor(() => expect(row('ITN1')).not.toHaveTextContent(former))
  const [sent] = api.requests(assignAuthorization)
  expect(sent?.body).toEqual({ itn: 'ITN1', assignee: people[0]?.id, seenAssignee: null })
})

test('the review says that the assignee can no longer decide the bill', async () => {
  await renderQueue({ pending: [bill], openItn: 'ITN1' })
  const facts = within(await screen.findByRole('dialog'))
  expect(await facts.findByText(former)).toBeVisible()
})
