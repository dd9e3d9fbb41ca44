import { IconExternalLink } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { ExportedList } from '#platform/list-export-contract.ts'
import { EmptyState } from '#platform/web/empty-state.tsx'
import { type Listed, QueryList } from '#platform/web/query-list.tsx'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { RowButton } from '#platform/web/table/row-actions.tsx'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { useListView } from '#platform/web/table/use-data-table.ts'
import { messages } from '../../messages.ts'

/** A page range of the incident's file, with the day it was added. */
type PageRange = { id: string; dateAdded: string; pageNumbers: string }

type DocumentListProps<Item extends PageRange> = {
  query: Listed<Item>
  label: string
  failed: string
  nothing: string
  sizeKey: string
  /** The key under which the tab stores the page and sort order. */
  storageKey: string
  exportedAs: ExportedList
  onView: (item: Item) => void
}

const rowId = ({ id }: PageRange) => id
const getFirstPage = ({ pageNumbers }: PageRange) => Number.parseInt(pageNumbers, 10)

/** The records or documents of an incident; each opens in a new window. */
export function DocumentList<Item extends PageRange>({ query, label, ...props }: DocumentListProps<Item>) {
  const { failed, nothing, sizeKey, storageKey, exportedAs, onView } = props
  const listView = useListView('dateAdded', storageKey)
  const columns = useMemo(() => {
    const { time, number, action, all } = createColumns<Item>()
    return all([
      time('dateAdded', messages.dateAdded, (item) => item.dateAdded),
      number(
        'pageNumbers',
        messages.pageNumbers,
        (item) => item.pageNumbers,
        (one, other) => getFirstPage(one) - getFirstPage(other),
      ),
      action('view', messages.view, (item) => (
        <RowButton
          label={messages.view}
          name={messages.viewPages(label, item.pageNumbers)}
          icon={<IconExternalLink size={20} stroke={1.75} aria-hidden />}
          onClick={() => onView(item)}
        />
      )),
    ])
  }, [label, onView])
  return (
    <QueryList
      query={query}
      waiting={messages.loading(label)}
      failed={failed}
      empty={<EmptyState message={nothing} advice={messages.noRecordsAdvice} />}
    >
      {(items) => (
        <PagedList
          exportedAs={exportedAs}
          label={label}
          rows={items}
          columns={columns}
          rowId={rowId}
          sizeKey={sizeKey}
          {...listView}
        />
      )}
    </QueryList>
  )
}
