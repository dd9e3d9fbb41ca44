import type { Place } from '../contract.ts'
import { findNearest, type Match } from './match-names.ts'
import type { NamedPlace, PlaceNames, Region } from './place-names.ts'

export const home: Region = { countryId: 'US', stateId: null }

/** The places with labels that tell them apart. Of places that share name and state, only the first is listed. */
export function describePlaces(names: PlaceNames, matches: Match[]): Place[] {
  const places = matches.map(({ place }) => ({
    ...describePlace(names, names.read(place)),
    population: names.population(place),
  }))
  const distinct = places.filter(
    (place, at) =>
      places.findIndex(({ label, state }) => label === place.label && state === place.state) === at,
  )
  const byLabel = Map.groupBy(distinct, ({ label }) => label)
  return distinct.map((place) => {
    const { city, stateName, country } = place
    const isAlone = byLabel.get(place.label)?.length === 1
    return isAlone
      ? place
      : { ...place, label: [city, stateName, names.countryName(country)].filter(Boolean).join(', ') }
  })
}

export function describePlace(
  names: PlaceNames,
  { kind, name, countryId, stateId, ...point }: NamedPlace,
): Place {
  const isHome = countryId === home.countryId
  const region = isHome ? stateId : names.countryName(countryId)
  const isState = kind === 'state'
  return {
    kind,
    label: isState && isHome ? name : `${name}, ${region}`,
    zipCode: null,
    city: isState ? null : name,
    state: stateId,
    stateName: names.stateName(stateId),
    country: countryId,
    latitude: point.latitude,
    longitude: point.longitude,
    centerZipCode: isHome && !isState ? nearestZip(names, point) : null,
    ...(!isState && names.isShared(countryId, name) && { needsState: true }),
  }
}

export type Position = { latitude: number; longitude: number }

export const nearestZip = ({ zips }: PlaceNames, { latitude, longitude }: Position): string | null =>
  zips.ids[findNearest(zips.positions, latitude, longitude)] ?? null
