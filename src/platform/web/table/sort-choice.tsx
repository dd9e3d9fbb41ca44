import { NativeSelect } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { messages } from '../../messages.ts'
import type { PagedTable } from './table-features.ts'

const upwards = ':up'
const downwards = ':down'

/** The sort order of cards: by any column, ascending or descending, or unsorted. */
export function SortChoice<Item extends RowData>({ table }: { table: PagedTable<Item> }) {
  const [sorted] = table.state.sorting
  const orders = table
    .getAllLeafColumns()
    .filter((column) => column.getCanSort())
    .flatMap(({ id, columnDef: { meta } }) => [
      { value: id + upwards, label: `${meta?.label} ↑` },
      { value: id + downwards, label: `${meta?.label} ↓` },
    ])
  const choose = (value: string) => {
    const [id = '', direction] = value.split(/(?=:)/)
    table.setSorting(value ? [{ id, desc: direction === downwards }] : [])
  }
  return (
    <NativeSelect
      label={messages.table.sortBy}
      size="sm"
      value={sorted ? sorted.id + (sorted.desc ? downwards : upwards) : ''}
      data={[{ value: '', label: messages.table.unsorted }, ...orders]}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  )
}
