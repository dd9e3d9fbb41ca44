import {
  IconFileText,
  IconGavel,
  IconNote,
  IconReceipt2,
  IconStethoscope,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDay } from '#platform/contract/date-format.ts'
import { compareDecimals, formatMoney } from '#platform/contract/money.ts'
import { DocumentThumbnail } from '#platform/web/document/document-thumbnail.tsx'
import type { OpenDocument } from '#platform/web/document/document-window.ts'
import { formatTime } from '#platform/web/format-instant.ts'
import type { AuthorizationEntry, BillEntry, FeedEntry, FeedKind } from '../../activity-contract.ts'
import { messages as caseMessages } from '../../case-messages.ts'
import { openCaseDocument, openMedicalRecord } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { ExpandableText } from './expandable-text.tsx'
import classes from './feed.module.css'

const words = caseMessages.overview

type Entry<Kind extends FeedKind> = Extract<FeedEntry, { kind: Kind }>

/** One line of the feed: an entry, or the documents of a kind that were added on a day. */
export type FeedItem = { key: string; day: string; first: FeedEntry; all: FeedEntry[] }

/** Combines documents of the same kind and day. Expects the order of the feed. */
export function groupEntries(entries: readonly FeedEntry[]): FeedItem[] {
  const items: FeedItem[] = []
  for (const entry of entries) {
    const last = items.at(-1)
    const isDocument = entry.kind === 'MR' || entry.kind === 'CASE'
    if (isDocument && last?.first.kind === entry.kind && last.day === entry.day) last.all.push(entry)
    else items.push({ key: createKey(entry), day: entry.day, first: entry, all: [entry] })
  }
  return items
}

function createKey(entry: FeedEntry): string {
  if (entry.kind === 'NOTES') return entry.hash
  if (entry.kind === 'MR' || entry.kind === 'CASE') return `${entry.kind} ${entry.id}`
  return `${entry.kind} ${entry.itn} ${entry.kind === 'AUTH' ? `${entry.round} ${entry.action}` : ''}`
}

type FeedLineProps = { item: FeedItem; incidentNumber: string; onOpen: OpenDocument }

/** An entry of the feed with its content. */
export function FeedLine({ item: { first, all }, incidentNumber, onOpen }: FeedLineProps) {
  if (first.kind === 'NOTES') return <NoteLine note={first} />
  if (first.kind === 'BILLS') return <BillLine bill={first} />
  if (first.kind === 'AUTH') return <AuthorizationLine authorization={first} />
  return <DocumentLine documents={all} incidentNumber={incidentNumber} onOpen={onOpen} />
}

type LineProps = {
  icon: TablerIcon
  title: string
  about?: ReactNode
  action?: ReactNode
  children?: ReactNode
}

function Line({ icon: Icon, title, about, action, children }: LineProps) {
  return (
    <li className={classes.entry}>
      <span className={classes.icon}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.lead}>
        <strong>{title}</strong> {about}
      </div>
      {action && <div className={classes.action}>{action}</div>}
      {children && <div className={classes.content}>{children}</div>}
    </li>
  )
}

const NoteLine = ({ note }: { note: Entry<'NOTES'> }) => (
  <Line
    icon={IconNote}
    title={note.type}
    about={<span>{words.decidedBy(note.author, formatTime(note.timestamp))}</span>}
  >
    <p className={classes.note}>
      <ExpandableText text={note.noteText} />
    </p>
  </Line>
)

function BillLine({ bill }: { bill: BillEntry }) {
  const { currency, totalCharges, repricedAmount, savings, savingsPercent, processedDate } = bill
  const service = [...new Set([bill.serviceFrom, bill.serviceTo])].map(formatDay).join('-')
  return (
    <Line
      icon={IconReceipt2}
      title={bill.providerName}
      about={
        <>
          <span>{bill.itn}</span> <span className={classes.pill}>{bill.paymentStatus}</span>
        </>
      }
    >
      <p className={classes.money}>
        <Amount label={words.charged} amount={formatMoney(totalCharges, currency)} />
        {repricedAmount !== null && (
          <Amount label={words.repriced} amount={formatMoney(repricedAmount, currency)} />
        )}
        {savings !== null && (
          <span data-saved={compareDecimals(savings, '0') > 0 || undefined}>
            <Amount label={words.saved} amount={formatMoney(savings, currency)} />
            {savingsPercent !== null && ` ${words.percent(savingsPercent)}`}
          </span>
        )}
      </p>
      {!processedDate && <p className={classes.meta}>{words.notProcessed(service)}</p>}
    </Line>
  )
}

const Amount = ({ label, amount }: { label: string; amount: string }) => (
  <span>
    {label} <b>{amount}</b>
  </span>
)

function AuthorizationLine({ authorization }: { authorization: AuthorizationEntry }) {
  const { action, itn, providerName, at, decidedBy, reason } = authorization
  const format = (amount: string | null) => formatMoney(amount ?? '0', authorization.currency)
  const total = format(authorization.totalCharge)
  const { patientResponsibility, maximumCovered } = authorization
  return (
    <Line
      icon={IconGavel}
      title={providerName}
      about={
        <>
          <span>{itn}</span>{' '}
          <span className={classes.pill} data-waiting={action === null || undefined}>
            {words.authorizations[action ?? 'pending']}
          </span>
        </>
      }
      action={action === null && <ReviewLink itn={itn} />}
    >
      <p>
        {action === 'A'
          ? words.approved(format(maximumCovered), total, format(patientResponsibility))
          : words.totalCharge(total)}
        {reason && ` ${reason}`}
      </p>
      <p className={classes.meta}>
        {decidedBy ? words.decidedBy(decidedBy, formatTime(at)) : words.receivedAt(formatTime(at))}
      </p>
    </Line>
  )
}

/** Opens a pending authorization for review. */
const ReviewLink = ({ itn }: { itn: string }) => (
  <Link
    to="/authorization"
    state={{ openItn: itn }}
    className={classes.review}
    aria-label={words.reviewLabel(itn)}
  >
    {words.review}
  </Link>
)

/** The pages of a document, and the fields that open them and their first page. */
type FeedDocument = {
  id: string
  pageNumbers: string
  first: number
  last: number
  path: string
  fields: Record<string, string>
  thumbnail: Record<string, string>
}

type DocumentLineProps = { documents: readonly FeedEntry[]; incidentNumber: string; onOpen: OpenDocument }

/** Documents that were added on the same day, each with its first page. */
function DocumentLine({ documents, incidentNumber: IncidentNumber, onOpen }: DocumentLineProps) {
  const ranges = documents.flatMap((document): FeedDocument[] => {
    if (document.kind === 'MR') {
      const { id, pageNumbers, pageStartNumber: first, pageEndNumber: last } = document
      const fields = { IncidentNumber, PageStartNumber: String(first), PageEndNumber: String(last) }
      const thumbnail = { ...fields, PageEndNumber: String(first) }
      return [{ id, pageNumbers, first, last, path: openMedicalRecord.path, fields, thumbnail }]
    }
    if (document.kind !== 'CASE') return []
    const { id, pageNumbers, pageStart: first, pageEnd: last } = document
    const fields = { IncidentNumber, PageStart: String(first), PageEnd: String(last) }
    const thumbnail = { ...fields, PageEnd: String(first) }
    return [{ id, pageNumbers, first, last, path: openCaseDocument.path, fields, thumbnail }]
  })
  const areRecords = documents[0]?.kind === 'MR'
  const what = messages.pages[areRecords ? 'medical-records' : 'case-documents']
  const pages = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  return (
    <Line
      icon={areRecords ? IconStethoscope : IconFileText}
      title={(areRecords ? words.records : words.documents)(ranges.length)}
      about={<span>{words.pages(pages)}</span>}
    >
      <div className={classes.documents}>
        {ranges.map(({ id, pageNumbers, path, fields, thumbnail }) => (
          <button
            key={id}
            type="button"
            className={classes.document}
            aria-label={messages.viewPages(what, pageNumbers)}
            onClick={() => void onOpen({ path }, fields)}
          >
            <DocumentThumbnail path={path} fields={thumbnail} />
            {words.pageRange(pageNumbers)}
          </button>
        ))}
      </div>
    </Line>
  )
}
