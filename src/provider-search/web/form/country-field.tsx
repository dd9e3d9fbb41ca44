import { TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { Country } from '#geography/contract.ts'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { messages } from '../../messages.ts'
import { countryChosen } from '../form-changes.ts'
import { familyOf } from '../search-values.ts'
import type { Offer } from '../use-look-ups.ts'
import { change } from '../use-search-form.ts'
import type { FieldProps } from './field-props.ts'
import { OfferError } from './offer-error.tsx'

/** The country: fixed on domestic networks, else one in which the network has providers. */
export function CountryField({
  search,
  form,
  values,
  countries,
}: FieldProps & { countries: Offer<Country> }) {
  const { items, loading, failure, retry } = countries
  const choices = useMemo(() => items.map(({ id, name }) => ({ value: id, label: name })), [items])
  if (familyOf(search, values) === 'domestic')
    return <TextInput label={messages.country} value={messages.unitedStates} readOnly variant="filled" />
  return (
    <ComboBox
      label={messages.country}
      placeholder={messages.chooseCountry}
      choices={choices}
      value={values.country}
      unlisted={values.country}
      loading={loading}
      error={failure && <OfferError sentence={failure} onRetry={retry} />}
      onChange={(country) => change(form, countryChosen(country))}
    />
  )
}
