import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { listClients } from '../contract.ts'

/** The clients that internal staff can choose. */
export const clientsQuery = queryOptions({
  queryKey: ['clients'],
  queryFn: ({ signal }) => call(listClients, {}, signal).then(({ clients }) => clients),
})
