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
import type { Document } from '#platform/web/document/document-window.ts'
import { formatTime } from '#platform/web/format-instant.ts'
import type { AuthorizationEntry, BillEntry, FeedEntry, FeedKind } from '../../activity-contract.ts'
import { messages as caseMessages } from '../../case-messages.ts'
import { messages } from '../../messages.ts'
import { createDocumentPost, createRecordPost } from './document-requests.ts'
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

type FeedLineProps = { item: FeedItem; onOpen: OpenFeedDocument; incidentNumber: string }

/** An entry of the feed with its content. */
export function FeedLine({ item: { first, all }, incidentNumber, onOpen }: FeedLineProps) {
  if (first.kind === 'NOTES') return <NoteLine note={first} />
  if (first.kind === 'BILLS') return <BillLine bill={first} />
  if (first.kind === 'AUTH') return <AuthorizationLine authorization={first} />
  return <DocumentLine documents={listDocuments(all, incidentNumber)} onOpen={onOpen} />
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

/** A document of the feed, with its pages and the form posts that open it and its first page. */
type FeedDocument = Document & {
  id: string
  kind: 'MR' | 'CASE'
  firstPage: Document
  pageNumbers: string
  pages: number
}
export type OpenFeedDocument = (document: FeedDocument) => void

/** Lists the documents among entries of the feed, in their order. */
export function listDocuments(entries: readonly FeedEntry[], incidentNumber: string): FeedDocument[] {
  return entries.flatMap((entry): FeedDocument[] => {
    if (entry.kind === 'MR') {
      const { id, kind, pageNumbers, pageStartNumber, pageEndNumber } = entry
      const pages = pageEndNumber - pageStartNumber + 1
      return [{ id, kind, pageNumbers, pages, ...createRecordPost(incidentNumber, entry) }]
    }
    if (entry.kind !== 'CASE') return []
    const { id, kind, pageNumbers, pageStart, pageEnd } = entry
    const pages = pageEnd - pageStart + 1
    return [{ id, kind, pageNumbers, pages, ...createDocumentPost(incidentNumber, entry) }]
  })
}

type DocumentLineProps = { documents: readonly FeedDocument[]; onOpen: OpenFeedDocument }

/** Documents that were added on the same day, each with its first page. */
function DocumentLine({ documents, onOpen }: DocumentLineProps) {
  const areRecords = documents[0]?.kind === 'MR'
  const what = messages.pages[areRecords ? 'medical-records' : 'case-documents']
  const pages = documents.reduce((sum, each) => sum + each.pages, 0)
  return (
    <Line
      icon={areRecords ? IconStethoscope : IconFileText}
      title={(areRecords ? words.records : words.documents)(documents.length)}
      about={<span>{words.pages(pages)}</span>}
    >
      <div className={classes.documents}>
        {documents.map((document) => (
          <button
            key={document.id}
            type="button"
            className={classes.document}
            aria-label={messages.viewPages(what, document.pageNumbers)}
            onClick={() => onOpen(document)}
          >
            <DocumentThumbnail {...document.firstPage} />
            {words.pageRange(document.pageNumbers)}
          </button>
        ))}
      </div>
    </Line>
  )
}
