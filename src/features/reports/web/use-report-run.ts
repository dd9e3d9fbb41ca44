import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, call } from '#platform/web/api-client.ts'
import { showError, withdrawError } from '#platform/web/error-notice.tsx'
import { cancelReportRun, type ReportRun, showReportRun } from '../contract.ts'
import { messages } from '../messages.ts'
import { isInProgress, pollInterval } from './run-states.ts'

/**
 * The progress of a background report, and a function to cancel it. Polls while the run is active, the tab is visible
 * and the session is live.
 */
export function useReportRun(id: string, isSessionActive: () => boolean) {
  const queries = useQueryClient()
  const queryKey = ['report-run', id]
  const errorId = useRef(0)
  const progress = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      (isSessionActive() ? undefined : queries.getQueryData<ReportRun>(queryKey)) ??
      call(showReportRun, { run: id }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) =>
      !isPermanent(error) && data && isInProgress(data) && pollInterval(dataUpdateCount + errorUpdateCount),
  })
  const cancelling = useMutation({
    mutationFn: () => call(cancelReportRun, { run: id }),
    onMutate: () => withdrawError(errorId.current),
    onSuccess: async (run: ReportRun) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, run)
    },
    onError: (error) => {
      if (!isPermanent(error)) errorId.current = showError(messages.run.cancelFailed)
      void progress.refetch()
    },
  })
  const hasEnded = progress.data !== undefined && !isInProgress(progress.data)
  useEffect(() => {
    if (hasEnded) withdrawError(errorId.current)
  }, [hasEnded])
  return { progress, cancelling, isMissing: isMissing(progress.error) }
}

/** Whether a retry would get the same error. */
const isPermanent = (error: unknown) =>
  error instanceof ApiError && [400, 401, 403, 404].includes(error.status)

const isMissing = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status)
