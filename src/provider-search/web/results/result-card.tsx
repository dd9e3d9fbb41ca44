import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { distanceIn, type Unit } from '../../rules.ts'
import { ProviderName } from './provider-name.tsx'
import classes from './results.module.css'

type ResultCardProps = {
  provider: Provider
  unit: Unit
  showsTaxId: boolean
  isSelected: boolean
  onSelect: (event: unknown) => void
}

/** A provider on a card: who, how far, where, and how to call. */
export function ResultCard({ provider, unit, showsTaxId, isSelected, onSelect }: ResultCardProps) {
  const { name, distance, providerType, specialty, addressDisplay, phone } = provider
  return (
    <>
      <div className={classes.cardHead}>
        <input type="checkbox" aria-label={messages.select(name)} checked={isSelected} onChange={onSelect} />
        <h3>
          <ProviderName provider={provider} />
        </h3>
        {distance !== null && (
          <span className={classes.away}>{messages.away(distanceIn(distance, unit).toFixed(2), unit)}</span>
        )}
      </div>
      <p>{[providerType, specialty].filter(Boolean).join(' · ')}</p>
      <p>{addressDisplay}</p>
      {phone && (
        <p>
          <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
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
