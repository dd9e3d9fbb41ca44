import { screen } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { DataCards } from './data-cards.tsx'
import { RowCheckbox } from './data-table.tsx'
import { createColumns } from './table-columns.ts'
import { SortChoice } from './table-options.tsx'
import { type ListView, unsortedView, useDataTable } from './use-data-table.ts'

type Person = { name: string }

const { text, all } = createColumns<Person>()
const columns = all([text('name', 'Name', ({ name }) => name)])
const people = Array.from({ length: 12 }, (_, at) => ({ name: `Person ${at + 1}` }))

type Options = Partial<ComponentProps<typeof DataCards<Person>>> & { rows?: Person[]; view?: ListView }

/** Renders people as cards, with a choice of their order. */
async function renderCards({ rows = people, view: initial = unsortedView, ...options }: Options = {}) {
  function People() {
    const [view, onView] = useState(initial)
    const table = useDataTable({ rows, columns, rowId: ({ name }) => name, view, onView })
    return (
      <>
        <SortChoice table={table} unsorted="Default order" hasDirections />
        <DataCards
          table={table}
          label="People"
          renderCard={(row, index) => (
            <>
              <RowCheckbox row={row} label={`Select ${row.original.name}`} />
              <p>
                {index + 1}: {row.original.name}
              </p>
            </>
          )}
          {...options}
        />
      </>
    )
  }
  return renderComponent(<People />)
}

const texts = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

test('cards are a list with a name, of one page, numbered from its start', async () => {
  await renderCards({ view: { pageIndex: 1, sorting: [] } })
  expect(screen.getByRole('list', { name: 'People' })).toBeVisible()
  expect(texts()).toEqual(['1: Person 11', '2: Person 12'])
  await expectAccessible()
})

test('an empty list has no cards', async () => {
  await renderCards({ rows: [] })
  expect(texts()).toEqual([])
})

test('the order is chosen, since cards have no column headers', async () => {
  const { user } = await renderCards({ rows: people.slice(0, 3) })
  const choice = screen.getByRole('combobox', { name: 'Sort by' })
  await user.selectOptions(choice, 'Name ↓')
  expect(texts()).toEqual(['1: Person 3', '2: Person 2', '3: Person 1'])
  await user.selectOptions(choice, 'Name ↑')
  expect(texts()[0]).toBe('1: Person 1')
  await user.selectOptions(choice, 'Default order')
  expect(choice).toHaveDisplayValue('Default order')
})

test('a selected card is marked', async () => {
  const { user } = await renderCards()
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 2' }))
  const marked = screen.getAllByRole('listitem').filter((card) => card.dataset.selected)
  expect(marked.map(({ textContent }) => textContent)).toEqual(['2: Person 2'])
})

test('a click on a card opens it, except on a control', async () => {
  const onOpen = vi.fn()
  const { user } = await renderCards({ onOpen })
  await user.click(screen.getByText('2: Person 2'))
  await user.click(screen.getByRole('checkbox', { name: 'Select Person 3' }))
  expect(onOpen.mock.calls).toEqual([[{ name: 'Person 2' }]])
})

test('a list item of its own gets everything that the card needs', async () => {
  const onOpen = vi.fn()
  const { user } = await renderCards({
    onOpen,
    renderItem: ({ id }, item) => <li {...item} data-highlighted={id === 'Person 2'} />,
  })
  const card = screen.getByText('2: Person 2').closest('li')
  expect(card).toHaveAttribute('data-highlighted', 'true')
  await user.click(screen.getByText('2: Person 2'))
  expect(onOpen).toHaveBeenCalledWith({ name: 'Person 2' })
})
