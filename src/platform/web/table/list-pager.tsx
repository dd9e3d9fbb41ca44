import { NativeSelect, Pagination } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { messages } from '../../messages.ts'
import classes from './table.module.css'
import type { PagedTable } from './table-features.ts'
import { pageSizes } from './use-paged-table.ts'

type ListPagerProps<Item extends RowData> = {
  table: PagedTable<Item>
  label: string
  isNarrow: boolean
  onTurned: () => void
}

/** Which rows are shown of how many, and the way to the others. */
export function ListPager<Item extends RowData>({ table, label, isNarrow, onTurned }: ListPagerProps<Item>) {
  const { pageIndex, pageSize } = table.state.pagination
  const all = table.getCoreRowModel().rows.length
  const first = pageIndex * pageSize
  const resize = (size: number) =>
    table.setPagination({ pageIndex: Math.floor(first / size), pageSize: size })
  return (
    <div className={classes.pager}>
      <NativeSelect
        label={messages.table.rowsPerPage}
        size="sm"
        className={classes.rowsPerPage}
        value={String(pageSize)}
        data={pageSizes.map(String)}
        onChange={(event) => resize(Number(event.currentTarget.value))}
      />
      <p className={classes.range} role="status">
        {messages.table.range(first + 1, Math.min(first + pageSize, all), all)}
      </p>
      {table.getPageCount() > 1 && (
        <nav aria-label={messages.table.pages(label)}>
          <Pagination
            total={table.getPageCount()}
            value={pageIndex + 1}
            onChange={(page) => {
              table.setPageIndex(page - 1)
              onTurned()
            }}
            siblings={isNarrow ? 0 : 1}
            gap={isNarrow ? 4 : 8}
            size={isNarrow ? 'sm' : 'md'}
          />
        </nav>
      )}
    </div>
  )
}
