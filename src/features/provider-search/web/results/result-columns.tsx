import { createColumns, type PagedColumn } from '#platform/web/table/table-features.ts'
import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { fromKilometers, type Unit } from '../../rules.ts'
import { ProviderName } from './provider-name.tsx'

/** The optional columns: distances for searches by distance, tax IDs where the network shows them. */
export type ColumnOptions = { unit: Unit; withDistance: boolean; withTaxId: boolean }

const { text, number, all } = createColumns<Provider>()

const nameColumn = {
  ...text('name', messages.name, ({ name }) => name),
  cell: ({ row }: { row: { original: Provider } }) => <ProviderName provider={row.original} />,
}

const distanceColumn = (unit: Unit) =>
  number(
    'distance',
    messages.distance(unit),
    ({ distance }) => (distance === null ? null : fromKilometers(distance, unit).toFixed(2)),
    (one, other) => Number(one.distance) - Number(other.distance),
  )

/** The columns of a provider (first specification, section 3). */
export const resultColumns = ({ unit, withDistance, withTaxId }: ColumnOptions): PagedColumn<Provider>[] =>
  all([
    nameColumn,
    ...(withDistance ? [distanceColumn(unit)] : []),
    text('addressDisplay', messages.address, ({ addressDisplay }) => addressDisplay),
    text('phone', messages.phone, ({ phone }) => phone, 'short'),
    text('fax', messages.fax, ({ fax }) => fax, 'short'),
    text('contact', messages.contact, ({ contact }) => contact),
    text('providerType', messages.providerType, ({ providerType }) => providerType),
    text('specialty', messages.specialty, ({ specialty }) => specialty),
    text('network', messages.network, ({ network }) => network),
    ...(withTaxId ? [text('tin', messages.taxId, ({ tin }) => tin, 'short')] : []),
  ])
