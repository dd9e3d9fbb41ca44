import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { Header } from '@tanstack/react-table'
import { deferUpdate } from '#platform/web/table/defer-update.ts'
import type { Features } from '#platform/web/table/table-features.ts'
import type { Provider } from '../../contract.ts'
import classes from './result-table.module.css'
import type { ResultsTable } from './use-result-table.ts'

const words = { asc: 'ascending', desc: 'descending' } as const
const icons = { asc: IconArrowUp, desc: IconArrowDown, none: IconArrowsSort } as const

type HeaderCellProps = { table: ResultsTable; header: Header<Features, Provider> }

/** A column header: a button that cycles through ascending, descending and unsorted. */
export function HeaderCell({ table, header }: HeaderCellProps) {
  const { column } = header
  const sorted = column.getIsSorted()
  const sort = column.getToggleSortingHandler()
  const Icon = icons[sorted || 'none']
  return (
    <th
      scope="col"
      aria-sort={sorted ? words[sorted] : 'none'}
      data-column={column.id}
      data-kind={column.columnDef.meta?.kind}
    >
      <button type="button" className={classes.sorter} onClick={(event) => deferUpdate(() => sort?.(event))}>
        <table.FlexRender header={header} />
        <Icon size={14} stroke={sorted ? 2.5 : 1.5} aria-hidden data-sorted={sorted || undefined} />
      </button>
    </th>
  )
}
