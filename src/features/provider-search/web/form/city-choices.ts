import type { City, State } from '#geography/contract.ts'
import { messages } from '../../messages.ts'
import { allCities } from '../../rules.ts'

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
  const statesOf = new Map<string, Set<string | null>>()
  for (const { name, state } of cities) statesOf.set(name, (statesOf.get(name) ?? new Set()).add(state))
  const choices = [...statesOf].flatMap(([name, within]) =>
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
