import { type QueryFunction, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { CaseRow } from '#cases/contract.ts'
import { call } from '#platform/web/api-client.ts'
import { localStore } from '#platform/web/storage.ts'
import { getFigures, listLongestWaiting, listNews } from '../contract.ts'

/** The cards of a client. Each visit of the page loads them again, while it shows the last ones. */
const card = <Data>(clientId: string, name: string, queryFn: QueryFunction<Data>) =>
  queryOptions({
    queryKey: ['today', clientId, name],
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

export type LoadRecentCases = (signal: AbortSignal) => Promise<CaseRow[]>

export const recentCasesQuery = (clientId: string, load: LoadRecentCases) =>
  card(clientId, 'recent cases', ({ signal }) => load(signal))

/** The currency that the person chose for the amounts. */
export const currencyStore = localStore('todayCurrency', z.string())
