import { useMemo } from 'react'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { messages } from '../../messages.ts'
import { allTypes } from '../../rules.ts'
import { useProviderTypes } from '../use-lookups.ts'
import { change } from '../use-search-form.ts'
import { fieldId } from './field-id.ts'
import type { FieldProps } from './field-props.ts'
import { fieldError } from './options-error.tsx'
import { useValidOption } from './use-valid-options.ts'

/**
 * The provider type field, with its options under headings. A chosen type that is unavailable in a newly
 * chosen place becomes All.
 */
export function ProviderTypeField({ search, form, values, resetKey }: FieldProps) {
  const types = useProviderTypes(search, values)
  const { items, loading } = types
  useValidOption(form, 'providerType', values.providerType, types)
  const choices = useMemo(
    () => items.map(({ id, description, disabled }) => ({ value: id, label: description, disabled })),
    [items],
  )
  return (
    <ComboBox
      id={fieldId('providerType')}
      label={messages.providerType}
      placeholder={messages.chooseType}
      options={choices}
      value={values.providerType}
      unlisted={values.providerType === allTypes ? messages.everyType : ''}
      resetKey={resetKey}
      required
      loading={loading}
      error={fieldError(form, 'providerType', types)}
      onChange={(providerType) => change(form, { providerType })}
    />
  )
}
