import { IconMapPin } from '@tabler/icons-react'
import { use, useEffect, useRef } from 'react'
import { PhoneLink } from '#platform/web/phone-link.tsx'
import { DataCards } from '#platform/web/table/data-cards.tsx'
import { DataTable, RowCheckbox } from '#platform/web/table/data-table.tsx'
import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { Unit } from '../../rules.ts'
import { FeedbackButton } from '../feedback/feedback-button.tsx'
import { formatDistance } from './describe-search.ts'
import { ProviderName } from './provider-name.tsx'
import classes from './result-list.module.css'
import resultsClasses from './results.module.css'
import { RowActionCell, RowActionContext } from './row-action.tsx'
import type { ResultRow, ResultsTable } from './use-result-table.tsx'
import type { MapListSync } from './use-results-view.ts'

type RowLinks = {
  /** Links to the map, if there is one. */
  mapSync: MapListSync | undefined
  /** Opens the feedback form for a provider, if the search accepts feedback. */
  onFeedback: ((provider: Provider) => void) | undefined
}
type ResultTableProps = RowLinks & { table: ResultsTable }

/** A page of results as a table. */
export function ResultTable({ table, mapSync, onFeedback }: ResultTableProps) {
  const action = use(RowActionContext)
  const feedbackIcon = onFeedback && {
    label: messages.feedback.action,
    render: (provider: Provider) => <FeedbackButton provider={provider} onGive={onFeedback} />,
  }
  const mapIcon = mapSync && {
    label: messages.mapColumn,
    render: (provider: Provider) => <ShowOnMap provider={provider} mapSync={mapSync} />,
  }
  return (
    <DataTable
      table={table}
      label={messages.results}
      isFitted={action !== undefined}
      selection={{ page: messages.selectPage, row: ({ name }) => messages.select(name) }}
      rowAction={
        action && { label: action.label, render: (provider) => <RowActionCell provider={provider} /> }
      }
      rowIcons={[feedbackIcon, mapIcon].filter((icon) => icon !== undefined)}
    />
  )
}

/** A page of results as cards, for narrow screens. */
export function ResultCards({ table, unit, ...links }: ResultTableProps & { unit: Unit }) {
  const showsTaxId = table.getColumn('tin') !== undefined
  return (
    <DataCards
      table={table}
      renderCard={(row) => <ResultCard row={row} unit={unit} showsTaxId={showsTaxId} {...links} />}
    />
  )
}

type ResultCardProps = RowLinks & { row: ResultRow; unit: Unit; showsTaxId: boolean }

/** A provider as a card. */
function ResultCard({ row, unit, showsTaxId, mapSync, onFeedback }: ResultCardProps) {
  const provider = row.original
  const { name, distance, providerType, specialty, addressDisplay, phone } = provider
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <RowCheckbox row={row} label={messages.select(name)} />
        <h3>
          <ProviderName provider={provider} />
        </h3>
        {distance !== null && <span className={classes.distance}>{formatDistance(provider, unit)}</span>}
      </div>
      <p>{[providerType, specialty].filter(Boolean).join(' · ')}</p>
      <p>{addressDisplay}</p>
      {phone && (
        <p>
          <PhoneLink phone={phone} />
        </p>
      )}
      <dl>
        {listDetails(provider, showsTaxId).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <RowActionCell provider={provider} />
      <p className={classes.links}>
        {mapSync && <ShowOnMap provider={provider} mapSync={mapSync} withLabel />}
        {onFeedback && <FeedbackButton provider={provider} onGive={onFeedback} withLabel />}
      </p>
    </div>
  )
}

function listDetails({ fax, contact, network, tin }: Provider, showsTaxId: boolean): [string, string][] {
  const details: [string, string | null][] = [
    [messages.fax, fax],
    [messages.contact, contact],
    [messages.network, network],
    [messages.taxId, showsTaxId ? tin : null],
  ]
  return details.filter((text): text is [string, string] => text[1] !== null && text[1] !== '')
}

type ShowOnMapProps = { provider: Provider; mapSync: MapListSync; withLabel?: boolean }

/** A link from a row to its marker; it takes the focus when the user returns from the marker. */
function ShowOnMap({ provider: { hash, name }, mapSync, withLabel = false }: ShowOnMapProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { focusTarget, clearFocusTarget } = mapSync
  const isFocusTarget = focusTarget?.hash === hash
  useEffect(() => {
    if (!isFocusTarget) return
    button.current?.focus({ preventScroll: true })
    button.current?.scrollIntoView({ block: 'center' })
    clearFocusTarget()
  })
  return (
    <button
      ref={button}
      type="button"
      className={withLabel ? resultsClasses.labeledButton : resultsClasses.iconButton}
      aria-label={messages.showNamedOnMap(name)}
      title={withLabel ? undefined : messages.showOnMap}
      onClick={() => mapSync.showOnMap(hash)}
    >
      <IconMapPin size={18} stroke={1.75} aria-hidden />
      {withLabel && messages.showOnMap}
    </button>
  )
}
