import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
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

type Row = { id: string; note: string }

const wide = createColumns<Row>()
const wideColumns = wide.all([
  wide.text('id', 'ID', ({ id }) => id),
  ...[...'ABCDEFG'].map((letter) => wide.text(letter, `Column ${letter}`, () => letter)),
  wide.text('note', 'Note', ({ note }) => note),
  wide.action('open', 'Open', () => <button type="button">Open</button>),
])
const hidden = { note: false }

type WideOptions = { count?: number; pageIndex?: number }

/** Renders a list of many columns, with the note hidden at first. */
async function renderWide({ count = 30, pageIndex = 0 }: WideOptions = {}) {
  function List() {
    const [view, onView] = useState({ pageIndex, sorting: [{ id: 'id', desc: false }] })
    return (
      <PagedList
        label="Rows"
        header={<h2>All rows</h2>}
        rows={Array.from({ length: count }, (_, at) => ({ id: `Row ${at + 1}`, note: 'late' }))}
        columns={wideColumns}
        rowId={({ id }) => id}
        sizeKey="test-size"
        columnsKey="test-columns"
        initialColumns={hidden}
        view={view}
        onView={onView}
      />
    )
  }
  const { user } = await renderComponent(<List />)
  return { user, press: (name: string) => user.click(button(name)) }
}

const button = (name: string) => screen.getByRole('button', { name })
const shown = () => screen.getAllByText(/^Row \d/).map(({ textContent }) => textContent)

test('pages say which rows they show, and the last one passes the focus of its arrow on', async () => {
  const { user } = await renderWide()
  expect(screen.getByRole('status')).toHaveTextContent('1–10 of 30')
  button('Next page').focus()
  await user.keyboard('{Enter}')
  expect(button('Next page')).toHaveFocus()
  expect(shown()[0]).toBe('Row 11')
  await user.keyboard('{Enter}')
  expect(screen.getByRole('status')).toHaveTextContent('21–30 of 30')
  const pages = within(screen.getByRole('navigation', { name: 'Pages of Rows' }))
  expect(pages.getByRole('button', { current: 'page' })).toHaveFocus()
  expect(pages.getByRole('button', { current: 'page' })).toHaveTextContent('3')
  await expectAccessible()
})

test('another number of rows per page keeps the first row in view, and is stored', async () => {
  const { user } = await renderWide({ count: 60, pageIndex: 3 })
  expect(shown()[0]).toBe('Row 31')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '25')
  expect(screen.getByRole('status')).toHaveTextContent('26–50 of 60')
  expect(shown()).toContain('Row 31')
  expect(localStorage.getItem('test-size')).toBe('25')
})

test('a list that has become shorter shows its last page', async () => {
  await renderWide({ count: 12, pageIndex: 7 })
  expect(shown()).toEqual(['Row 11', 'Row 12'])
})

test('a list of one page has no page links, and an empty one no pager', async () => {
  await renderWide({ count: 3 })
  expect(screen.getByRole('status')).toHaveTextContent('1–3 of 3')
  expect(screen.queryByRole('navigation')).toBeNull()
  cleanup()
  await renderWide({ count: 0 })
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByRole('heading', { name: 'All rows' })).toBeVisible()
})

test('the column chooser shows and hides columns, stores the choice and returns the focus', async () => {
  const { user, press } = await renderWide()
  const header = (name: string) => screen.queryByRole('columnheader', { name })
  expect(header('Note')).toBeNull()
  await press('Columns')
  const choices = within(screen.getByRole('dialog', { name: 'Columns' }))
  expect(choices.queryByLabelText('ID')).toBeNull()
  expect(choices.queryByLabelText('Open')).toBeNull()
  expect(choices.getByRole('checkbox', { name: 'Note' })).not.toBeChecked()
  await expectAccessible()
  await user.click(choices.getByRole('checkbox', { name: 'Note' }))
  await user.click(choices.getByRole('checkbox', { name: 'Column A' }))
  expect(header('Note')).toBeVisible()
  expect(header('Column A')).toBeNull()
  expect(JSON.parse(localStorage.getItem('test-columns') ?? '')).toEqual({ note: true, A: false })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(button('Columns')).toHaveFocus())
})

test('a phone has cards that can be sorted, and no column chooser', async () => {
  narrowScreen()
  const { user } = await renderWide()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'ID ↓')
  expect(shown()[0]).toBe('Row 30')
})

test('in print, all rows are in one table, on a phone too', async () => {
  narrowScreen()
  await renderWide()
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(screen.getAllByRole('row')).toHaveLength(31)
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(screen.queryByRole('table')).toBeNull()
})
