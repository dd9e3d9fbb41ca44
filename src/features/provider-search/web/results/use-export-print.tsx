import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Provider, SearchInfo } from '../../contract.ts'
import { messages } from '../../result-messages.ts'
import { type SearchValues, showsTaxId } from '../search-values.ts'
import { describeSearch, type Part } from './describe-search.ts'
import type { PrintSheetProps } from './print-sheet.tsx'
import type { ResultsTable } from './use-result-table.tsx'

export type ResultsOnPage = {
  table: ResultsTable
  search: SearchInfo
  submitted: SearchValues
  /** The limit on results, if it was exceeded. */
  limit: number | undefined
  /** The names of the chosen filters. */
  filters: readonly string[]
  /** The center that the distances are measured from; empty if there are none, or if it is a street address. */
  center: string
}

/** Prints and exports the selected providers of all pages, or all if none is selected. */
export function useExportPrint({ table, search, submitted, limit, filters }: ResultsOnPage) {
  const client = useQueryClient()
  const all = table.getCoreRowModel().rows.length
  const withTaxId = showsTaxId(search, submitted)
  const describe = (values: SearchValues, providers: readonly Provider[]): Part[] => [
    ...describeSearch(client, search, values, providers),
    ...(filters.length > 0 ? [[messages.facets.label, filters.join(', ')] satisfies Part] : []),
  ]
  const sheet = usePrint(() => {
    const { providers, areSelected } = getSelectedProviders(table)
    return {
      search,
      words: describe(submitted, providers),
      providers,
      selectedOf: areSelected ? all : undefined,
      limit,
      showsTaxId: withTaxId,
    }
  })
  const save = async () => {
    const { downloadResults } = await import('./download-results.ts')
    const { providers } = getSelectedProviders(table)
    downloadResults(client, { search, submitted, providers, withTaxId, describe })
  }
  return { ...sheet, save, areSelected: getSelectedProviders(table).areSelected }
}

const loadSheet = () => import('./print-sheet.tsx')

/**
 * Prints the sheet, by the button or the browser's own command, with the providers chosen at that moment. The
 * hidden sheet stays until the next print because some browsers report that they have printed before they
 * read the page. Its code loads after the results are drawn.
 */
function usePrint(getSheetProps: () => PrintSheetProps): {
  sheet: ReactNode
  print: () => Promise<void>
} {
  const [code, setCode] = useState<Awaited<ReturnType<typeof loadSheet>>>()
  const [sheet, setSheet] = useState<ReactNode>()
  const renderSheet = useEffectEvent(() => {
    if (code) flushSync(() => setSheet(<code.PrintSheet {...getSheetProps()} />))
  })
  useEffect(() => {
    const load = setTimeout(() => loadSheet().then(setCode, () => undefined))
    addEventListener('beforeprint', renderSheet)
    return () => {
      clearTimeout(load)
      removeEventListener('beforeprint', renderSheet)
    }
  }, [])
  const print = async () => {
    const loaded = code ?? (await loadSheet())
    flushSync(() => setCode(loaded))
    window.print()
  }
  return { sheet, print }
}

/** The providers to print or export, from all pages in sort order: the selected ones, or all if none is selected. */
export function getSelectedProviders(table: ResultsTable): { providers: Provider[]; areSelected: boolean } {
  const rows = table.getSortedRowModel().rows
  const selected = rows.filter((row) => row.getIsSelected())
  const areSelected = selected.length > 0
  return { providers: (areSelected ? selected : rows).map(({ original }) => original), areSelected }
}
