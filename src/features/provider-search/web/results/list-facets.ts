import { createContext, useMemo, useState } from 'react'
import { useMinute } from '#platform/web/format-instant.ts'
import type { Provider } from '../../contract.ts'
import { isAlwaysOpen, isOpen, nameLanguage } from '../../describe-details.ts'
import { messages } from '../../result-messages.ts'
import { ranges, toKilometers, type Unit } from '../../rules.ts'
import { formatRange } from '../search-request.ts'

const text = messages.facets

type FacetOption = {
  value: string
  label: string
  matches: (provider: Provider) => boolean
  /** The provider type whose icon the option has. */
  providerTypeId?: string | undefined
}

/** A group of options: a provider has to match one of the chosen ones. */
export type Facet = {
  id: string
  label: string
  /** Whether only one option can be chosen at a time, because each contains the next. */
  isExclusive: boolean
  options: FacetOption[]
}

/** The chosen options of each facet. */
export type FacetChoices = Readonly<Record<string, readonly string[]>>

export type FacetOptions = {
  unit: Unit
  /** The time at which providers are open or closed. */
  at: Date
  /** The chosen hours, which stay an option when none or all of the providers have opened or closed. */
  hours?: readonly string[] | undefined
}

/** The facets that make a difference for these providers: an option that none or all of them match is left out. */
export function listFacets(providers: readonly Provider[], { unit, at, hours = [] }: FacetOptions): Facet[] {
  const isOffered = (id: string, each: FacetOption) =>
    isSelective(each, providers) || (id === 'hours' && hours.includes(each.value))
  const facets = [
    flag('preferred', text.preferred, ({ preferred }) => preferred),
    withTypeIcons(
      values('type', text.type, providers, ({ providerType }) => [providerType]),
      providers,
    ),
    exclusive('distance', text.distance, withoutRepeats(listBands(unit), providers)),
    exclusive('hours', text.hours, [
      option('now', text.openNow, ({ details }) => details !== null && isOpen(details, at) === true),
      option(
        'always',
        messages.details.alwaysOpen,
        ({ details }) => details !== null && isAlwaysOpen(details),
      ),
    ]),
    flag('newPatients', messages.details.newPatients, ({ details }) => details?.acceptsNewPatients === true),
    flag('emergency', messages.details.emergency, ({ details }) => details?.emergency === true),
    flag('telehealth', messages.details.telehealth, ({ details }) => details?.telehealth === true),
    flag(
      'wheelchairAccess',
      messages.details.wheelchairAccess,
      ({ details }) => details?.wheelchairAccess === true,
    ),
    values('language', text.language, providers, ({ details }) => details?.languages ?? [], nameLanguage),
    exclusive('stars', text.stars, withoutRepeats(starOptions, providers)),
    values('city', text.city, providers, nameTown),
    values('network', text.network, providers, ({ network }) => [network]),
  ]
  return facets
    .map((facet) => ({ ...facet, options: facet.options.filter((each) => isOffered(facet.id, each)) }))
    .filter(({ options }) => options.length > 0)
}

const withTypeIcons = (facet: Facet, providers: readonly Provider[]): Facet => ({
  ...facet,
  options: facet.options.map((each) => ({
    ...each,
    providerTypeId: providers.find(({ providerType }) => providerType === each.value)?.providerTypeId,
  })),
})

function isSelective({ matches }: FacetOption, providers: readonly Provider[]): boolean {
  const isMatch = providers.some(matches)
  return isMatch && !providers.every(matches)
}

const option = (value: string, label: string, matches: FacetOption['matches']): FacetOption => ({
  value,
  label,
  matches,
})

const flag = (id: string, label: string, matches: FacetOption['matches']): Facet => ({
  id,
  label,
  isExclusive: false,
  options: [option('yes', label, matches)],
})

const exclusive = (id: string, label: string, options: FacetOption[]): Facet => ({
  id,
  label,
  isExclusive: true,
  options,
})

/** A facet of the values that the providers have, the most frequent first. */
function values(
  id: string,
  label: string,
  providers: readonly Provider[],
  read: (provider: Provider) => readonly string[],
  name = (value: string) => value,
): Facet {
  const counts = new Map<string, number>()
  for (const value of providers.flatMap(read)) counts.set(value, (counts.get(value) ?? 0) + 1)
  const options = [...counts]
    .map(([value, count]) => ({ value, label: name(value), count }))
    .toSorted((one, other) => other.count - one.count || (one.label < other.label ? -1 : 1))
    .map(({ value, label }) => option(value, label, (provider) => read(provider).includes(value)))
  return { id, label, isExclusive: false, options }
}

const starOptions = [4, 3, 2].map((least) =>
  option(String(least), text.starsUp(least), ({ details }) => (details?.stars ?? 0) >= least),
)

const nameTown = ({ city, state, country }: Provider) =>
  city ? [country === 'US' && state ? `${city}, ${state}` : city] : []

/** The distances from the center, the nearest first. */
const listBands = (unit: Unit): FacetOption[] =>
  ranges.map((range) =>
    option(
      String(range),
      messages.withinRange(formatRange(range, unit)),
      ({ distance }) => distance !== null && distance <= toKilometers(range, unit),
    ),
  )

/** Leaves out each option that matches no more providers than the one before, which it contains. */
function withoutRepeats(options: FacetOption[], providers: readonly Provider[]): FacetOption[] {
  const counts = options.map(({ matches }) => providers.filter(matches).length)
  return options.filter((_, at) => counts[at] !== (counts[at - 1] ?? 0))
}

/** The providers that match the chosen options of every facet, or of all but one. */
export function filterProviders(
  providers: readonly Provider[],
  facets: readonly Facet[],
  choices: FacetChoices,
  except?: Facet,
): Provider[] {
  const active = facets.flatMap((facet) => {
    const chosen = facet.options.filter(({ value }) => choices[facet.id]?.includes(value))
    return facet === except || chosen.length === 0 ? [] : [chosen]
  })
  return providers.filter((provider) =>
    active.every((chosen) => chosen.some(({ matches }) => matches(provider))),
  )
}

/**
 * How many providers each option of a facet would show together with the choices of the other facets. The facet's own
 * choices do not count.
 */
export function countOptions(
  providers: readonly Provider[],
  facets: readonly Facet[],
  choices: FacetChoices,
  facet: Facet,
): Map<string, number> {
  const others = filterProviders(providers, facets, choices, facet)
  return new Map(facet.options.map(({ value, matches }) => [value, others.filter(matches).length]))
}

/** The choices after choosing an option, or taking it back. */
export function toggleOption(choices: FacetChoices, { id, isExclusive }: Facet, value: string): FacetChoices {
  const before = choices[id] ?? []
  if (before.includes(value)) return { ...choices, [id]: before.filter((each) => each !== value) }
  return { ...choices, [id]: isExclusive ? [value] : [...before, value] }
}

/** Filters the providers of a search by their facets, in the browser. What is open changes with the time. */
export function useFacets(providers: Provider[], unit: Unit) {
  const at = useMinute()
  const [choices, setChoices] = useState<FacetChoices>({})
  const { hours } = choices
  const facets = useMemo(() => listFacets(providers, { unit, at, hours }), [providers, unit, at, hours])
  const shown = useMemo(() => filterProviders(providers, facets, choices), [providers, facets, choices])
  const counts = useMemo(
    () => new Map(facets.map((facet) => [facet.id, countOptions(providers, facets, choices, facet)])),
    [providers, facets, choices],
  )
  const isChosen = ({ id }: Facet, value: string) => choices[id]?.includes(value) ?? false
  const chosen = facets.flatMap((facet) => facet.options.filter(({ value }) => isChosen(facet, value)))
  return {
    facets,
    shown,
    all: providers.length,
    chosen: chosen.map(({ label }) => label),
    isChosen,
    /** How many providers an option of a facet would show. */
    count: ({ id }: Facet, value: string) => counts.get(id)?.get(value) ?? 0,
    toggle: (facet: Facet, value: string) => setChoices(toggleOption(choices, facet, value)),
    drop: ({ id }: Facet) => setChoices({ ...choices, [id]: [] }),
    clear: () => setChoices({}),
  }
}

export type Facets = ReturnType<typeof useFacets>

/** The facets that the dialog with all filters changes. */
export const FacetsContext = createContext<Facets | undefined>(undefined)
