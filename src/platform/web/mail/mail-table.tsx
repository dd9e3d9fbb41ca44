import type { UseQueryResult } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import type { Exported, MailLine } from '../../contract.ts'
import { messages } from '../../mail-messages.ts'
import { ApiError } from '../api-client.ts'
import { formatInstant } from '../format-instant.ts'
import { QueryList } from '../query-list.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ExportMenu } from '../table/export-menu.tsx'
import { countColumn, readSheet } from '../table/sheet-columns.ts'
import { createColumns } from '../table/table-columns.ts'
import { unsortedView, useDataTable } from '../table/use-data-table.ts'

type RenderMail = (mail: MailLine) => ReactNode
type MailTableProps = {
  mails: readonly MailLine[]
  label: string
  /** Renders the subject, if not as text; must be the same function in every render. */
  renderSubject?: RenderMail
  rowAction?: { label: string; render: RenderMail }
  /** What a download of the rows is recorded as; without it, there is none. */
  exportedAs?: Exported
}

/** A table of emails, newest first: time, recipient, subject and state. */
export function MailTable({ mails, label, renderSubject, rowAction, exportedAs }: MailTableProps) {
  const [view, onView] = useState(unsortedView)
  const columns = useMemo(() => mailColumns(renderSubject), [renderSubject])
  const table = useDataTable({ rows: mails, columns, rowId, view, onView })
  const download = exportedAs && (
    <ExportMenu exported={exportedAs} rows={mails.length} readSheet={() => readSheet(table, true)} />
  )
  return <DataTable table={table} label={label} isWhole rowAction={rowAction} tools={download} />
}

const rowId = ({ id }: MailLine) => id

const { text, time, custom, all } = createColumns<MailLine>()

const mailColumns = (renderSubject: RenderMail = ({ subject }) => subject) =>
  all([
    time(
      'madeAt',
      messages.written,
      ({ madeAt }) => madeAt,
      ({ madeAt }) => formatInstant(madeAt),
    ),
    text('to', messages.to, ({ to }) => to),
    custom('subject', messages.subject, ({ subject }) => subject, renderSubject),
    text('state', messages.state, ({ state }) => messages.states[state], 'short'),
    text('fault', messages.fault, ({ fault }) => fault),
    countColumn<MailLine>('attempts', messages.attempts, ({ attempts }) => attempts),
    time('dueAt', messages.next, getNextAttempt, (mail) => {
      const due = getNextAttempt(mail)
      return due && formatInstant(due)
    }),
  ])

const getNextAttempt = ({ state, dueAt }: MailLine) => (state === 'waiting' ? dueAt : null)

type MailListProps = {
  query: UseQueryResult<MailLine[]>
  failed: string
  empty: string
  children: (mails: readonly MailLine[]) => ReactNode
}

/** A list of emails. To users without access, shows the not-found page. */
export function MailList({ query, failed, empty, children }: MailListProps) {
  if (query.error instanceof ApiError && query.error.status === 404) throw notFound()
  return (
    <QueryList query={query} waiting={messages.loading} failed={failed} empty={<p role="status">{empty}</p>}>
      {children}
    </QueryList>
  )
}
