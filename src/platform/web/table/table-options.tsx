import { Button, NativeSelect, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import type { RowData } from '@tanstack/react-table'
import { messages } from '../../messages.ts'
import type { TableInstance } from './table-columns.ts'
import classes from './table-options.module.css'

/**
 * Lets users choose the visible columns and stores the choice. The first column and link columns always stay
 * visible.
 */
export function ColumnChooser<Item extends RowData>({ table }: { table: TableInstance<Item> }) {
  const { columns } = messages.table
  return (
    // Scrolling the page to reach the last choice must not hide the dialog.
    <Popover position="bottom-end" trapFocus returnFocus hideDetached={false}>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconColumns3 size={16} stroke={1.75} aria-hidden />}
        >
          {columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={columns} className={classes.choices}>
        {table
          .getAllLeafColumns()
          .slice(1)
          .filter((column) => column.getCanHide())
          .map((column) => (
            <label key={column.id} className={classes.columnChoice}>
              <input
                type="checkbox"
                checked={column.getIsVisible()}
                onChange={column.getToggleVisibilityHandler()}
              />
              {column.columnDef.meta?.label}
            </label>
          ))}
      </Popover.Dropdown>
    </Popover>
  )
}

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
