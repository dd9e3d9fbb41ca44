import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Place } from '#geography/contract.ts'
import { plain } from '#platform/web/combo-box/option-search.ts'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../result-messages.ts'
import { placesQuery } from '../lookup-queries.ts'
import {
  choosePlace,
  homeCountry,
  networkFamily,
  rememberPlace,
  type SearchValues,
} from '../search-values.ts'
import { findPlaceAbroad } from './place-abroad.ts'
import classes from './search-form.module.css'
import { useSearchAbroad } from './use-search-abroad.ts'

type OtherPlacesProps = {
  search: SearchInfo
  submitted: SearchValues
  taken: Place
  /** The words that were typed, without a choice. */
  typed: string
  onSearch: (values: SearchValues) => void
}

/** Names the place that was taken from typed words, and others that they may mean. Shows nothing if there are none. */
export function OtherPlaces({ search, submitted, taken, typed, onSearch }: OtherPlacesProps) {
  const { data: others = [] } = useQuery(otherPlacesQuery(search, submitted, taken, typed))
  const openAbroad = useSearchAbroad(search)
  const [failure, setFailure] = useState<string>()
  if (others.length === 0) return null
  const isDomestic = networkFamily(search, submitted) === 'domestic'
  const choose = async (place: Place) => {
    if (isDomestic && place.country !== homeCountry) return setFailure(await openAbroad(place, submitted))
    rememberPlace(place)
    onSearch({ ...submitted, ...choosePlace(place, isDomestic, submitted.address) })
  }
  return (
    <div className={classes.otherPlaces}>
      <p>{messages.searchedNear(taken.label)}</p>
      {others.map((place) => (
        <Button key={place.label} size="compact-md" variant="default" onClick={() => void choose(place)}>
          {place.label}
        </Button>
      ))}
      {failure && <p role="alert">{failure}</p>}
    </div>
  )
}

const maxOthers = 3
/** A place with fewer people than this share of the chosen one is unlikely to be meant. */
const minShare = 0.1

const otherPlacesQuery = (search: SearchInfo, values: SearchValues, taken: Place, typed: string) =>
  queryOptions({
    queryKey: ['other-places', search.code, values.network, taken, typed],
    retry: false,
    queryFn: async ({ client: queries }) => {
      const [covered, abroad] = await Promise.all([
        queries.fetchQuery(placesQuery(search, values, typed)),
        findPlaceAbroad(queries, search, typed),
      ])
      return listOthers(taken, covered, abroad)
    },
  })

/** The cities of the same name and the likely place abroad, unless the place that was taken is much larger. */
export function listOthers(taken: Place, covered: readonly Place[], abroad: Place | null): Place[] {
  const { population } = taken
  if (taken.kind !== 'city' || population === undefined) return []
  const namesakes = covered.filter(
    ({ kind, label, city }) =>
      kind === 'city' && label !== taken.label && plain(city ?? '') === plain(taken.city ?? ''),
  )
  return [...(abroad ? [abroad] : []), ...namesakes]
    .filter((place) => (place.population ?? 0) >= population * minShare)
    .slice(0, maxOthers)
}
