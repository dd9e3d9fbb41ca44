import { useMemo } from 'react'
import type { City } from '#geography/contract.ts'
import { messages } from '../../messages.ts'
import { allCities } from '../../rules.ts'
import { ComboBox } from '../combo-box/combo-box.tsx'
import { cityChosen } from '../form-changes.ts'
import { familyOf } from '../search-values.ts'
import { hasCities, useCities } from '../use-look-ups.ts'
import { change } from '../use-search-form.ts'
import type { FieldProps } from './field-props.ts'
import { OfferError } from './offer-error.tsx'

/** The city, once it is known where: at home in a state, abroad in a country or one of its states. */
export function CityField({ search, form, values }: FieldProps) {
  const { items, loading, failure, retry } = useCities(search, values)
  const family = familyOf(search, values)
  const choices = useMemo(() => choicesOf(items, family === 'lds'), [items, family])
  const isReady = hasCities(search, values)
  const waitsFor = family === 'domestic' ? messages.stateFirst : messages.countryFirst
  return (
    <ComboBox
      label={messages.city}
      placeholder={isReady ? messages.chooseCity : waitsFor}
      choices={choices}
      value={values.city}
      unlisted={values.city === allCities ? messages.allCities : values.city}
      disabled={!isReady && values.city === ''}
      loading={loading}
      error={
        failure ? <OfferError sentence={failure} onRetry={retry} /> : form.formState.errors.city?.message
      }
      onChange={(city) => change(form, cityChosen(city, values))}
    />
  )
}

/** The cities by name, each name once; on the LDS network all of them can be meant. */
function choicesOf(items: readonly City[], offersAll: boolean) {
  const names = new Set(items.map(({ name }) => name))
  const cities = [...names].map((name) => ({ value: name, label: name }))
  return offersAll ? [{ value: allCities, label: messages.allCities }, ...cities] : cities
}
