import { TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { Country } from '#geography/contract.ts'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { messages } from '../../messages.ts'
import { countryChosen } from '../dependent-fields.ts'
import { familyOf } from '../search-values.ts'
import type { Offer } from '../use-lookups.ts'
import { change } from '../use-search-form.ts'
import { fieldId } from './field-id.ts'
import type { FieldProps } from './field-props.ts'
import { errorOf } from './options-error.tsx'
import { useOffered } from './use-valid-options.ts'

/** The country: fixed on domestic networks, else one in which the network has providers. */
export function CountryField({
  search,
  form,
  values,
  resetKey,
  countries,
}: FieldProps & { countries: Offer<Country> }) {
  const { items, loading } = countries
  const choices = useMemo(() => items.map(({ id, name }) => ({ value: id, label: name })), [items])
  useOffered(form, 'country', familyOf(search, values) === 'domestic' ? '' : values.country, countries)
  if (familyOf(search, values) === 'domestic')
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
      error={errorOf(form, 'country', countries)}
      onChange={(country) => {
        const isWithoutCodes = items.some(({ id, hasPostalCodes }) => id === country && !hasPostalCodes)
        change(form, { ...countryChosen(country), ...(isWithoutCodes && { zipCode: '' }) })
      }}
    />
  )
}
