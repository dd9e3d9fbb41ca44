import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import type { CaseRow } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { useCaseSearch } from '../case-search-context.ts'
import { caseColumns } from './case-columns.tsx'

const rowId = ({ hash }: CaseRow) => hash

/** Table of the incidents found, with links to their sections. */
export function CaseTable({ rows }: { rows: readonly CaseRow[] }) {
  const { search, view, setView, setScrollPosition, hasSummaries, onOpen } = useCaseSearch()
  const navigate = useNavigate()
  const { path } = search
  const withSummaries = hasSummaries && rows.some(({ hasCaseSummary }) => hasCaseSummary)
  const columns = useMemo(
    () =>
      caseColumns({
        path,
        go: (href) => {
          setScrollPosition(window.scrollY)
          void navigate({ href })
        },
        onOpen,
        withSummaries,
      }),
    [path, navigate, setScrollPosition, onOpen, withSummaries],
  )
  return (
    <PagedList
      label={messages.results}
      rows={rows}
      columns={columns}
      rowId={rowId}
      sizeKey={search.sizeKey}
      columnsKey="caseColumns"
      view={view}
      onView={setView}
    />
  )
}
