import { useMemo } from 'react'
import type { Country } from '#geography/contract.ts'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { messages } from '../../messages.ts'
import { stateChosen } from '../form-changes.ts'
import { useStates } from '../use-look-ups.ts'
import { change } from '../use-search-form.ts'
import type { FieldProps } from './field-props.ts'
import { OfferError } from './offer-error.tsx'

type StateFieldProps = FieldProps & { country: Country | undefined; onDisclaimer: () => void }

/** The state. One whose providers have to be asked directly is not taken, and the reader is told. */
export function StateField({ search, form, values, country, onDisclaimer }: StateFieldProps) {
  const { items, loading, failure, retry } = useStates(search, values, country)
  const choices = useMemo(
    () =>
      items.map(({ id, name, abbreviation, disabled }) => ({
        value: id,
        label: name,
        alias: abbreviation,
        disabled,
      })),
    [items],
  )
  const choose = (id: string) => {
    const needsDisclaimer = items.some((state) => state.id === id && state.showDisclaimer)
    change(form, stateChosen(needsDisclaimer ? '' : id))
    if (needsDisclaimer) onDisclaimer()
  }
  return (
    <ComboBox
      label={messages.state}
      placeholder={messages.chooseState}
      choices={choices}
      value={values.state}
      unlisted={values.state}
      loading={loading}
      error={failure && <OfferError sentence={failure} onRetry={retry} />}
      onChange={choose}
    />
  )
}
