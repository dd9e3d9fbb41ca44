import { useMutation, useQuery } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { useState } from 'react'
import { call, isNotFoundError } from '#platform/web/api-client.ts'
import { polledQuery } from '#platform/web/background-query.ts'
import { dismissError, showError } from '#platform/web/error-notice.tsx'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
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

type PageProps = { hasLiveToken: () => boolean }

/**
 * Undelivered notifications for the back office: internal staff see why and can send them again. The list polls while one
 * is being sent again.
 */
export function UndeliveredNotifications({ hasLiveToken }: PageProps) {
  const query = useQuery(
    polledQuery({
      queryKey: ['undelivered-notifications'],
      load: (signal) => call(listUndeliveredNotifications, {}, signal),
      isActive: ({ notifications }) => notifications.some(isBeingSent),
      hasLiveToken,
    }),
  )
  const [sentAgain, setSentAgain] = useState<readonly UndeliveredNotification[]>([])
  const sending = useMutation({
    mutationFn: ({ id }: UndeliveredNotification) => call(sendNotificationAgain, { id }),
    onMutate: dismissError,
    onSuccess: (_response, sent) =>
      setSentAgain((earlier) => [...earlier.filter(({ id }) => id !== sent.id), sent]),
    onError: (error) => showError(isNotFoundError(error) ? text.unknown : text.sendAgainFailed),
    onSettled: () => query.refetch(),
  })
  if (isNotFoundError(query.error)) throw notFound()
  const { host, notifications } = query.data ?? {}
  const left = new Set(notifications?.map(rowId))
  const delivered = notifications ? sentAgain.filter(({ id }) => !left.has(id)) : []
  return (
    <StaticPage isWide title={text.title}>
      {host === null && <p>{text.off}</p>}
      {host && left.size > 0 && <p>{text.advice(host)}</p>}
      <p role="status">{delivered.length > 0 && text.delivered(delivered.map(({ position }) => position))}</p>
      <QueryList
        query={{ ...query, data: notifications }}
        waiting={text.loading}
        failed={text.failed}
        empty={<p role="status">{host && text.allDelivered}</p>}
      >
        {(rows) => (
          <NotificationTable
            notifications={rows}
            sending={sending.isPending ? sending.variables.id : undefined}
            onSend={(row) => sending.mutate(row)}
          />
        )}
      </QueryList>
    </StaticPage>
  )
}

const isBeingSent = ({ state }: UndeliveredNotification) => state === 'sending'

type TableProps = {
  notifications: readonly UndeliveredNotification[]
  /** The ID of the notification whose button was pressed. */
  sending: string | undefined
  onSend: (notification: UndeliveredNotification) => void
}

function NotificationTable({ notifications, sending, onSend }: TableProps) {
  const [view, onView] = useState(unsortedView)
  const table = useDataTable({ rows: notifications, columns, rowId, view, onView })
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
        render: (notification) => (
          <BusyButton
            size="compact-sm"
            variant="default"
            aria-label={text.sendNamedAgain(notification.position)}
            isBusy={sending === notification.id || isBeingSent(notification)}
            onClick={() => onSend(notification)}
          >
            {text.sendAgain}
          </BusyButton>
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
  // Codes, which are one word.
  textColumn('error', text.error, ({ error }) => error, 'short'),
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
