import { NativeSelect, Pagination } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { useRef } from 'react'
import { messages } from '../../messages.ts'
import classes from './list-pager.module.css'
import type { TableInstance } from './table-columns.ts'
import { pageSizes, renderInNewTask } from './use-data-table.ts'

type ListPagerProps<Item extends RowData> = {
  table: TableInstance<Item>
  /** The accessible name of the pager. */
  label: string
  isNarrow: boolean
  /** The element at the top of the list, to scroll to after paging. */
  top: () => Element | null | undefined
  /** The number of page links at both ends and on either side of the current page. */
  boundaries?: number
  siblings?: number
}

/** The visible range and the page links. */
export function ListPager<Item extends RowData>({
  table,
  label,
  isNarrow,
  top,
  ...reach
}: ListPagerProps<Item>) {
  const { boundaries = 1, siblings = isNarrow ? 0 : 1 } = reach
  const pager = useRef<HTMLDivElement>(null)
  const { pageIndex, pageSize } = table.state.pagination
  const all = table.getCoreRowModel().rows.length
  const first = pageIndex * pageSize
  const resize = (size: number) =>
    table.setPagination({ pageIndex: Math.floor(first / size), pageSize: size })
  const turn = (change: () => void) => {
    const before = measureTop(pager.current)
    renderInNewTask(change, () => {
      keepFocus(pager.current)
      showFrom(top(), pager.current, before)
    })
  }
  // A repeated click before the page renders continues from the new page.
  const step = useRef(0)
  const go = (page: number) => {
    const by = step.current
    step.current = 0
    turn(() => (by === 0 ? table.setPageIndex(page - 1) : table.setPageIndex((index) => index + by)))
  }
  const stepBy = (by: number) => () => {
    step.current = by
  }
  return (
    <div ref={pager} className={classes.pager}>
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
        <nav aria-label={label}>
          <Pagination
            total={table.getPageCount()}
            value={pageIndex + 1}
            onNextPage={stepBy(1)}
            onPreviousPage={stepBy(-1)}
            onChange={go}
            boundaries={boundaries}
            siblings={siblings}
            gap={isNarrow ? 4 : 8}
            size={isNarrow ? 'sm' : 'md'}
          />
        </nav>
      )}
    </div>
  )
}

/** On the first and last page, the arrow is disabled: the page number takes the focus. */
function keepFocus(pager: HTMLElement | null) {
  const { activeElement } = document
  if (activeElement !== document.body && !activeElement?.matches(':disabled')) return
  pager?.querySelector<HTMLElement>('[aria-current="page"]')?.focus()
}

const measureTop = (part: Element | null) => part?.getBoundingClientRect().top ?? 0

/** The height that a sticky header covers at the top of the page. */
const coveredHeight = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockStart) || 0

/**
 * After paging, scrolls to the top of the list, unless all of it is visible: then the pager stays in place
 * for the next click.
 */
function showFrom(top: Element | null | undefined, pager: Element | null, before: number) {
  if (!top || !pager) return
  top.querySelector('[data-pane]')?.scrollTo({ top: 0 })
  const { bottom } = pager.getBoundingClientRect()
  if (bottom - measureTop(top) <= window.innerHeight) window.scrollBy(0, measureTop(pager) - before)
  else if (measureTop(top) < coveredHeight()) top.scrollIntoView({ block: 'start' })
}
