import { Alert, Box } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, notFound } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { ApiError, call, isNotFoundError } from '#platform/web/api-client.ts'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { formatInstant } from '#platform/web/format-instant.ts'
import { EmptyState, QueryList } from '#platform/web/query-list.tsx'
import { StaticPage } from '#platform/web/static-page.tsx'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { unsortedView } from '#platform/web/table/use-data-table.ts'
import { useFurtherPages } from '#platform/web/table/use-further-pages.ts'
import { type AuditEntry, type AuditFilter, listAuditEntries, type ReadingAlert } from '../contract.ts'
import { messages } from '../messages.ts'
import { auditColumns, initialColumns } from './audit-columns.tsx'
import { AuditFilterFields, noFilter } from './audit-filter-fields.tsx'

const rowId = ({ id }: AuditEntry) => String(id)

type AuditPageProps = {
  /** Whether the person reviews the emergency access of their current client. */
  reviewsEmergencies?: boolean
}

/** The audit trail, for internal staff with the right to read it. */
export function AuditPage({ reviewsEmergencies = false }: AuditPageProps) {
  const [filter, setFilter] = useState(noFilter)
  const [view, onView] = useState(unsortedView)
  const { query, alerts, notice, isLoadingMore, loadMore } = useEntries(filter)
  const { error } = query
  if (isNotFoundError(error)) throw notFound()
  if (error instanceof ApiError && error.status === 403)
    return (
      <StaticPage isWide title={messages.title}>
        <p role="status">{messages.noRight}</p>
      </StaticPage>
    )
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(noFilter)
  const change = (next: AuditFilter) => {
    setFilter(next)
    onView(unsortedView)
  }
  return (
    <StaticPage isWide title={messages.title}>
      <p>
        {messages.lead} {reviewsEmergencies && <Link to="/emergency-access">{messages.emergencies}</Link>}
      </p>
      <ReadingAlerts alerts={alerts} />
      <AuditFilterFields filter={filter} isFiltered={isFiltered} onChange={change} />
      {notice && (
        <Alert role="status" color="amber" variant="light">
          {notice}
        </Alert>
      )}
      <Box component="section" mt="md" aria-label={messages.title} aria-busy={query.isFetching}>
        <QueryList
          query={query}
          waiting={messages.loading}
          failed={messages.failed}
          empty={<EmptyState message={messages.none} advice={messages.noneAdvice} />}
        >
          {(rows) => (
            <PagedList
              exportedAs={{ list: 'audit-trail', criteria: filter }}
              label={messages.title}
              rows={rows}
              columns={auditColumns}
              rowId={rowId}
              sizeKey="Audit_ResultSize"
              columnsKey="auditColumns"
              initialColumns={initialColumns}
              view={view}
              onView={onView}
            />
          )}
        </QueryList>
        {loadMore && (
          <BusyButton variant="default" isBusy={isLoadingMore} onClick={loadMore}>
            {messages.earlier}
          </BusyButton>
        )}
      </Box>
    </StaticPage>
  )
}

/** The people who were shown unusually many records, for as long as their alerts are new. */
const ReadingAlerts = ({ alerts }: { alerts: readonly ReadingAlert[] }) =>
  alerts.length > 0 && (
    <Alert color="amber" variant="light" title={messages.alerts} my="md">
      <ul>
        {alerts.map(({ person, at, rows, limit, reason }) => (
          <li key={person + at}>
            {messages.alert(
              person,
              rows.toLocaleString('en-US'),
              limit.toLocaleString('en-US'),
              formatInstant(at),
            )}{' '}
            {messages.alertReason(reason)}
          </li>
        ))}
      </ul>
    </Alert>
  )

type Page = z.output<typeof listAuditEntries.response>
/** Loads the newest entries that match a filter, and earlier ones on request. */
function useEntries(filter: AuditFilter) {
  const first = useQuery({
    queryKey: ['audit trail', filter],
    queryFn: ({ signal }) => call(listAuditEntries, filter, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const { pages, ...more } = useFurtherPages<Page, number>(first, {
    load: (beforeEntry) => call(listAuditEntries, { ...filter, beforeEntry }),
    nextPosition: ({ nextBefore }) => nextBefore ?? undefined,
    failed: messages.failed,
  })
  const entries = useMemo(() => pages.flatMap((page) => page.entries), [pages])
  return {
    query: { ...first, data: first.data && entries },
    alerts: first.data?.alerts ?? [],
    notice: first.data?.notice,
    ...more,
  }
}
