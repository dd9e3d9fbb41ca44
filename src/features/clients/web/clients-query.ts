import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { listPendingByClient } from '#today/contract.ts'
import { listClients } from '../contract.ts'

/** The clients that internal staff can choose. */
export const clientsQuery = queryOptions({
  queryKey: ['clients'],
  queryFn: ({ signal }) => call(listClients, {}, signal).then(({ clients }) => clients),
})

/** The pending authorizations of each client that decides them. */
export const pendingQuery = queryOptions({
  queryKey: ['clients', 'pending'],
  queryFn: ({ signal }) => call(listPendingByClient, {}, signal).then(({ clients }) => clients),
  refetchOnMount: 'always',
  staleTime: 60_000,
})
