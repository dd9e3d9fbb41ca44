import { useQueryClient } from '@tanstack/react-query'
import type { SearchInfo } from '../../contract.ts'
import { type SearchValues, showsTaxId } from '../search-values.ts'
import { describeSearch, findCountryName } from './describe-search.ts'
import { getSelectedProviders } from './selected-rows.ts'
import { usePrint } from './use-print.tsx'
import type { ResultsTable } from './use-result-table.ts'

export type ResultsOnPage = {
  table: ResultsTable
  search: SearchInfo
  submitted: SearchValues
  /** The limit on results, if it was exceeded. */
  limit: number | undefined
}

/** Prints and exports the selected providers of all pages, or all if none is selected. */
export function useExportPrint({ table, search, submitted, limit }: ResultsOnPage) {
  const client = useQueryClient()
  const all = table.getCoreRowModel().rows.length
  const withTaxId = showsTaxId(search, submitted)
  const sheet = usePrint(() => {
    const { providers, areSelected } = getSelectedProviders(table)
    return {
      search,
      words: describeSearch(client, search, submitted, providers),
      providers,
      selectedOf: areSelected ? all : undefined,
      limit,
      showsTaxId: withTaxId,
    }
  })
  const save = async () => {
    const { saveResults } = await import('./save-results.ts')
    const { providers } = getSelectedProviders(table)
    const shareable = { ...submitted, address: '', taxId: '' }
    const words = describeSearch(client, search, shareable, providers).map(([, part]) => part)
    const countryName = (id: string) => findCountryName(client, search, submitted, id)
    saveResults(providers, { unit: search.unit, countryName, withTaxId }, [search.title, ...words])
  }
  return { ...sheet, save, areSelected: table.getSelectedRowIds().length > 0 }
}
