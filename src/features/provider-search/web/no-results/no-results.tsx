import { Button, Group } from '@mantine/core'
import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { PhoneLink } from '#platform/web/link/phone-link.tsx'
import { maxRangeInKM, type Provider, type SearchInfo } from '../../contract.ts'
import { messages } from '../../no-result-messages.ts'
import { allCities, allTypes, fromKilometers, isDistanceSearch, ranges, toKilometers } from '../../rules.ts'
import { formatDistance } from '../results/describe-search.ts'
import { CallLink, DirectionsLink } from '../results/provider-links.tsx'
import { ProviderKind, ProviderName } from '../results/provider-name.tsx'
import classes from '../results/result-list.module.css'
import { findCenter } from '../search-queries.ts'
import {
  type Center,
  formatDistanceInWords,
  formatRange,
  isFormComplete,
  type SearchCircle,
} from '../search-request.ts'
import { networkFamily, type SearchValues } from '../search-values.ts'
import { type Change, findSome, hasRange } from './find-some.ts'
import { RelatedTypes } from './related-types.tsx'

type NoResultsProps = {
  search: SearchInfo
  submitted: SearchValues
  circle: SearchCircle | undefined
  onSearch: (values: SearchValues) => void
}

/** The advice when nothing was found: the nearest providers, searches that find something, and a phone number. */
export function NoResults({ search, submitted, circle, onSearch }: NoResultsProps) {
  const { data, isLoading } = useQuery(alternativesQuery(search, submitted, circle))
  const { nearest = [], others = [], center } = data ?? {}
  const [first] = nearest
  const wider = first && hasRange(submitted, search) && findWiderSearch(submitted, search, first)
  const network = Object.keys(search.networks).length > 1 && search.networks[submitted.network]
  const { servicePhone } = getBootstrapData()
  return (
    <div className={classes.noResults}>
      {network && <p>{messages.searchedNetwork(network)}</p>}
      <p role="status">{describeNearest(first, center, search)}</p>
      {wider && (
        <Group>
          <Button onClick={() => onSearch(wider)}>
            {messages.widen(formatRange(wider.range, search.unit))}
          </Button>
        </Group>
      )}
      {!isLoading && (
        <RelatedTypes search={search} submitted={submitted} center={center ?? circle} onSearch={onSearch}>
          {others.length > 0 && (
            <Group>
              {others.map(({ label, values }) => (
                <Button key={label} variant="default" onClick={() => onSearch(values)}>
                  {label}
                </Button>
              ))}
            </Group>
          )}
        </RelatedTypes>
      )}
      {first && (
        <ul aria-label={messages.nearestProviders}>
          {nearest.map((provider) => (
            <li key={provider.hash} className={classes.card}>
              <div className={classes.cardHead}>
                <h3>
                  <ProviderName provider={provider} />
                </h3>
                <span className={classes.distance}>{formatDistance(provider, search.unit)}</span>
              </div>
              <p>
                <ProviderKind provider={provider} />
              </p>
              <p>{provider.addressDisplay}</p>
              <p className={classes.buttons}>
                <CallLink provider={provider} isButton />
                <DirectionsLink provider={provider} isButton />
              </p>
            </li>
          ))}
        </ul>
      )}
      {servicePhone && (
        <p>
          {messages.callForHelp} <PhoneLink phone={servicePhone} />
        </p>
      )}
    </div>
  )
}

/** How far the nearest provider is or, if there is none, how far was searched. */
function describeNearest(first: Provider | undefined, center: Center | undefined, search: SearchInfo) {
  if (first) return messages.nearest(describeDistance(first, search), nameTown(first))
  const widest = `${Math.round(fromKilometers(maxRangeInKM, search.unit))} ${messages.units[search.unit].many}`
  return center && messages.noneNear(widest, center.label)
}

const describeDistance = ({ distance }: Provider, { unit }: SearchInfo) =>
  formatDistanceInWords(fromKilometers(distance ?? 0, unit), unit)

const nameTown = ({ city, state, country }: Provider) =>
  [city, country === 'US' && state].filter(Boolean).join(', ')

type OtherSearch = { label: string; values: SearchValues }

/** How many of the nearest providers are shown. */
const nearestShown = 3

/**
 * The nearest providers beyond the range, or the city of a search by name, and the other searches that find something. The
 * center is undefined if none could be found.
 */
function alternativesQuery(search: SearchInfo, submitted: SearchValues, circle: SearchCircle | undefined) {
  const others = listOtherSearches(submitted, search)
  const isMeasured = hasRange(submitted, search) || isCitySearch(submitted)
  return queryOptions({
    queryKey: ['alternatives', search.code, submitted, circle],
    retry: false,
    queryFn:
      isMeasured || others.length > 0
        ? async ({ signal, client: queries }) => {
            const center = circle ?? (await locate(queries, search, submitted, signal))
            const find = (values: SearchValues, change: Change) => {
              const family = networkFamily(search, values)
              return findSome(
                search,
                values,
                isDistanceSearch(values, family) ? center : undefined,
                change,
                signal,
              )
            }
            const [nearest, ...found] = await Promise.all([
              isMeasured && center
                ? findSome(
                    search,
                    submitted,
                    center,
                    { rangeInKM: maxRangeInKM, limit: nearestShown },
                    signal,
                  )
                : undefined,
              ...others.map(({ values }) => find(values, { limit: 1 })),
            ])
            return {
              nearest: nearest?.results ?? [],
              others: others.filter((_, at) => found[at]?.results.length),
              center: isMeasured ? center : undefined,
            }
          }
        : skipToken,
  })
}

/** The center of a search by name in a city; undefined if there is no city, or if none was found. */
async function locate(queries: QueryClient, search: SearchInfo, values: SearchValues, signal: AbortSignal) {
  if (!isCitySearch(values)) return undefined
  return findCenter(queries, search, values, signal).catch(() => undefined)
}

const isCitySearch = ({ city }: SearchValues) => city !== '' && city !== allCities

/** The same search with the smallest range that contains the provider; undefined if none does. */
export function findWiderSearch(
  values: SearchValues,
  { unit }: Pick<SearchInfo, 'unit'>,
  { distance }: Pick<Provider, 'distance'>,
): SearchValues | undefined {
  const range = ranges.find(
    (each) => each > values.range && distance !== null && toKilometers(each, unit) >= distance,
  )
  return range && { ...values, range }
}

/** The complete searches that drop the provider type or the name, and those in the other networks at the same place. */
export function listOtherSearches(values: SearchValues, search: SearchInfo): OtherSearch[] {
  const others: (OtherSearch & { isOffered: boolean })[] = [
    {
      label: messages.allTypes,
      values: { ...values, providerType: allTypes },
      isOffered: values.providerType !== allTypes,
    },
    { label: messages.withoutName, values: { ...values, name: '' }, isOffered: values.name !== '' },
    ...Object.entries(search.networks).map(([network, label]) => ({
      label: messages.otherNetwork(label),
      values: { ...values, network },
      isOffered: network !== values.network && isAtHome(search, network) === isAtHome(search, values.network),
    })),
  ]
  return others
    .filter((other) => other.isOffered && isFormComplete(other.values, search))
    .map(({ label, values: changed }) => ({ label, values: changed }))
}

const isAtHome = ({ families }: SearchInfo, network: string) => families[network] === 'domestic'
