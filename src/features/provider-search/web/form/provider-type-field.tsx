import { useMemo } from 'react'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { messages } from '../../messages.ts'
import { allTypes } from '../../rules.ts'
import { useProviderTypes } from '../use-lookups.ts'
import { change } from '../use-search-form.ts'
import { fieldId } from './field-id.ts'
import type { FieldProps } from './field-props.ts'
import { errorOf } from './options-error.tsx'
import { useOffered } from './use-valid-options.ts'

/** The type of provider, under its headings. A chosen type that another place does not have becomes All. */
export function ProviderTypeField({ search, form, values, resetKey }: FieldProps) {
  const types = useProviderTypes(search, values)
  const { items, loading } = types
  useOffered(form, 'providerType', values.providerType, types)
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
      error={errorOf(form, 'providerType', types)}
      onChange={(providerType) => change(form, { providerType })}
    />
  )
}
