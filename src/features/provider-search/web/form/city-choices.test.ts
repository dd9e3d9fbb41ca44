import { expect, test } from 'vitest'
import type { City, State } from '#geography/contract.ts'
import { allCities } from '../../rules.ts'
import { cityChoices, parseCityChoice } from './city-field.tsx'

const city = (name: string, state: string | null): City => ({
  id: `${name}${state}`,
  name,
  state,
  latitude: 0,
  longitude: 0,
})
const state = (id: string, name: string): State => ({
  id,
  name,
  abbreviation: id,
  showDisclaimer: false,
  disabled: false,
})
const states = [state('CO', 'Colorado'), state('IL', 'Illinois')]
const aurora = [city('Aurora', 'CO'), city('Aurora', 'IL'), city('Boulder', 'CO')]

test('lists a unique city by its name alone', () => {
  expect(cityChoices([city('Boulder', 'CO'), city('Boulder', 'CO')], states, false)).toEqual([
    { value: 'Boulder', label: 'Boulder' },
  ])
})

test('lists cities of the same name with their states and selects the state too', () => {
  const choices = cityChoices(aurora, states, false)
  expect(choices.map(({ label }) => label)).toEqual(['Aurora, Colorado', 'Aurora, Illinois', 'Boulder'])
  expect(parseCityChoice(choices[1]?.value ?? '')).toEqual({ city: 'Aurora', state: 'IL' })
  expect(parseCityChoice('Boulder')).toEqual({ city: 'Boulder' })
})

test('shows the ID of a state whose name is not loaded', () => {
  expect(cityChoices(aurora, [], false)[0]?.label).toBe('Aurora, CO')
})

test('lists All Cities first when available', () => {
  expect(cityChoices([city('Lyon', null)], [], true).map(({ value }) => value)).toEqual([allCities, 'Lyon'])
})
