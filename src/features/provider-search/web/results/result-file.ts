import { csvLine } from '#platform/contract/csv-line.ts'
import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { distanceIn, type Unit } from '../../rules.ts'

/** What of a provider the file has: distances in a unit, countries in words, tax ids only where the network shows them. */
export type FileShowing = { unit: Unit; countryName: (id: string) => string; withTaxId: boolean }

type Column = [label: string, cell: (provider: Provider) => string | null]

const columnsOf = ({ unit, countryName, withTaxId }: FileShowing, withDistance: boolean): Column[] => [
  [messages.name, ({ name }) => name],
  [messages.preferred, ({ preferred }) => (preferred ? messages.yes : '')],
  ...(withDistance
    ? [[messages.distance(unit), ({ distance }) => inUnit(distance, unit)] satisfies Column]
    : []),
  [messages.providerType, ({ providerType }) => providerType],
  [messages.specialty, ({ specialty }) => specialty],
  [messages.address, ({ addressOne }) => addressOne],
  [messages.addressTwo, ({ addressTwo }) => addressTwo],
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

const inUnit = (distance: number | null, unit: Unit) =>
  distance === null ? '' : distanceIn(distance, unit).toFixed(2)

/**
 * Providers as comma-separated values (RFC 4180) that spreadsheets open: UTF-8 with its mark, a head of words, and
 * no cell that a spreadsheet would take for a formula.
 */
export function csvOf(providers: readonly Provider[], showing: FileShowing): string {
  const columns = columnsOf(
    showing,
    providers.some(({ distance }) => distance !== null),
  )
  const head = columns.map(([label]) => label)
  const rows = providers.map((provider) => columns.map(([, cell]) => cell(provider) ?? ''))
  return `\uFEFF${[head, ...rows].map(csvLine).join('')}`
}

const longestName = 120

/** The name of the file, of what was searched and the day: "domestic-provider-search-miami-fl-2026-11-21.csv". */
export function fileNameOf(words: readonly string[], day: string): string {
  const slug = words
    .map((word) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase())
    .flatMap((word) => word.match(/[\p{L}\p{N}]+/gu) ?? [])
    .join('-')
  return `${slug.slice(0, longestName)}-${day}.csv`
}
