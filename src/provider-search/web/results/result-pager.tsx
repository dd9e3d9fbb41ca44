import { NativeSelect, Pagination } from '@mantine/core'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { messages } from '../../messages.ts'
import classes from './results.module.css'
import { pageSizes, type ResultsTable } from './use-result-table.ts'

type ResultPagerProps = {
  table: ResultsTable
  isNarrow: boolean
  /** Beneath the map: pages at both ends and round the middle as the first specification, section 9, has them. */
  isOfMap: boolean
}

/** Which rows are shown of how many, and the way to the others. */
export function ResultPager({ table, isNarrow, isOfMap }: ResultPagerProps) {
  const pager = useRef<HTMLDivElement>(null)
  const { pageIndex, pageSize } = table.state.pagination
  const all = table.getCoreRowModel().rows.length
  const first = pageIndex * pageSize
  const resize = (size: number) =>
    table.setPagination({ pageIndex: Math.floor(first / size), pageSize: size })
  return (
    <div ref={pager} className={classes.pager}>
      <NativeSelect
        label={messages.rowsPerPage}
        size="sm"
        className={classes.rowsPerPage}
        value={String(pageSize)}
        data={pageSizes.map(String)}
        onChange={(event) => resize(Number(event.currentTarget.value))}
      />
      <p className={classes.pageRange} role="status">
        {messages.pageRange(first + 1, Math.min(first + pageSize, all), all)}
      </p>
      {table.getPageCount() > 1 && (
        <nav aria-label={messages.pages}>
          <Pagination
            total={table.getPageCount()}
            value={pageIndex + 1}
            onChange={(page) => {
              flushSync(() => table.setPageIndex(page - 1))
              keepFocus(pager.current)
              showFromTop(pager.current)
            }}
            boundaries={isOfMap ? 2 : 1}
            siblings={isOfMap ? 2 : isNarrow ? 0 : 1}
            gap={isNarrow ? 4 : 8}
            size={isNarrow ? 'sm' : 'md'}
          />
        </nav>
      )}
    </div>
  )
}

/** At the last page in either direction its arrow is no button any more: the page's number takes the focus. */
function keepFocus(pager: HTMLElement | null) {
  const { activeElement } = document
  if (activeElement !== document.body && !activeElement?.matches(':disabled')) return
  pager?.querySelector<HTMLElement>('[aria-current="page"]')?.focus()
}

/** A page that has been turned is read from its top, if that is out of sight. */
function showFromTop(pager: HTMLElement | null) {
  const results = pager?.closest('section')
  if (results && results.getBoundingClientRect().top < 0) results.scrollIntoView({ block: 'start' })
}
