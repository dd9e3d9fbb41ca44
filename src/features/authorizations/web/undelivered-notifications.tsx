import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { formatInstant } from '#platform/web/format-instant.ts'
import { QueryList } from '#platform/web/query-list.tsx'
import { StaticPage } from '#platform/web/static-page.tsx'
import { DataTable } from '#platform/web/table/data-table.tsx'
import { ExportMenu } from '#platform/web/table/export-menu.tsx'
import { countColumn, readSheet, withExport } from '#platform/web/table/sheet-columns.ts'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { unsortedView, useDataTable } from '#platform/web/table/use-data-table.ts'
import {
  listUndeliveredNotifications,
  sendNotificationAgain,
  type UndeliveredNotification,
} from '../backoffice-contract.ts'
import { backofficeMessages } from '../backoffice-messages.ts'

const text = backofficeMessages.notifications

/** Undelivered notifications of the back office: internal staff see why and can send them again. */
export function UndeliveredNotifications() {
  const query = useQuery({
    queryKey: ['undelivered-notifications'],
    queryFn: ({ signal }) => call(listUndeliveredNotifications, {}, signal),
  })
  if (query.error instanceof ApiError && query.error.status === 404) throw notFound()
  const { host, notifications } = query.data ?? {}
  return (
    <StaticPage isWide title={text.title}>
      {query.data && <p>{host ? text.advice(host) : text.off}</p>}
      <QueryList
        query={{ ...query, data: notifications }}
        waiting={text.loading}
        failed={text.failed}
        empty={<p role="status">{host && text.allDelivered}</p>}
      >
        {(rows) => <NotificationTable notifications={rows} onSent={() => query.refetch()} />}
      </QueryList>
    </StaticPage>
  )
}

type TableProps = { notifications: readonly UndeliveredNotification[]; onSent: () => Promise<unknown> }

function NotificationTable({ notifications, onSent }: TableProps) {
  const [view, onView] = useState(unsortedView)
  const table = useDataTable({ rows: notifications, columns, rowId, view, onView })
  const sending = useMutation({
    mutationFn: (id: string) => call(sendNotificationAgain, { id }),
    onSuccess: onSent,
    onError: () => showError(text.sendAgainFailed),
  })
  return (
    <DataTable
      table={table}
      label={text.title}
      isWhole
      isFitted
      tools={
        <ExportMenu
          exported={{ list: 'undelivered-notifications', criteria: {} }}
          rows={notifications.length}
          readSheet={() => readSheet(table, true)}
        />
      }
      rowAction={{
        label: text.sendAgain,
        render: ({ id, position }) => (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={text.sendNamedAgain(position)}
            disabled={sending.isPending}
            onClick={() => sending.mutate(id)}
          >
            {text.sendAgain}
          </Button>
        ),
      }}
    />
  )
}

const rowId = ({ id }: UndeliveredNotification) => id

const { text: textColumn, time, number, all } = createColumns<UndeliveredNotification>()

const columns = all([
  withExport(
    number(
      'position',
      text.position,
      ({ position }) => String(position),
      (one, other) => one.position - other.position,
    ),
    { exported: ({ position }: UndeliveredNotification) => ({ number: position, digits: 0 }) },
  ),
  textColumn('id', text.id, ({ id }) => id),
  time(
    'createdAt',
    text.created,
    ({ createdAt }) => createdAt,
    ({ createdAt }) => formatInstant(createdAt),
  ),
  textColumn('state', text.state, ({ state }) => text.states[state], 'short'),
  textColumn('error', text.error, ({ error }) => error),
  countColumn<UndeliveredNotification>('attempts', text.attempts, ({ attempts }) => attempts),
  time(
    'attemptedAt',
    text.attempted,
    ({ attemptedAt }) => attemptedAt,
    ({ attemptedAt }) => formatInstant(attemptedAt),
  ),
  time('dueAt', text.next, getNextAttempt, (notification) => {
    const due = getNextAttempt(notification)
    return due && formatInstant(due)
  }),
])

function getNextAttempt({ state, dueAt }: UndeliveredNotification) {
  return state === 'waiting' ? dueAt : null
}
