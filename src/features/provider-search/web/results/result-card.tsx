import { PhoneLink } from '#platform/web/phone-link.tsx'
import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { Unit } from '../../rules.ts'
import { FeedbackButton } from '../feedback/feedback-button.tsx'
import type { MapAndList } from '../map/use-map-list-sync.ts'
import { formatDistance } from './format-distance.ts'
import { ProviderName } from './provider-name.tsx'
import classes from './result-cards.module.css'
import { RowActionCell } from './row-action-cell.tsx'
import { ShowOnMap } from './show-on-map.tsx'

type ResultCardProps = {
  provider: Provider
  unit: Unit
  showsTaxId: boolean
  isSelected: boolean
  onSelect: (event: unknown) => void
  moves: MapAndList | undefined
  onFeedback: ((provider: Provider) => void) | undefined
}

/** A provider on a card: who, how far, where, and how to call. */
export function ResultCard({ provider, unit, showsTaxId, isSelected, onSelect, ...ways }: ResultCardProps) {
  const { moves, onFeedback } = ways
  const { name, distance, providerType, specialty, addressDisplay, phone } = provider
  return (
    <>
      <div className={classes.cardHead}>
        <input type="checkbox" aria-label={messages.select(name)} checked={isSelected} onChange={onSelect} />
        <h3>
          <ProviderName provider={provider} />
        </h3>
        {distance !== null && <span className={classes.away}>{formatDistance(provider, unit)}</span>}
      </div>
      <p>{[providerType, specialty].filter(Boolean).join(' · ')}</p>
      <p>{addressDisplay}</p>
      {phone && (
        <p>
          <PhoneLink phone={phone} />
        </p>
      )}
      <dl>
        {factsOf(provider, showsTaxId).map(([label, fact]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <RowActionCell provider={provider} />
      <p className={classes.ways}>
        {moves && <ShowOnMap provider={provider} moves={moves} inWords />}
        {onFeedback && <FeedbackButton provider={provider} onGive={onFeedback} inWords />}
      </p>
    </>
  )
}

function factsOf({ fax, contact, network, tin }: Provider, showsTaxId: boolean): [string, string][] {
  const facts: [string, string | null][] = [
    [messages.fax, fax],
    [messages.contact, contact],
    [messages.network, network],
    [messages.taxId, showsTaxId ? tin : null],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '')
}
