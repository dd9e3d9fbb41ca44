import { NativeSelect } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { messages } from '../../messages.ts'
import type { TableInstance } from './table-columns.ts'

const upwards = ':up'
const downwards = ':down'

type SortChoiceProps<Item extends RowData> = {
  table: TableInstance<Item>
  /** The label of the original order of the rows. */
  unsorted: string
  /** Whether the choice offers both directions of each column. */
  hasDirections?: boolean
  className?: string
}

/** The order of cards, which have no column headers: by any column, or unsorted. */
export function SortChoice<Item extends RowData>({ table, unsorted, ...options }: SortChoiceProps<Item>) {
  const { hasDirections = false, className } = options
  const [sorted] = table.state.sorting
  const orders = table
    .getAllLeafColumns()
    .filter((column) => column.getCanSort())
    .flatMap(({ id, columnDef: { meta } }) =>
      hasDirections
        ? [
            { value: id + upwards, label: `${meta?.label} ↑` },
            { value: id + downwards, label: `${meta?.label} ↓` },
          ]
        : { value: id + upwards, label: `${meta?.label}` },
    )
  const choose = (value: string) => {
    const [id = '', direction] = value.split(/(?=:)/)
    table.setSorting(value ? [{ id, desc: direction === downwards }] : [])
  }
  return (
    <NativeSelect
      label={messages.table.sortBy}
      size="sm"
      className={className}
      value={sorted ? sorted.id + (sorted.desc && hasDirections ? downwards : upwards) : ''}
      data={[{ value: '', label: unsorted }, ...orders]}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  )
}
