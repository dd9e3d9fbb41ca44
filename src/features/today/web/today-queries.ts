import { type QueryFunction, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '#platform/web/api-client.ts'
import { localStore } from '#platform/web/storage.ts'
import { getFigures, listLongestWaiting, listNews, todayQueryKey } from '../contract.ts'

/** Queries of the cards. Each visit refetches them and shows the cached data until then. */
const card = <Data>(clientId: string, name: string, queryFn: QueryFunction<Data>) =>
  queryOptions({
    queryKey: [todayQueryKey, clientId, name],
    queryFn,
    refetchOnMount: 'always',
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  })

export const figuresQuery = (clientId: string) =>
  card(clientId, 'figures', ({ signal }) => call(getFigures, {}, signal))

export const waitingQuery = (clientId: string) =>
  card(clientId, 'waiting', ({ signal }) => call(listLongestWaiting, {}, signal))

export const newsQuery = (clientId: string) =>
  card(clientId, 'news', ({ signal }) => call(listNews, {}, signal))

/** The currency that the person chose for the amounts. */
export const currencyStore = localStore('todayCurrency', z.string())
