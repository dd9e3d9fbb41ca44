import { useEffect, useMemo } from 'react'
import type { State } from '#geography/contract.ts'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { messages } from '../../messages.ts'
import { stateChosen } from '../dependent-fields.ts'
import type { Offer } from '../use-lookups.ts'
import { change } from '../use-search-form.ts'
import { fieldId, labelOf } from './field-id.ts'
import type { FieldProps } from './field-props.ts'
import { errorOf } from './options-error.tsx'
import { useOffered } from './use-valid-options.ts'

type StateFieldProps = FieldProps & { states: Offer<State>; onDisclaimer: () => void }

/** The state. The field rejects a state whose providers have to be contacted directly, with a message. */
export function StateField({ form, values, resetKey, states, onDisclaimer }: StateFieldProps) {
  const { items, loading } = states
  useOffered(form, 'state', values.state, states)
  const isTerritory = items.some(({ id, showDisclaimer }) => id === values.state && showDisclaimer)
  useEffect(() => {
    if (!isTerritory) return
    change(form, stateChosen(''))
    onDisclaimer()
  }, [isTerritory, form, onDisclaimer])
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
  return (
    <ComboBox
      id={fieldId('state')}
      label={labelOf('state', values)}
      placeholder={messages.chooseState}
      options={choices}
      value={values.state}
      unlisted={values.state}
      resetKey={resetKey}
      loading={loading}
      error={errorOf(form, 'state', states)}
      onChange={(state) => change(form, stateChosen(state))}
    />
  )
}
