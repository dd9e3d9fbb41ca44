import { screen, within } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { DataTable } from './data-table.tsx'
import { ListPager } from './list-pager.tsx'
import { createColumns } from './table-columns.ts'
import { type ListView, unsortedView, useDataTable } from './use-data-table.ts'

type Person = { name: string; city: string | null }

const onDraw = vi.fn()
const { text, custom, action, all } = createColumns<Person>()
const columns = all([
  custom(
    'name',
    'Name',
    ({ name }) => name,
    ({ name }) => {
      onDraw()
      return <b>{name}</b>
    },
  ),
  text('city', 'City', ({ city }) => city),
  action('call', 'Call', ({ name }) => <a href={`tel:${name}`}>Call {name}</a>),
])
const person = (name: string, city: string | null = null): Person => ({ name, city })
/** Two pages. */
const twelve = Array.from({ length: 12 }, (_, at) => person(`Person ${at + 1}`))

type Options = Partial<ComponentProps<typeof DataTable<Person>>> & { view?: ListView }

/** Renders a table of people with its pager. */
async function renderTable(rows: Person[], { view: initial = unsortedView, ...options }: Options = {}) {
  let selected: string[] = []
  function People() {
    const [view, onView] = useState(initial)
    const table = useDataTable({ rows, columns, rowId: ({ name }) => name, view, onView })
    selected = Object.keys(table.state.rowSelection)
    return (
      <>
        <DataTable table={table} label="People" {...options} />
        <ListPager table={table} label="Pages of people" isNarrow={false} top={() => null} />
      </>
    )
  }
  const { user } = await renderComponent(<People />)
  return { user, selected: () => selected, press: (name: string) => user.click(button(name)) }
}

const selection = { page: 'Select the page', row: ({ name }: Person) => `Select ${name}` }

const button = (name: string) => screen.getByRole('button', { name })
const box = (name: string) => screen.getByRole('checkbox', { name })
const header = (name: string) => screen.getByRole('columnheader', { name })
const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
const names = () => [...document.querySelectorAll('tbody b')].map(({ textContent }) => textContent)

test('the table has a name, headers and a row for each item', async () => {
  await renderTable([person('Ada', 'Miami'), person('Bob')], { selection })
  const table = within(screen.getByRole('table', { name: 'People' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '',
    'Name',
    'City',
    'Call',
  ])
  expect(within(row('Ada')).getByText('Miami')).toBeVisible()
  await expectAccessible()
})

test('an empty table has its headers, no rows, and nothing to select', async () => {
  await renderTable([], { selection })
  expect(screen.getAllByRole('row')).toHaveLength(1)
  expect(box('Select the page')).not.toBeChecked()
  expect(box('Select the page')).not.toBePartiallyChecked()
})

test('a header sorts its column ascending, descending and not at all, and says which', async () => {
  const { press } = await renderTable([person('Cara', 'Reno'), person('Ada'), person('Bob', 'Waco')])
  expect(header('City')).toHaveAttribute('aria-sort', 'none')
  expect(header('Call')).not.toHaveAttribute('aria-sort')
  expect(within(header('Call')).queryByRole('button')).toBeNull()
  await press('City')
  expect(header('City')).toHaveAttribute('aria-sort', 'ascending')
  expect(names()).toEqual(['Cara', 'Bob', 'Ada'])
  await press('City')
  expect(header('City')).toHaveAttribute('aria-sort', 'descending')
  expect(names()).toEqual(['Bob', 'Cara', 'Ada'])
  await press('City')
  expect(header('City')).toHaveAttribute('aria-sort', 'none')
  expect(names()).toEqual(['Cara', 'Ada', 'Bob'])
  await press('Name')
  expect(header('Name')).toHaveAttribute('aria-sort', 'ascending')
})

test('keyboards sort, and the header keeps the focus', async () => {
  const { user } = await renderTable([person('Bob'), person('Ada')])
  await user.tab()
  await user.keyboard('{Enter}')
  expect(names()).toEqual(['Ada', 'Bob'])
  expect(button('Name')).toHaveFocus()
})

test('a checkbox selects its row, without a rerender of the data of the others', async () => {
  const { user, selected } = await renderTable([person('Ada'), person('Bob')], { selection })
  onDraw.mockClear()
  await user.click(box('Select Bob'))
  expect(selected()).toEqual(['Bob'])
  expect(row('Bob')).toHaveAttribute('data-selected', 'true')
  expect(row('Ada')).not.toHaveAttribute('data-selected')
  expect(box('Select the page')).toBePartiallyChecked()
  await user.click(box('Select Bob'))
  expect(selected()).toEqual([])
  expect(box('Select the page')).not.toBePartiallyChecked()
  expect(onDraw).not.toHaveBeenCalled()
})

test('the checkbox in the header selects the rest of the page, then clears it', async () => {
  const { user, selected } = await renderTable(twelve, { selection })
  await user.click(box('Select Person 2'))
  await user.click(box('Select the page'))
  expect(selected()).toHaveLength(10)
  expect(box('Select Person 10')).toBeChecked()
  expect(box('Select the page')).toBeChecked()
  await user.click(box('Select the page'))
  expect(selected()).toEqual([])
})

test('the selection spans pages, and the checkbox in the header is about its own page', async () => {
  const { user, press, selected } = await renderTable(twelve, { selection })
  await user.click(box('Select Person 1'))
  await press('Next page')
  expect(box('Select the page')).not.toBePartiallyChecked()
  await user.click(box('Select the page'))
  expect(selected()).toEqual(['Person 1', 'Person 11', 'Person 12'])
  await press('Previous page')
  expect(box('Select Person 1')).toBeChecked()
  expect(box('Select the page')).toBePartiallyChecked()
})

test('sorting goes to the first page and keeps the selection of each item', async () => {
  const { user, press } = await renderTable(twelve, { selection, view: { pageIndex: 1, sorting: [] } })
  await user.click(box('Select Person 12'))
  await press('Name')
  await press('Name')
  expect(names()[0]).toBe('Person 12')
  expect(box('Select Person 12')).toBeChecked()
  expect(box('Select Person 11')).not.toBeChecked()
})

test('a whole table has the rows of all pages', async () => {
  await renderTable(twelve, { isWhole: true })
  expect(names()).toHaveLength(12)
})

test('columns around the data have the action and the links of each row', async () => {
  const onSave = vi.fn()
  const { press } = await renderTable([person('Ada'), person('Bob')], {
    rowAction: {
      label: 'Choose',
      render: (item) => (
        <button type="button" onClick={() => onSave(item)}>
          Save {item.name}
        </button>
      ),
    },
    rowLinks: { label: 'More', render: ({ name }) => <a href="/map">Map of {name}</a> },
  })
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headers).toEqual(['Choose', 'Name', 'City', 'Call', 'More'])
  await press('Save Bob')
  expect(onSave.mock.calls).toEqual([[person('Bob')]])
  expect(within(row('Ada')).getByRole('link', { name: 'Map of Ada' })).toBeVisible()
})

test('a click anywhere in a row opens it, except on a control and while text is selected', async () => {
  const onOpen = vi.fn()
  const { user } = await renderTable([person('Ada', 'Miami')], { onOpen, selection })
  await user.click(screen.getByText('Miami'))
  expect(onOpen.mock.calls).toEqual([[person('Ada', 'Miami')]])
  await user.click(box('Select Ada'))
  await user.click(screen.getByRole('link', { name: 'Call Ada' }))
  vi.spyOn(window, 'getSelection').mockReturnValue({ isCollapsed: false } as Selection)
  await user.click(screen.getByText('Ada'))
  expect(onOpen).toHaveBeenCalledTimes(1)
})

test('a keyboard opens a row with its button, once', async () => {
  const onOpen = vi.fn()
  const render = (item: Person) => (
    <button type="button" onClick={() => onOpen(item)}>
      Open {item.name}
    </button>
  )
  const { user } = await renderTable([person('Ada')], { onOpen, rowAction: { label: 'Open', render } })
  await user.tab()
  await user.tab()
  await user.tab()
  expect(button('Open Ada')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(onOpen.mock.calls).toEqual([[person('Ada')]])
})
