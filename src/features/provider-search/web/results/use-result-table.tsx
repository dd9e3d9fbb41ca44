import { useMemo, useState } from 'react'
import {
  createColumns,
  type TableColumn,
  type TableInstance,
  type TableRow,
} from '#platform/web/table/table-columns.ts'
import { unsortedView, useDataTable } from '#platform/web/table/use-data-table.ts'
import type { Provider, SearchInfo } from '../../contract.ts'
import { messages } from '../../result-messages.ts'
import { fromKilometers, type Unit } from '../../rules.ts'
import { type SearchValues, showsTaxId } from '../search-values.ts'
import { CallLink } from './provider-links.tsx'
import { ProviderKind, ProviderName } from './provider-name.tsx'

export type ResultsTable = TableInstance<Provider>
export type ResultRow = TableRow<Provider>

/** The columns that users add themselves: with them, the table would be wider than a screen of 1280 px. */
const initialColumns = {
  fax: false,
  contact: false,
  providerType: false,
  specialty: false,
  network: false,
  tin: false,
}

/** The results table: sorts and pages locally, selects across pages, and remembers rows per page and columns. */
export function useResultTable(rows: Provider[], search: SearchInfo, submitted: SearchValues): ResultsTable {
  const [view, onView] = useState(unsortedView)
  const { unit } = search
  const withTaxId = showsTaxId(search, submitted)
  const withDistance = rows.some(({ distance }) => distance !== null)
  const columns = useMemo(
    () => resultColumns({ unit, withTaxId, withDistance }),
    [unit, withTaxId, withDistance],
  )
  const stored = { sizeKey: 'numberPerPage', columnsKey: 'resultColumns' }
  return useDataTable({ rows, columns, rowId, view, onView, initialColumns, ...stored })
}

const rowId = ({ hash }: Provider) => hash

/** The optional columns: distances for searches by distance, tax IDs where the network shows them. */
type ColumnOptions = { unit: Unit; withDistance: boolean; withTaxId: boolean }

const { text, number, all } = createColumns<Provider>()

type CellProps = { row: { original: Provider } }

const nameColumn = {
  ...text('name', messages.name, ({ name }) => name),
  cell: ({ row: { original } }: CellProps) => (
    <>
      <ProviderName provider={original} />
      <ProviderKind provider={original} />
    </>
  ),
}

const phoneColumn = {
  ...text('phone', messages.phone, ({ phone }) => phone, 'short'),
  cell: ({ row: { original } }: CellProps) => <CallLink provider={original} />,
}

const distanceColumn = (unit: Unit) =>
  number(
    'distance',
    messages.distance(unit),
    ({ distance }) => (distance === null ? null : fromKilometers(distance, unit).toFixed(2)),
    (one, other) => Number(one.distance) - Number(other.distance),
  )

/** The columns of a provider (first specification, section 3). */
const resultColumns = ({ unit, withDistance, withTaxId }: ColumnOptions): TableColumn<Provider>[] =>
  all([
    nameColumn,
    ...(withDistance ? [distanceColumn(unit)] : []),
    text('addressDisplay', messages.address, ({ addressDisplay }) => addressDisplay),
    phoneColumn,
    text('fax', messages.fax, ({ fax }) => fax, 'short'),
    text('contact', messages.contact, ({ contact }) => contact),
    text('providerType', messages.providerType, ({ providerType }) => providerType),
    text('specialty', messages.specialty, ({ specialty }) => specialty),
    text('network', messages.network, ({ network }) => network),
    ...(withTaxId ? [text('tin', messages.taxId, ({ tin }) => tin, 'short')] : []),
  ])
