import {
  functionalUpdate,
  type PaginationState,
  type ReactTable,
  type Row,
  type Updater,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { useRemembered } from '#platform/web/remembered.ts'
import type { Provider, SearchInfo } from '../../contract.ts'
import { type SearchValues, showsTaxId } from '../search-values.ts'
import { type Features, features, resultColumns } from './result-columns.tsx'

export const pageSizes = [10, 25, 50] as const
const pageSizeSchema = z.literal(pageSizes)
const columnChoice = z.record(z.string(), z.boolean())
const allColumns = {}

export type ResultsTable = ReactTable<Features, Provider>
export type ResultRow = Row<Features, Provider>

/** The table of results: sorted and paged here, selected across all pages, rows per page and columns remembered. */
export function useResultTable(data: Provider[], search: SearchInfo, submitted: SearchValues): ResultsTable {
  const [pageSize, rememberPageSize] = useRemembered('numberPerPage', pageSizeSchema, 10)
  const [columnVisibility, rememberColumns] = useRemembered('resultColumns', columnChoice, allColumns)
  const [pageIndex, setPageIndex] = useState(0)
  const { unit } = search
  const withTaxId = showsTaxId(search, submitted)
  const withDistance = data.some(({ distance }) => distance !== null)
  const columns = useMemo(
    () => resultColumns({ unit, withTaxId, withDistance }),
    [unit, withTaxId, withDistance],
  )
  const turn = (updater: Updater<PaginationState>) => {
    const next = functionalUpdate(updater, { pageIndex, pageSize })
    const size = pageSizeSchema.parse(next.pageSize)
    if (size !== pageSize) rememberPageSize(size)
    setPageIndex(next.pageIndex)
  }
  return useTable({
    features,
    columns,
    data,
    getRowId: ({ hash }) => hash,
    state: { pagination: { pageIndex, pageSize }, columnVisibility },
    onPaginationChange: turn,
    onColumnVisibilityChange: (updater) => rememberColumns(functionalUpdate(updater, columnVisibility)),
  })
}
