import { TextInput } from '@mantine/core'
import { messages } from '../../messages.ts'
import { allCities, offersRange, usesAddress } from '../../rules.ts'
import { networkFamily } from '../search-values.ts'
import { useCountries, useStates } from '../use-lookups.ts'
import { CityField } from './city-field.tsx'
import { CountryField } from './country-field.tsx'
import { fieldId } from './field-id.ts'
import type { FieldProps } from './field-props.ts'
import { NetworkField } from './network-field.tsx'
import { RangeField } from './range-field.tsx'
import { StateField } from './state-field.tsx'
import { ZipField } from './zip-field.tsx'

/** The location fields, in the order in which they depend on each other. */
export function PlaceFields({ onDisclaimer, ...props }: FieldProps & { onDisclaimer: () => void }) {
  const { search, form, values } = props
  const { register } = form
  const family = networkFamily(search, values)
  const countries = useCountries(search, values)
  const country = countries.items.find(({ id }) => id === values.country)
  const states = useStates(search, values, country)
  const isOneCity = values.city !== '' && values.city !== allCities
  const isUsed = usesAddress(values, family)
  const asksPostalCode =
    family === 'domestic' || values.country === '' || values.zipCode !== '' || country?.hasPostalCodes
  const placeKey = `${values.network} ${values.country}`
  return (
    <>
      {Object.keys(search.networks).length > 1 && <NetworkField {...props} />}
      <CountryField key={`country ${values.network}`} {...props} countries={countries} />
      {(family === 'domestic' || country?.hasStates) && (
        <StateField key={`state ${placeKey}`} {...props} states={states} onDisclaimer={onDisclaimer} />
      )}
      <CityField key={`city ${placeKey}`} {...props} states={states.items} />
      <TextInput
        id={fieldId('address')}
        label={messages.address}
        placeholder={addressHint(isOneCity, isUsed)}
        disabled={!isUsed}
        autoComplete="street-address"
        maxLength={300}
        {...register('address')}
      />
      {asksPostalCode && <ZipField {...props} states={states.items} />}
      {offersRange(values, family) && <RangeField {...props} />}
    </>
  )
}

function addressHint(isOneCity: boolean, isUsed: boolean): string | undefined {
  if (!isOneCity) return messages.cityFirst
  return isUsed ? undefined : messages.addressUnused
}
