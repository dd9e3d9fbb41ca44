import { useEffect, useMemo } from 'react'
import type { State } from '#geography/contract.ts'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { messages } from '../../messages.ts'
import { chooseState } from '../dependent-fields.ts'
import type { LookupOptions } from '../use-lookups.ts'
import { change } from '../use-search-form.ts'
import { fieldId, fieldLabel } from './field-id.ts'
import type { FieldProps } from './field-props.ts'
import { fieldError } from './options-error.tsx'
import { useValidOption } from './use-valid-options.ts'

type StateFieldProps = FieldProps & { states: LookupOptions<State>; onDisclaimer: () => void }

/**
 * The state field. Choosing a territory, whose providers must be contacted directly, clears the field and
 * shows the disclaimer.
 */
export function StateField({ form, values, resetKey, states, onDisclaimer }: StateFieldProps) {
  const { items, loading } = states
  useValidOption(form, 'state', values.state, states)
  const isTerritory = items.some(({ id, showDisclaimer }) => id === values.state && showDisclaimer)
  useEffect(() => {
    if (!isTerritory) return
    change(form, chooseState(''))
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
      label={fieldLabel('state', values)}
      placeholder={messages.chooseState}
      options={choices}
      value={values.state}
      unlisted={values.state}
      resetKey={resetKey}
      loading={loading}
      error={fieldError(form, 'state', states)}
      onChange={(state) => change(form, chooseState(state))}
    />
  )
}
