import { UnstyledButton } from '@mantine/core'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { City, Country, State } from '#geography/contract.ts'
import { domesticStates } from '#geography/rules.ts'
import { call } from '#platform/web/api-client.ts'
import { afterPause } from '#platform/web/combo-box/after-pause.ts'
import { useErrorNotice } from '#platform/web/error-notice.tsx'
import { findProviderTypes, type ProviderType, type SearchInfo } from '../../contract.ts'
import { messages } from '../../detailed-messages.ts'
import { allStates, allTypes } from '../../rules.ts'
import {
  citiesQuery,
  countriesQuery,
  lookupParams,
  providerTypesQuery,
  statesQuery,
} from '../lookup-queries.ts'
import { chooseCountry, chooseState, networkFamily, type SearchValues } from '../search-values.ts'
import type { SearchFormControl, SearchFormState } from '../use-search-form.ts'
import classes from './search-form.module.css'

/** The options of a field, their loading state, and a retry after an error. */
export type LookupOptions<Item> = {
  items: readonly Item[]
  loading: boolean
  failure: string | undefined
  retry: () => void
}

/** The countries of the chosen network; empty for a domestic one, whose country is fixed. */
export function useCountries(search: SearchInfo, values: SearchValues): LookupOptions<Country> {
  const params = lookupParams(search, values.network)
  const enabled = networkFamily(search, values) !== 'domestic'
  return useLookupOptions(useQuery({ ...countriesQuery(params), enabled }), messages.countriesFailed)
}

/** The states of the chosen country: a fixed list for the United States; otherwise only for countries with states. */
export function useStates(search: SearchInfo, values: SearchValues, country?: Country): LookupOptions<State> {
  const params = lookupParams(search, values.network)
  const enabled = country?.hasStates ?? false
  const options = useLookupOptions(
    useQuery({ ...statesQuery(params, values.country), enabled }),
    messages.statesFailed,
  )
  return networkFamily(search, values) === 'domestic'
    ? { ...options, items: domesticStates, loading: false }
    : options
}

/** The cities of the chosen state or, in an international search without a state, of the country. */
export function useCities(search: SearchInfo, values: SearchValues): LookupOptions<City> {
  const params = lookupParams(search, values.network)
  const query = citiesQuery(params, values.country, values.state)
  return useLookupOptions(useQuery({ ...query, enabled: hasCities(search, values) }), messages.citiesFailed)
}

/**
 * Whether the area that contains the cities is chosen: the state in a domestic search, the country in an
 * international one.
 */
export const hasCities = (search: SearchInfo, values: SearchValues): boolean =>
  (networkFamily(search, values) === 'domestic' ? values.state : values.country) !== ''

/** The provider types of the network, in the chosen state if there is one. Keeps the previous ones while loading. */
export function useProviderTypes(search: SearchInfo, values: SearchValues): LookupOptions<ProviderType> {
  const params = lookupParams(search, values.network)
  const query = useQuery({
    ...providerTypesQuery(params, values.state),
    placeholderData: keepPreviousData,
  })
  return useLookupOptions(query, messages.providerTypesFailed)
}

/**
 * The IDs of the provider types that the typed words may mean, best first; those of earlier words until they arrive. A
 * further letter cancels the request, or the pause before it: an aborted call sends nothing. A failure leaves none.
 */
export function useTypeSuggestions(search: SearchInfo, { network, state }: SearchValues, typed: string) {
  const params = lookupParams(search, network)
  const searchTerm = typed.trim()
  const { data, isFetching } = useQuery({
    queryKey: ['type-suggestions', params, state, searchTerm],
    ...afterPause(async (signal) => {
      const request = { ...params, stateId: state || allStates, searchTerm }
      const { results } = await call(findProviderTypes, request, signal)
      return results.map(({ id }) => id)
    }),
    enabled: searchTerm !== '',
    placeholderData: keepPreviousData,
  })
  return { suggested: data, pending: isFetching }
}

const nothing: readonly never[] = []

function useLookupOptions<Item>(query: UseQueryResult<Item[]>, message: string): LookupOptions<Item> {
  useErrorNotice(query, message)
  return {
    items: query.data ?? nothing,
    loading: query.isLoading || query.isPlaceholderData,
    failure: query.isError ? message : undefined,
    retry: () => void query.refetch(),
  }
}

/** The error of a field with options: a failure to load them or, otherwise, the form's error. */
export function fieldError(
  form: SearchFormState,
  field: keyof SearchValues,
  options: LookupOptions<unknown>,
): ReactNode {
  /** Focuses the field first, because the retry button disappears. */
  const retry = () => {
    form.focusField(field)
    options.retry()
  }
  if (options.failure) return <OptionsError message={options.failure} onRetry={retry} />
  return form.errors[field]
}

/** A loading error with a retry button. */
function OptionsError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <>
      {message}{' '}
      <UnstyledButton className={classes.retry} onClick={onRetry}>
        {messages.tryAgain}
      </UnstyledButton>
    </>
  )
}

const resets = {
  country: chooseCountry(''),
  state: chooseState(''),
  providerType: { providerType: allTypes },
}

/** Resets a value that is not among the loaded options and shows an error at its field; a provider type becomes All. */
export function useValidOption(
  { change, setError }: SearchFormControl,
  field: keyof typeof resets,
  value: string,
  { items, loading }: Pick<LookupOptions<{ id: string }>, 'items' | 'loading'>,
) {
  const isUnavailable = value !== '' && !loading && items.length > 0 && !items.some(({ id }) => id === value)
  useEffect(() => {
    if (!isUnavailable) return
    change(resets[field])
    const message = messages.notOffered(messages[field])
    setError(field, {
      message: field === 'providerType' ? `${message} ${messages.allSelected}` : message,
    })
  }, [isUnavailable, change, setError, field])
}
