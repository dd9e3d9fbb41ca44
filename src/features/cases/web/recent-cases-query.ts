import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { caseQueryKey, listRecentCases } from '../case-contract.ts'

/** The cases of a client that the person opened last. Each visit refetches them, because opening a case adds it. */
export const recentCasesQuery = (clientId: string) =>
  queryOptions({
    queryKey: [caseQueryKey, 'recent', clientId],
    queryFn: ({ signal }) => call(listRecentCases, {}, signal).then(({ patients }) => patients),
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
  })
