import type { QueryClient } from '@tanstack/react-query'
import { csvLine } from '#platform/contract/csv-line.ts'
import { ApiError, callForBytes } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { today } from '#platform/web/format-instant.ts'
import { downloadFile } from '#platform/web/table/download-file.ts'
import type { Provider, SearchInfo } from '#provider-search/contract.ts'
import { openProviderList, toSelection } from '#provider-search/mail-contract.ts'
import { messages as mailMessages } from '#provider-search/on-demand-messages.ts'
import { messages } from '#provider-search/result-messages.ts'
import { fromKilometers, type Unit } from '#provider-search/rules.ts'
import type { SearchValues } from '../search-values.ts'
import { findCountryName, type Part } from './describe-search.ts'
import type { Shortlisted } from './use-results-view.ts'

type ListedResults = {
  search: SearchInfo
  submitted: SearchValues
  providers: readonly Provider[]
  withTaxId: boolean
  describe: (values: SearchValues, providers: readonly Provider[]) => Part[]
}

/**
 * Downloads providers as a file named after the search and today's date. The name has neither a street nor a tax ID, because
 * files are passed on.
 */
export function downloadResults(
  queries: QueryClient,
  { search, submitted, providers, withTaxId, describe }: ListedResults,
) {
  const words = describe({ ...submitted, address: '', taxId: '' }, providers).map(([, part]) => part)
  const countryName = (id: string) => findCountryName(queries, search, submitted, id)
  const csv = toCsv(providers, { unit: search.unit, countryName, withTaxId })
  downloadFile(
    new Blob([csv], { type: 'text/csv;charset=utf-8' }),
    makeFileName([search.title, ...words], today(), 'csv'),
  )
}

/**
 * Downloads a PDF of these providers of a search, named after its title and today's date. If the server rejects the
 * list, shows why.
 */
export async function downloadProviderList(
  { code, title }: Pick<SearchInfo, 'code' | 'title'>,
  providers: readonly Shortlisted[],
) {
  try {
    const pdf = await callForBytes(openProviderList, { providerCode: code, ...toSelection(providers) })
    downloadFile(pdf, makeFileName([title], today(), 'pdf'))
  } catch (error) {
    const refusal = error instanceof ApiError && error.status < 500 ? error.problem?.detail : undefined
    showError(refusal ?? mailMessages.list.failed)
  }
}

/**
 * The options of the file: the unit of distances, the names of countries, and whether the network shows tax
 * IDs.
 */
export type FileOptions = { unit: Unit; countryName: (id: string) => string; withTaxId: boolean }

type Column = [label: string, cell: (provider: Provider) => string | null]

const fileColumns = ({ unit, countryName, withTaxId }: FileOptions, withDistance: boolean): Column[] => [
  [messages.name, ({ name }) => name],
  [messages.preferred, ({ preferred }) => (preferred ? mailMessages.file.yes : '')],
  ...(withDistance
    ? [[messages.distance(unit), ({ distance }) => formatInUnit(distance, unit)] satisfies Column]
    : []),
  [messages.providerType, ({ providerType }) => providerType],
  [messages.specialty, ({ specialty }) => specialty],
  [messages.address, ({ addressOne }) => addressOne],
  [mailMessages.file.addressTwo, ({ addressTwo }) => addressTwo],
  [messages.city, ({ city }) => city],
  [messages.state, ({ state }) => state],
  [messages.zipCode, ({ zipcode }) => zipcode],
  [messages.country, ({ country }) => countryName(country)],
  [messages.phone, ({ phone }) => phone],
  [messages.fax, ({ fax }) => fax],
  [messages.contact, ({ contact }) => contact],
  [messages.network, ({ network }) => network],
  ...(withTaxId ? [[messages.taxId, ({ tin }) => tin] satisfies Column] : []),
]

const formatInUnit = (distance: number | null, unit: Unit) =>
  distance === null ? '' : fromKilometers(distance, unit).toFixed(2)

/**
 * Formats providers as CSV (RFC 4180) that spreadsheets open: UTF-8 with a byte order mark, readable headers, and no
 * cell that a spreadsheet would execute as a formula.
 */
export function toCsv(providers: readonly Provider[], options: FileOptions): string {
  const columns = fileColumns(
    options,
    providers.some(({ distance }) => distance !== null),
  )
  const head = columns.map(([label]) => label)
  const rows = providers.map((provider) => columns.map(([, cell]) => cell(provider) ?? ''))
  return `\uFEFF${[head, ...rows].map(csvLine).join('')}`
}

const maxNameLength = 120

/** Names the file after the search and the day: "domestic-provider-search-miami-fl-2026-11-21.csv". */
export function makeFileName(words: readonly string[], day: string, ending: string): string {
  const slug = words
    .map((word) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase())
    .flatMap((word) => word.match(/[\p{L}\p{N}]+/gu) ?? [])
    .join('-')
  return `${slug.slice(0, maxNameLength)}-${day}.${ending}`
}
