import {
  type ColumnDef,
  columnVisibilityFeature,
  createColumnHelper,
  createPaginatedRowModel,
  createSortedRowModel,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import { wordOrder } from '#platform/web/table/word-order.ts'
import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { distanceIn, type Unit } from '../../rules.ts'
import { ProviderName } from './provider-name.tsx'

export const features = tableFeatures({
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  paginatedRowModel: createPaginatedRowModel(),
  sortedRowModel: createSortedRowModel(),
  columnMeta: {} as { label: string; kind?: 'number' | 'telephone' },
})
export type Features = typeof features

/** What a table of results shows: distances only of searches round a point, tax ids only where they are shown. */
export type Showing = { unit: Unit; withDistance: boolean; withTaxId: boolean }

const column = createColumnHelper<Features, Provider>()

type Comparable = { getValue: (columnId: string) => unknown }
const byWords = (one: Comparable, other: Comparable, id: string) =>
  wordOrder(String(one.getValue(id)), String(other.getValue(id)))
const byNumber = (one: Comparable, other: Comparable, id: string) =>
  Number(one.getValue(id)) - Number(other.getValue(id))

type TextKey = {
  [Key in keyof Provider]: Provider[Key] extends string | null ? Key : never
}[keyof Provider]

/** A column of text; rows without it come last, however it is sorted. */
const textColumn = (id: TextKey, label: string, kind?: 'telephone') =>
  column.accessor((provider) => provider[id] ?? undefined, {
    id,
    header: label,
    sortFn: byWords,
    sortUndefined: 'last',
    meta: { label, ...(kind && { kind }) },
  })

const nameColumn = column.accessor('name', {
  header: messages.name,
  cell: ({ row }) => <ProviderName provider={row.original} />,
  sortFn: byWords,
  enableHiding: false,
  meta: { label: messages.name },
})

const distanceColumn = (unit: Unit) =>
  column.accessor(({ distance }) => (distance === null ? undefined : distanceIn(distance, unit)), {
    id: 'distance',
    header: messages.distance(unit),
    cell: ({ getValue }) => getValue()?.toFixed(2),
    sortFn: byNumber,
    sortDescFirst: false,
    sortUndefined: 'last',
    meta: { label: messages.distance(unit), kind: 'number' },
  })

/** The columns of a provider (first specification, section 3). */
export function resultColumns({ unit, withDistance, withTaxId }: Showing): ColumnDef<Features, Provider>[] {
  return column.columns([
    nameColumn,
    ...(withDistance ? [distanceColumn(unit)] : []),
    textColumn('addressDisplay', messages.address),
    textColumn('phone', messages.phone, 'telephone'),
    textColumn('fax', messages.fax, 'telephone'),
    textColumn('contact', messages.contact),
    textColumn('providerType', messages.providerType),
    textColumn('specialty', messages.specialty),
    textColumn('network', messages.network),
    ...(withTaxId ? [textColumn('tin', messages.taxId, 'telephone')] : []),
  ])
}
