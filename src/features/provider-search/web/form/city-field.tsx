import { useMemo } from 'react'
import type { State } from '#geography/contract.ts'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { messages } from '../../messages.ts'
import { allCities } from '../../rules.ts'
import { chooseCity } from '../dependent-fields.ts'
import { networkFamily } from '../search-values.ts'
import { hasCities, useCities } from '../use-lookups.ts'
import { change } from '../use-search-form.ts'
import { cityChoices, parseCityChoice } from './city-choices.ts'
import { fieldId } from './field-id.ts'
import type { FieldProps } from './field-props.ts'
import { fieldError } from './options-error.tsx'

/**
 * The city field. It is disabled until a state is chosen in a domestic search or a country in an
 * international one.
 */
export function CityField({
  search,
  form,
  values,
  resetKey,
  states,
}: FieldProps & { states: readonly State[] }) {
  const cities = useCities(search, values)
  const { items, loading } = cities
  const family = networkFamily(search, values)
  const choices = useMemo(() => cityChoices(items, states, family === 'lds'), [items, states, family])
  const isReady = hasCities(search, values)
  const waitsFor = family === 'domestic' ? messages.stateFirst : messages.countryFirst
  return (
    <ComboBox
      id={fieldId('city')}
      label={messages.city}
      placeholder={isReady ? messages.chooseCity : waitsFor}
      options={choices}
      value={values.city}
      unlisted={values.city === allCities ? messages.allCities : values.city}
      disabled={!isReady && values.city === ''}
      resetKey={resetKey}
      loading={loading}
      error={fieldError(form, 'city', cities)}
      onChange={(choice) => {
        const { city, ...state } = parseCityChoice(choice)
        change(form, { ...chooseCity(city, values), ...state })
      }}
    />
  )
}
