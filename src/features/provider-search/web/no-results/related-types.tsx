import { Button } from '@mantine/core'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { maxRangeInKM, type ProviderType, type SearchInfo } from '../../contract.ts'
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
}

/** The related types that have providers: how many the same search finds or, if it finds none, how far the nearest is. */
export function RelatedTypes({ search, submitted, center, onSearch }: RelatedTypesProps) {
  const { data: related = [] } = useQuery(relatedQuery(search, submitted, center))
  if (related.length === 0) return null
  return (
    <div className={classes.related}>
      <p>{messages.relatedTypes}</p>
      {related.map(({ type, label }) => (
        <Button key={type} variant="default" onClick={() => onSearch({ ...submitted, providerType: type })}>
          {label}
        </Button>
      ))}
    </div>
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

/** What to say about the providers of a type, nearest first; undefined if there are none. */
function describe(
  { description }: ProviderType,
  found: readonly { distance: number | null }[],
  range: Pick<SearchValues, 'range'> | undefined,
  { unit }: SearchInfo,
): string | undefined {
  const within = range ? toKilometers(range.range, unit) : Number.POSITIVE_INFINITY
  const count = found.filter(({ distance }) => (distance ?? 0) <= within).length
  if (count > 0) return messages.relatedFound(description, count, maxCounted)
  const [nearest] = found
  if (!nearest) return undefined
  return messages.relatedAway(
    description,
    formatDistanceInWords(fromKilometers(nearest.distance ?? 0, unit), unit),
  )
}
