import { Button, Title } from '@mantine/core'
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query'
import { Link, notFound, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import {
  type Exported,
  listMailbox,
  listUndeliveredMail,
  type MailLine,
  readMail,
  sendMailAgain,
} from '../../contract.ts'
import { messages } from '../../mail-messages.ts'
import { call, isNotFoundError } from '../api-client.ts'
import { Skeleton } from '../content-states.tsx'
import { showError, useErrorNotice } from '../error-notice.tsx'
import { BusyButton } from '../form/busy-button.tsx'
import { formatInstant } from '../format-instant.ts'
import { QueryList } from '../query-list.tsx'
import { purifyMail } from '../safe-html.tsx'
import { StaticPage } from '../static-page.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ExportMenu } from '../table/export-menu.tsx'
import { countColumn, readSheet } from '../table/sheet-columns.ts'
import { createColumns } from '../table/table-columns.ts'
import { unsortedView, useDataTable } from '../table/use-data-table.ts'
import classes from './mail.module.css'

/** The development mailbox: a list of the newest emails, each of which can be read as text and as HTML. */
export function MailboxPage() {
  const { mail: read } = useSearch({ from: '/dev/mail' })
  const query = useQuery({
    queryKey: ['mailbox'],
    queryFn: ({ signal }) => call(listMailbox, {}, signal),
    select: ({ mails }) => mails,
  })
  return (
    <StaticPage isWide title={messages.mailbox}>
      {read ? (
        <MailReader id={read} />
      ) : (
        <>
          <p>{messages.mailboxAdvice}</p>
          <MailList query={query} failed={messages.mailboxFailed} empty={messages.noMail}>
            {(mails) => <MailTable mails={mails} label={messages.mailbox} renderSubject={renderSubject} />}
          </MailList>
        </>
      )}
    </StaticPage>
  )
}

const renderSubject = ({ id, subject }: MailLine) => (
  <Link to="/dev/mail" search={{ mail: id }} preload={false} className={classes.subject}>
    {subject}
  </Link>
)

/**
 * One email as it is sent. Its HTML is in a frame without scripts or navigation. To users without access,
 * shows the not-found page.
 */
export function MailReader({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['mailbox', id],
    queryFn: ({ signal }) => call(readMail, { id }, signal),
  })
  const isMissing = isNotFoundError(query.error)
  useErrorNotice({ ...query, isError: query.isError && !isMissing }, messages.mailboxFailed)
  if (isMissing) throw notFound()
  const mail = query.data
  return (
    <>
      <Button
        variant="default"
        mb="md"
        ref={(element) => element?.focus()}
        renderRoot={(root) => <Link to="/dev/mail" {...root} />}
      >
        {messages.back}
      </Button>
      {query.isPending && <Skeleton label={messages.loading} heights={[32, 120, 240]} />}
      {query.isError && <p>{messages.mailboxFailed}</p>}
      {mail && (
        <>
          <dl className={classes.facts}>
            <dt>{messages.from}</dt>
            <dd>{mail.from}</dd>
            <dt>{messages.to}</dt>
            <dd>{mail.to}</dd>
            {mail.replyTo && (
              <>
                <dt>{messages.replyTo}</dt>
                <dd>{mail.replyTo}</dd>
              </>
            )}
            <dt>{messages.subject}</dt>
            <dd>{mail.subject}</dd>
          </dl>
          <Title order={2}>{messages.asText}</Title>
          <pre className={classes.text}>{mail.text}</pre>
          <Title order={2}>{messages.asHtml}</Title>
          <iframe
            ref={(frame) => showMail(frame, mail.html)}
            className={classes.html}
            title={messages.asHtml}
            sandbox=""
          />
        </>
      )}
    </>
  )
}

/** The types know only text, but the browser demands a trusted value. */
function showMail(frame: HTMLIFrameElement | null, html: string) {
  if (frame) Object.assign(frame, { srcdoc: purifyMail(html) })
}

/** Undelivered mail: internal staff see the reason and can send it again. */
export function UndeliveredPage() {
  const query = useQuery({
    queryKey: ['undelivered-mail'],
    queryFn: ({ signal }) => call(listUndeliveredMail, {}, signal),
    select: ({ mails }) => mails,
  })
  const sending = useMutation({
    mutationFn: (id: string) => call(sendMailAgain, { id }),
    onSuccess: () => query.refetch(),
    onError: () => showError(messages.sendAgainFailed),
  })
  return (
    <StaticPage isWide title={messages.undelivered}>
      <p>{messages.undeliveredAdvice}</p>
      <MailList query={query} failed={messages.undeliveredFailed} empty={messages.allDelivered}>
        {(mails) => (
          <MailTable
            mails={mails}
            label={messages.undelivered}
            exportedAs={{ list: 'undelivered-mail', criteria: {} }}
            rowAction={{
              label: messages.sendAgain,
              render: ({ id, subject, to }) => (
                <BusyButton
                  size="compact-sm"
                  variant="default"
                  aria-label={messages.sendNamedAgain(subject, to)}
                  isBusy={sending.isPending && sending.variables === id}
                  onClick={() => sending.mutate(id)}
                >
                  {messages.sendAgain}
                </BusyButton>
              ),
            }}
          />
        )}
      </MailList>
    </StaticPage>
  )
}

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
function MailTable({ mails, label, renderSubject, rowAction, exportedAs }: MailTableProps) {
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
function MailList({ query, failed, empty, children }: MailListProps) {
  if (isNotFoundError(query.error)) throw notFound()
  return (
    <QueryList query={query} waiting={messages.loading} failed={failed} empty={<p role="status">{empty}</p>}>
      {children}
    </QueryList>
  )
}
