import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { call, isNotFoundError } from '#platform/web/api-client.ts'
import { useErrorNotice } from '#platform/web/error-notice.tsx'
import { useDataTable } from '#platform/web/table/use-data-table.ts'
import { readTimeline } from '../../activity-contract.ts'
import { type CaseDetails, caseQueryKey, readCase } from '../../case-contract.ts'
import { messages as caseMessages } from '../../case-messages.ts'
import type { CaseRow } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { type Incident, isIncident, toIncidentKey } from '../../rules.ts'
import { useCaseSearch } from '../case-search-context.ts'
import { caseColumns } from '../results/case-columns.tsx'

const { status } = caseMessages

/** The numbers of a case are fresh for a minute, so that moving between its sections does not open it again. */
const freshMs = 60_000

/**
 * A case by the key of its row: from the results at once, with its details as soon as they have loaded. If these fail, it
 * has failed only once it is not among the results. After the emergency access to it has ended, it is not asked for again.
 */
export function useCase(row: string, isEnded: boolean): CaseState {
  const { results, isWaiting } = useCaseSearch()
  const isKey = readCase.request.safeParse({ row }).success
  const query = useQuery({
    queryKey: [caseQueryKey, 'details', row],
    queryFn: ({ signal }) => call(readCase, { row }, signal),
    staleTime: freshMs,
    enabled: isKey && !isEnded,
  })
  const { data, error, isFetching, errorUpdatedAt } = query
  const isMissing = !isKey || isEnded || isNotFoundError(error)
  const found = isMissing
    ? undefined
    : (data?.case ?? results.data?.patients.find(({ hash }) => hash === row))
  const isFailed = error !== null && !isMissing && !data && !isFetching && (found !== undefined || !isWaiting)
  useErrorNotice({ isError: isFailed, errorUpdatedAt }, found ? status.failed : messages.caseFailed)
  const retry = () => void query.refetch()
  if (isIncident(found))
    return {
      state: 'found',
      incident: found,
      details: data,
      isLoading: !data && !isFailed,
      retry: isFailed ? retry : undefined,
    }
  if (isMissing || found) return { state: 'missing' }
  return isFailed ? { state: 'failed', retry } : { state: 'loading' }
}

type CaseState =
  | {
      state: 'found'
      incident: Incident
      details: CaseDetails | undefined
      isLoading: boolean
      /** Loads the details again if that failed. */
      retry: (() => void) | undefined
    }
  | { state: 'missing' | 'loading' }
  | { state: 'failed'; retry: () => void }

/** The query for the activity of a case by day. */
export function timelineQuery(incident: Incident) {
  const key = toIncidentKey(incident)
  return queryOptions({
    queryKey: [caseQueryKey, 'timeline', key.incidentNumber],
    queryFn: ({ signal }) => call(readTimeline, key, signal),
  })
}

const rowId = ({ hash }: CaseRow) => hash
const noRows: CaseRow[] = []

/** The place of a case among the results, in the order of their table; undefined if it is not among them. */
export function useResultPosition(row: string) {
  const { results, search, view, setView, onOpen } = useCaseSearch()
  const navigate = useNavigate()
  const { path } = search
  const columns = useMemo(
    () =>
      caseColumns({
        path,
        go: (href) => void navigate({ href }),
        onOpen,
        withSummaries: false,
        withActivity: true,
      }),
    [path, navigate, onOpen],
  )
  const rows = results.data?.patients ?? noRows
  const table = useDataTable({ rows, columns, rowId, view, onView: setView })
  const incidents = table
    .getPrePaginatedRowModel()
    .rows.map(({ original }) => original)
    .filter(isIncident)
  const index = incidents.findIndex(({ hash }) => hash === row)
  if (index < 0) return undefined
  return {
    position: index + 1,
    all: incidents.length,
    previous: incidents[index - 1],
    next: incidents[index + 1],
  }
}
