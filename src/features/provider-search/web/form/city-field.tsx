import { useMemo } from 'react'
import type { State } from '#geography/contract.ts'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { messages } from '../../messages.ts'
import { allCities } from '../../rules.ts'
import { cityChosen } from '../dependent-fields.ts'
import { familyOf } from '../search-values.ts'
import { hasCities, useCities } from '../use-lookups.ts'
import { change } from '../use-search-form.ts'
import { cityChoices, cityOfChoice } from './city-choices.ts'
import { fieldId } from './field-id.ts'
import type { FieldProps } from './field-props.ts'
import { errorOf } from './options-error.tsx'

/** The city, once it is known where: at home in a state, abroad in a country or one of its states. */
export function CityField({
  search,
  form,
  values,
  resetKey,
  states,
}: FieldProps & { states: readonly State[] }) {
  const cities = useCities(search, values)
  const { items, loading } = cities
  const family = familyOf(search, values)
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
      error={errorOf(form, 'city', cities)}
      onChange={(choice) => {
        const { city, ...state } = cityOfChoice(choice)
        change(form, { ...cityChosen(city, values), ...state })
      }}
    />
  )
}
