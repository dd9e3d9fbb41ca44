import { type ComponentProps, use } from 'react'
import { useMinute } from '#platform/web/format-instant.ts'
import { DataCards } from '#platform/web/table/data-cards.tsx'
import { DataTable, RowCheckbox } from '#platform/web/table/data-table.tsx'
import type { Provider, SearchInfo } from '../../contract.ts'
import { describeDetails } from '../../describe-details.ts'
import { messages } from '../../result-messages.ts'
import type { Unit } from '../../rules.ts'
import { formatDistance } from './describe-search.ts'
import { CallLink, DirectionsLink, ProviderActions, type RowLinks } from './provider-links.tsx'
import { ProviderKind, ProviderName } from './provider-name.tsx'
import classes from './result-list.module.css'
import { RowActionCell, RowActionContext } from './row-action.tsx'
import { TypeTile } from './type-icon.tsx'
import type { ResultRow, ResultsTable } from './use-result-table.tsx'
import { type MapListSync, useIsHighlighted } from './use-results-view.ts'

type ResultTableProps = RowLinks & { table: ResultsTable }

/** A page of results as a table. */
export function ResultTable({ table, ...links }: ResultTableProps) {
  const action = use(RowActionContext)
  return (
    <DataTable
      table={table}
      label={messages.results}
      isFitted={action !== undefined}
      selection={{ page: messages.selectPage, row: ({ name }) => messages.select(name) }}
      rowAction={
        action && { label: action.label, render: (provider) => <RowActionCell provider={provider} /> }
      }
      rowLinks={{
        label: messages.actions,
        render: (provider) => (
          <>
            <DirectionsLink provider={provider} />
            <ProviderActions provider={provider} {...links} />
          </>
        ),
      }}
    />
  )
}

/** A page of results as cards, numbered like the markers of the map if there is one. */
export function ResultCards({ table, search, ...links }: ResultTableProps & { search: SearchInfo }) {
  const { mapSync } = links
  const at = useMinute()
  const first = firstNumber(table)
  const hidden = {
    tin: table.getColumn('tin') === undefined,
    network: Object.keys(search.networks).length === 1,
  }
  return (
    <DataCards
      table={table}
      renderItem={mapSync && (({ id }, item) => <MappedItem id={id} mapSync={mapSync} {...item} />)}
      renderCard={(row, index) => (
        <ResultCard
          row={row}
          number={mapSync && first + index}
          unit={search.unit}
          at={at}
          hidden={hidden}
          {...links}
        />
      )}
    />
  )
}

type MappedItemProps = ComponentProps<'li'> & { id: string; mapSync: MapListSync }

/** A list item that is highlighted together with the marker of its provider. */
const MappedItem = ({ id, mapSync, ...item }: MappedItemProps) => (
  <li {...item} data-highlighted={useIsHighlighted(mapSync, [id]) || undefined} {...mapSync.pointing(id)} />
)

/** The number of the first provider on the page. */
export function firstNumber(table: ResultsTable): number {
  const { pageIndex, pageSize } = table.state.pagination
  return pageIndex * pageSize + 1
}

type ResultCardProps = RowLinks & {
  row: ResultRow
  number: number | undefined
  unit: Unit
  /** The time at which the provider is open or closed. */
  at: Date
  hidden: HiddenDetails
}

/** A provider as a card. */
function ResultCard({ row, number, unit, at, hidden, ...links }: ResultCardProps) {
  const provider = row.original
  const { name, distance, addressDisplay } = provider
  const [hours, ...details] = describeDetails(provider, at)
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <RowCheckbox row={row} label={messages.select(name)} />
        <TypeTile providerTypeId={provider.providerTypeId} />
        <h3>
          {number && <b className={classes.number}>{number}. </b>}
          <ProviderName provider={provider} />
        </h3>
        {distance !== null && <span className={classes.distance}>{formatDistance(provider, unit)}</span>}
      </div>
      <p>
        <ProviderKind provider={provider} />
      </p>
      <p>{addressDisplay}</p>
      {hours && <p>{hours}</p>}
      <p className={classes.buttons}>
        <CallLink provider={provider} isButton />
        <DirectionsLink provider={provider} isButton />
      </p>
      {details.length > 0 && <p className={classes.details}>{details.join(' · ')}</p>}
      <dl>
        {listDetails(provider, hidden).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <RowActionCell provider={provider} />
      <p className={classes.links}>
        <ProviderActions provider={provider} {...links} />
      </p>
    </div>
  )
}

/** The details that say nothing in this search. */
type HiddenDetails = { tin: boolean; network: boolean }

function listDetails({ fax, contact, network, tin }: Provider, hidden: HiddenDetails): [string, string][] {
  const details: [string, string | null][] = [
    [messages.fax, fax],
    [messages.contact, contact],
    [messages.network, hidden.network ? null : network],
    [messages.taxId, hidden.tin ? null : tin],
  ]
  return details.filter((text): text is [string, string] => text[1] !== null && text[1] !== '')
}
