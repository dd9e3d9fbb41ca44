import { TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { Country } from '#geography/contract.ts'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { messages } from '../../messages.ts'
import { chooseCountry } from '../dependent-fields.ts'
import { networkFamily } from '../search-values.ts'
import type { LookupOptions } from '../use-lookups.ts'
import { change } from '../use-search-form.ts'
import { fieldId } from './field-id.ts'
import type { FieldProps } from './field-props.ts'
import { fieldError } from './options-error.tsx'
import { useValidOption } from './use-valid-options.ts'

/**
 * The country field: fixed on domestic networks; otherwise a choice of the countries with providers in the
 * network.
 */
export function CountryField({
  search,
  form,
  values,
  resetKey,
  countries,
}: FieldProps & { countries: LookupOptions<Country> }) {
  const { items, loading } = countries
  const choices = useMemo(() => items.map(({ id, name }) => ({ value: id, label: name })), [items])
  useValidOption(
    form,
    'country',
    networkFamily(search, values) === 'domestic' ? '' : values.country,
    countries,
  )
  if (networkFamily(search, values) === 'domestic')
    return <TextInput label={messages.country} value={messages.unitedStates} readOnly variant="filled" />
  return (
    <ComboBox
      id={fieldId('country')}
      label={messages.country}
      placeholder={messages.chooseCountry}
      options={choices}
      value={values.country}
      unlisted={values.country}
      resetKey={resetKey}
      loading={loading}
      error={fieldError(form, 'country', countries)}
      onChange={(country) => {
        const isWithoutCodes = items.some(({ id, hasPostalCodes }) => id === country && !hasPostalCodes)
        change(form, { ...chooseCountry(country), ...(isWithoutCodes && { zipCode: '' }) })
      }}
    />
  )
}
