import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { narrowScreen } from '#test-support/narrow-screen.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { PagedList } from './paged-list.tsx'
import { createColumns, inHeading } from './table-columns.ts'
import { firstView } from './use-data-table.ts'

type Bill = { number: string; amount: string; provider: string; policy: string | null }

const { text, number, action, all } = createColumns<Bill>()
const columns = all([
  text('number', 'Number', (bill) => bill.number),
  action('open', 'Open', (bill) => <button type="button">Open {bill.number}</button>),
  text('provider', 'Provider', (bill) => bill.provider),
  inHeading(
    number(
      'amount',
      'Amount',
      (bill) => bill.amount,
      () => 0,
    ),
  ),
  text('policy', 'Policy', (bill) => bill.policy),
])

test('a card has the first column and the amount as its heading, and folds what the table hides at first', async () => {
  narrowScreen()
  await renderComponent(
    <PagedList
      label="Bills"
      rows={[
        { number: 'A1', amount: '€10.50', provider: 'Clinic', policy: 'P-7' },
        { number: 'B2', amount: '€3.00', provider: 'Pharmacy', policy: null },
      ]}
      columns={columns}
      rowId={(bill) => bill.number}
      initialColumns={{ policy: false }}
      view={firstView('number')}
      onView={() => {}}
    />,
  )
  const [first, second] = within(screen.getByRole('list', { name: 'Bills' })).getAllByRole('listitem')
  if (!first || !second) throw new Error('Two cards are expected.')
  const heading = within(first).getByRole('heading', { name: 'A1' }).parentElement
  expect(heading).toHaveTextContent('A1Amount€10.50')
  expect(within(first).getByText('Clinic')).toBeVisible()
  expect(within(first).getByText('P-7')).not.toBeVisible()
  await userEvent.click(within(first).getByText('More'))
  expect(within(first).getByText('P-7')).toBeVisible()
  expect(within(first).getByRole('button', { name: 'Open A1' })).toBeVisible()
  expect(within(second).queryByText('More')).toBeNull()
  await expectAccessible()
})
