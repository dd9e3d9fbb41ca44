import type { Row } from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { Features, PagedTable } from '#platform/web/table/table-features.ts'
import { type ListView, usePagedTable } from '#platform/web/table/use-paged-table.ts'
import type { Provider, SearchInfo } from '../../contract.ts'
import { type SearchValues, showsTaxId } from '../search-values.ts'
import { resultColumns } from './result-columns.tsx'

export type ResultsTable = PagedTable<Provider>
export type ResultRow = Row<Features, Provider>

const asFound: ListView = { pageIndex: 0, sorting: [] }

/** The results table: sorts and pages locally, selects across pages, and remembers rows per page and columns. */
export function useResultTable(rows: Provider[], search: SearchInfo, submitted: SearchValues): ResultsTable {
  const [view, onView] = useState(asFound)
  const { unit } = search
  const withTaxId = showsTaxId(search, submitted)
  const withDistance = rows.some(({ distance }) => distance !== null)
  const columns = useMemo(
    () => resultColumns({ unit, withTaxId, withDistance }),
    [unit, withTaxId, withDistance],
  )
  const keys = { sizeKey: 'numberPerPage', columnsKey: 'resultColumns' }
  return usePagedTable({ rows, columns, rowId, view, onView, ...keys })
}

const rowId = ({ hash }: Provider) => hash
