import { PhoneLink } from '#platform/web/phone-link.tsx'
import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { Unit } from '../../rules.ts'
import { FeedbackButton } from '../feedback/feedback-button.tsx'
import type { MapListSync } from '../map/use-map-list-sync.ts'
import { formatDistance } from './describe-search.ts'
import { ProviderName } from './provider-name.tsx'
import classes from './result-cards.module.css'
import { RowActionCell } from './row-action-cell.tsx'
import { ShowOnMap } from './show-on-map.tsx'
import type { ResultsTable } from './use-result-table.tsx'

type ResultCardsProps = {
  table: ResultsTable
  unit: Unit
  /** Links to the map, if there is one. */
  moves: MapListSync | undefined
  /** Opens the feedback form for a provider, if the search accepts feedback. */
  onFeedback: ((provider: Provider) => void) | undefined
}

/** A page of results as cards, for narrow screens. */
export function ResultCards({ table, unit, moves, onFeedback }: ResultCardsProps) {
  return (
    <ul className={classes.cards}>
      {table.getRowModel().rows.map((row) => (
        <li key={row.id} className={classes.card} data-selected={row.getIsSelected() || undefined}>
          <ResultCard
            provider={row.original}
            unit={unit}
            showsTaxId={table.getColumn('tin') !== undefined}
            isSelected={row.getIsSelected()}
            onSelect={row.getToggleSelectedHandler()}
            moves={moves}
            onFeedback={onFeedback}
          />
        </li>
      ))}
    </ul>
  )
}

type ResultCardProps = {
  provider: Provider
  unit: Unit
  showsTaxId: boolean
  isSelected: boolean
  onSelect: (event: unknown) => void
  moves: MapListSync | undefined
  onFeedback: ((provider: Provider) => void) | undefined
}

/** A provider as a card. */
function ResultCard({ provider, unit, showsTaxId, isSelected, onSelect, ...actions }: ResultCardProps) {
  const { moves, onFeedback } = actions
  const { name, distance, providerType, specialty, addressDisplay, phone } = provider
  return (
    <>
      <div className={classes.cardHead}>
        <input type="checkbox" aria-label={messages.select(name)} checked={isSelected} onChange={onSelect} />
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
        {moves && <ShowOnMap provider={provider} moves={moves} withLabel />}
        {onFeedback && <FeedbackButton provider={provider} onGive={onFeedback} withLabel />}
      </p>
    </>
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
