import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import {
  getSearchDetail,
  getSearchInfo,
  listCities,
  listCountries,
  listProviderTypes,
  listStates,
  type SearchInfo,
} from '../contract.ts'

/** The search definition and network that a lookup is for. */
export type LookupParams = { providerCode: string; providerType: string }

export const lookupParams = ({ code }: SearchInfo, network: string): LookupParams => ({
  providerCode: code,
  providerType: network,
})

export const searchInfoQuery = (key: string) =>
  queryOptions({
    queryKey: ['search-info', key],
    queryFn: ({ signal }) => call(getSearchInfo, { key }, signal),
  })

/** The introduction that an operator wrote for the search and, if there is one, the component that renders it. */
export const introductionQuery = (key: string) =>
  queryOptions({
    queryKey: ['search-introduction', key],
    queryFn: async ({ signal }) => {
      const { content } = await call(getSearchDetail, { key }, signal)
      if (!content) return null
      const { SafeHtml } = await import('#platform/web/safe-html.tsx')
      return { content, SafeHtml }
    },
  })

export const countriesQuery = (params: LookupParams) =>
  queryOptions({
    queryKey: ['countries', params],
    queryFn: ({ signal }) => call(listCountries, params, signal).then(({ results }) => results),
  })

export const statesQuery = (params: LookupParams, countryId: string) =>
  queryOptions({
    queryKey: ['states', params, countryId],
    queryFn: ({ signal }) =>
      call(listStates, { ...params, countryId }, signal).then(({ results }) => results),
  })

/** `stateId` is empty for all cities of the country. */
export const citiesQuery = (params: LookupParams, countryId: string, stateId: string) =>
  queryOptions({
    queryKey: ['cities', params, countryId, stateId],
    queryFn: ({ signal }) =>
      call(listCities, { ...params, countryId, stateId: stateId || none }, signal).then(
        ({ results }) => results,
      ),
  })

/** `stateId` is empty until a state is chosen. */
export const providerTypesQuery = (params: LookupParams, stateId: string) =>
  queryOptions({
    queryKey: ['provider-types', params, stateId],
    queryFn: ({ signal }) =>
      call(listProviderTypes, { ...params, stateId: stateId || none }, signal).then(({ results }) => results),
  })

/** The ID that means "none" in a path. */
const none = '0'
