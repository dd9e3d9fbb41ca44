import { useMemo } from 'react'
import type { City, State } from '#geography/contract.ts'
import { ComboBox } from '#platform/web/combo-box/combo-box.tsx'
import { messages } from '../../detailed-messages.ts'
import { allCities } from '../../rules.ts'
import { chooseCity, networkFamily } from '../search-values.ts'
import { fieldError, hasCities, useCities } from './field-options.tsx'
import type { FieldProps } from './field-props.tsx'

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
      id={form.fieldId('city')}
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
        form.change({ ...chooseCity(city, values), ...state })
      }}
    />
  )
}

type Choice = { value: string; label: string }

const separator = '\n'

/**
 * The options of the city field. Cities of the same name are listed with their states and select the state too; the
 * LDS network also offers All Cities.
 */
export function cityChoices(
  cities: readonly City[],
  states: readonly State[],
  withAllCities: boolean,
): Choice[] {
  const statesByCity = new Map<string, Set<string | null>>()
  for (const { name, state } of cities)
    statesByCity.set(name, (statesByCity.get(name) ?? new Set()).add(state))
  const choices = [...statesByCity].flatMap(([name, within]) =>
    within.size === 1
      ? [{ value: name, label: name }]
      : [...within].map((state) => withState(name, state, states)),
  )
  return withAllCities ? [{ value: allCities, label: messages.allCities }, ...choices] : choices
}

function withState(name: string, state: string | null, states: readonly State[]): Choice {
  if (state === null) return { value: name, label: name }
  const label = states.find(({ id }) => id === state)?.name ?? state
  return { value: `${name}${separator}${state}`, label: `${name}, ${label}` }
}

/** The city of an option, and its state if the option names one. */
export function parseCityChoice(choice: string): { city: string; state?: string } {
  const [city = '', state] = choice.split(separator)
  return state === undefined ? { city } : { city, state }
}
