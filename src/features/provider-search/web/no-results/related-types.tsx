import { Button } from '@mantine/core'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '#platform/web/api-client.ts'
import { maxRangeInKM, type Provider, type ProviderType, type SearchInfo } from '../../contract.ts'
import { messages } from '../../no-result-messages.ts'
import { listRelatedTypes } from '../../related-types-contract.ts'
import { allStates, allTypes, fromKilometers, toKilometers } from '../../rules.ts'
import { lookupParams } from '../lookup-queries.ts'
import classes from '../results/result-list.module.css'
import { type Center, formatDistanceInWords } from '../search-request.ts'
import type { SearchValues } from '../search-values.ts'
import { findSome, hasRange } from './find-some.ts'

type RelatedTypesProps = {
  search: SearchInfo
  submitted: SearchValues
  center: Center | undefined
  onSearch: (values: SearchValues) => void
  /** The content below the related types. It waits for them so that it does not move. */
  children: ReactNode
}

/** The related types that have providers: how many the same search finds or, if it finds none, how far the nearest is. */
export function RelatedTypes({ search, submitted, center, onSearch, children }: RelatedTypesProps) {
  const { data: related = [], isLoading } = useQuery(relatedQuery(search, submitted, center))
  if (isLoading) return null
  return (
    <>
      {related.length > 0 && (
        <div className={classes.related}>
          <p>{messages.relatedTypes}</p>
          {related.map(({ type, label }) => (
            <Button
              key={type}
              variant="default"
              onClick={() => onSearch({ ...submitted, providerType: type })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {children}
    </>
  )
}

/** How many providers are counted. */
const maxCounted = 20

function relatedQuery(search: SearchInfo, submitted: SearchValues, center: Center | undefined) {
  const { providerType: typeId, name, network } = submitted
  const isOneType = typeId !== '' && typeId !== allTypes && name === ''
  const isMeasured = hasRange(submitted, search)
  const change = { limit: maxCounted + 1, ...(isMeasured && { rangeInKM: maxRangeInKM }) }
  return queryOptions({
    queryKey: ['related-types', search.code, submitted, center],
    retry: false,
    queryFn:
      isOneType && (center || !isMeasured)
        ? async ({ signal }) => {
            const request = { ...lookupParams(search, network), stateId: allStates, typeId }
            const { results: types } = await call(listRelatedTypes, request, signal)
            const described = types.map(async (type) => {
              const values = { ...submitted, providerType: type.id }
              const { results } = await findSome(
                search,
                values,
                isMeasured ? center : undefined,
                change,
                signal,
              )
              const label = describe(type, results, isMeasured ? submitted : undefined, search)
              return label === undefined ? [] : [{ type: type.id, label }]
            })
            return (await Promise.all(described)).flat()
          }
        : skipToken,
  })
}

/**
 * The text about the providers of a type, nearest first, and about the emergency rooms they are known to have; undefined if
 * there are none.
 */
function describe(
  { description }: ProviderType,
  found: readonly Pick<Provider, 'distance' | 'details'>[],
  range: Pick<SearchValues, 'range'> | undefined,
  { unit }: SearchInfo,
): string | undefined {
  const within = range ? toKilometers(range.range, unit) : Number.POSITIVE_INFINITY
  const inRange = found.filter(({ distance }) => (distance ?? 0) <= within)
  if (inRange.length > 0)
    return messages.relatedFound(description, inRange.length, maxCounted, describeEmergencyRooms(inRange))
  const [nearest] = found
  if (!nearest) return undefined
  return messages.relatedAway(
    description,
    formatDistanceInWords(fromKilometers(nearest.distance ?? 0, unit), unit),
    describeEmergencyRooms([nearest]),
  )
}

function describeEmergencyRooms(found: readonly Pick<Provider, 'details'>[]): string {
  const having = found.filter(({ details }) => details?.emergency)
  if (having.length === 0) return ''
  return having.length === found.length ? messages.withEmergencyRoom : messages.someWithEmergencyRoom
}
