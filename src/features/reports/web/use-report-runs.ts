import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { listReportRuns, type ReportRun } from '../contract.ts'
import { isInProgress, pollInterval } from './run-states.ts'

/**
 * The user's report runs for the current client (`owner` identifies both). Polls while a run is active, the tab is
 * visible and the session is live.
 */
export function useReportRuns(owner: string, isSessionActive: () => boolean) {
  const queries = useQueryClient()
  const queryKey = ['report-runs', owner]
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      (isSessionActive() ? undefined : queries.getQueryData<{ runs: ReportRun[] }>(queryKey)) ??
      call(listReportRuns, {}, signal),
    select: ({ runs }) => runs,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data?.runs.some(isInProgress) && pollInterval(dataUpdateCount + errorUpdateCount),
  })
}
