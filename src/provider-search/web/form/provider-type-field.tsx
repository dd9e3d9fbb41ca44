import { useEffect, useMemo } from 'react'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { messages } from '../../messages.ts'
import { useProviderTypes } from '../use-look-ups.ts'
import { change } from '../use-search-form.ts'
import type { FieldProps } from './field-props.ts'
import { OfferError } from './offer-error.tsx'

/** The type of provider, under its headings. A chosen type that is not to be had at another place is let go. */
export function ProviderTypeField({ search, form, values }: FieldProps) {
  const { items, loading, failure, retry } = useProviderTypes(search, values)
  const choices = useMemo(
    () => items.map(({ id, description, disabled }) => ({ value: id, label: description, disabled })),
    [items],
  )
  const { setValue } = form
  const isOffered = items.some(({ id }) => id === values.providerType)
  const isGone = values.providerType !== '' && !loading && items.length > 0 && !isOffered
  useEffect(() => {
    if (isGone) setValue('providerType', '')
  }, [isGone, setValue])
  return (
    <ComboBox
      label={messages.providerType}
      placeholder={messages.chooseType}
      choices={choices}
      value={values.providerType}
      required
      loading={loading}
      error={
        failure ? (
          <OfferError sentence={failure} onRetry={retry} />
        ) : (
          form.formState.errors.providerType?.message
        )
      }
      onChange={(providerType) => change(form, { providerType })}
    />
  )
}
