import { TextInput } from '@mantine/core'
import { messages } from '../../messages.ts'
import { allCities, offersRange } from '../../rules.ts'
import { familyOf } from '../search-values.ts'
import { useCountries, useStates } from '../use-look-ups.ts'
import { CityField } from './city-field.tsx'
import { CountryField } from './country-field.tsx'
import { fieldId } from './field-id.ts'
import type { FieldProps } from './field-props.ts'
import { NetworkField } from './network-field.tsx'
import { RangeField } from './range-field.tsx'
import { StateField } from './state-field.tsx'

/** The fields that say where to look, in the order in which they depend on each other. */
export function PlaceFields({ onDisclaimer, ...props }: FieldProps & { onDisclaimer: () => void }) {
  const { search, form, values } = props
  const { register, formState } = form
  const family = familyOf(search, values)
  const countries = useCountries(search, values)
  const country = countries.items.find(({ id }) => id === values.country)
  const states = useStates(search, values, country)
  const isOneCity = values.city !== '' && values.city !== allCities
  return (
    <>
      {Object.keys(search.networks).length > 1 && <NetworkField {...props} />}
      <CountryField {...props} countries={countries} />
      {(family === 'domestic' || country?.hasStates) && (
        <StateField {...props} states={states} onDisclaimer={onDisclaimer} />
      )}
      <CityField {...props} states={states.items} />
      <TextInput
        id={fieldId('address')}
        label={messages.address}
        placeholder={isOneCity ? undefined : messages.cityFirst}
        disabled={!isOneCity}
        autoComplete="street-address"
        maxLength={300}
        {...register('address')}
      />
      <TextInput
        id={fieldId('zipCode')}
        label={messages.zipCode}
        disabled={values.city === allCities}
        error={formState.errors.zipCode?.message}
        autoComplete="postal-code"
        maxLength={20}
        {...register('zipCode')}
      />
      {offersRange(values, family) && <RangeField {...props} />}
    </>
  )
}
