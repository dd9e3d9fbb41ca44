import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, call } from '#platform/web/api-client.ts'
import { showError, withdrawError } from '#platform/web/error-notice.tsx'
import { cancelReportRun, type ReportRun, showReportRun } from '../contract.ts'
import { messages } from '../messages.ts'
import { isUnderWay, pauseAfter } from './run-states.ts'

/**
 * The progress of a background report, and a function to cancel it. Polls while the run is active, the tab is visible
 * and the session is live.
 */
export function useReportRun(id: string, isSessionActive: () => boolean) {
  const queries = useQueryClient()
  const queryKey = ['report-run', id]
  const complaint = useRef(0)
  const progress = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      (isSessionActive() ? undefined : queries.getQueryData<ReportRun>(queryKey)) ??
      call(showReportRun, { run: id }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) =>
      !isRefused(error) && data && isUnderWay(data) && pauseAfter(dataUpdateCount + errorUpdateCount),
  })
  const cancelling = useMutation({
    mutationFn: () => call(cancelReportRun, { run: id }),
    onMutate: () => withdrawError(complaint.current),
    onSuccess: async (run: ReportRun) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, run)
    },
    onError: (error) => {
      if (!isRefused(error)) complaint.current = showError(messages.run.cancelFailed)
      void progress.refetch()
    },
  })
  const hasEnded = progress.data !== undefined && !isUnderWay(progress.data)
  useEffect(() => {
    if (hasEnded) withdrawError(complaint.current)
  }, [hasEnded])
  return { progress, cancelling, isMissing: isMissing(progress.error) }
}

/** Whether retrying cannot change the server's response. */
const isRefused = (error: unknown) => error instanceof ApiError && [400, 401, 403, 404].includes(error.status)

const isMissing = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status)
