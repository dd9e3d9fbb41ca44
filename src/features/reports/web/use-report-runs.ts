import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { listReportRuns, type ReportRun } from '../contract.ts'
import { isUnderWay, pauseAfter } from './run-states.ts'

/** One's large reports of the client that is viewed, both of which `owner` says; asked for again while one is being made, while somebody looks and the session is awake by what they do. */
export function useReportRuns(owner: string, isAwake: () => boolean) {
  const queries = useQueryClient()
  const queryKey = ['report-runs', owner]
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      (isAwake() ? undefined : queries.getQueryData<{ runs: ReportRun[] }>(queryKey)) ??
      call(listReportRuns, {}, signal),
    select: ({ runs }) => runs,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data?.runs.some(isUnderWay) && pauseAfter(dataUpdateCount + errorUpdateCount),
  })
}
