import { useMemo } from 'react'
import type { Country } from '#geography/contract.ts'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { messages } from '../../messages.ts'
import { allCities } from '../../rules.ts'
import { cityChosen } from '../form-changes.ts'
import { familyOf } from '../search-values.ts'
import { hasCities, useCities, useStates } from '../use-look-ups.ts'
import { change } from '../use-search-form.ts'
import { cityChoices, cityOfChoice } from './city-choices.ts'
import type { FieldProps } from './field-props.ts'
import { OfferError } from './offer-error.tsx'

/** The city, once it is known where: at home in a state, abroad in a country or one of its states. */
export function CityField({ search, form, values, country }: FieldProps & { country: Country | undefined }) {
  const { items, loading, failure, retry } = useCities(search, values)
  const family = familyOf(search, values)
  const { items: states } = useStates(search, values, country)
  const choices = useMemo(() => cityChoices(items, states, family === 'lds'), [items, states, family])
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
      onChange={(choice) => {
        const { city, ...state } = cityOfChoice(choice)
        change(form, { ...cityChosen(city, values), ...state })
      }}
    />
  )
}
