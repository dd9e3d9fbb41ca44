import {
  IconFileText,
  IconGavel,
  IconMailOpened,
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
import { formatInstantDay, formatTime } from '#platform/web/format-instant.ts'
import type { AuthorizationEntry, BillEntry, FeedEntry, FeedKind } from '../../activity-contract.ts'
import { messages as caseMessages } from '../../case-messages.ts'
import { messages } from '../../messages.ts'
import { type AuthorizationTarget, findAuthorizationTarget } from '../results/case-links.tsx'
import { ExpandableText } from './expandable-text.tsx'
import classes from './feed.module.css'
import {
  type FeedDocument,
  type FeedItem,
  type LetterEntry,
  listDocuments,
  type OpenFeedDocument,
} from './feed-items.ts'

const text = caseMessages.overview

type Entry<Kind extends FeedKind> = Extract<FeedEntry, { kind: Kind }>

type FeedLineProps = {
  item: FeedItem
  onOpen: OpenFeedDocument
  onOpenLetter: OpenLetter
  incidentNumber: string
}

/** An entry of the feed with its content. */
export function FeedLine({ item: { first, all }, incidentNumber, onOpen, onOpenLetter }: FeedLineProps) {
  if (first.kind === 'VOB') return <LetterLine letter={first} onOpen={onOpenLetter} />
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
        <strong>
          <bdi>{title}</bdi>
        </strong>{' '}
        {about}
      </div>
      {action && <div className={classes.action}>{action}</div>}
      {children && <div className={classes.content}>{children}</div>}
    </li>
  )
}

/** Who did something, and when. A name with text in the other direction does not reorder the time. */
const By = ({ name, at }: { name: string; at: string }) => (
  <>
    <bdi>{name}</bdi>, {formatTime(at)}
  </>
)

const NoteLine = ({ note }: { note: Entry<'NOTES'> }) => (
  <Line
    icon={IconNote}
    title={note.type}
    about={
      <span>
        <By name={note.author} at={note.timestamp} />
      </span>
    }
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
        <Amount label={text.charged} amount={formatMoney(totalCharges, currency)} />
        {repricedAmount !== null && (
          <Amount label={text.repriced} amount={formatMoney(repricedAmount, currency)} />
        )}
        {savings !== null && (
          <span data-saved={compareDecimals(savings, '0') > 0 || undefined}>
            <Amount label={text.saved} amount={formatMoney(savings, currency)} />
            {savingsPercent !== null && ` ${text.percent(savingsPercent)}`}
          </span>
        )}
      </p>
      {!processedDate && <p className={classes.meta}>{text.notProcessed(service)}</p>}
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
            {text.authorizations[action ?? 'pending']}
          </span>
        </>
      }
      action={<AuthorizationLink {...findAuthorizationTarget(itn, action === null)} />}
    >
      <p>
        {action === 'A'
          ? text.approved(format(maximumCovered), total, format(patientResponsibility))
          : text.totalCharge(total)}
        {reason && ` ${reason}`}
      </p>
      <p className={classes.meta}>
        {decidedBy ? <By name={decidedBy} at={at} /> : text.receivedAt(formatTime(at))}
      </p>
    </Line>
  )
}

const AuthorizationLink = ({ label, name, ...target }: AuthorizationTarget) => (
  <Link {...target} className={classes.review} aria-label={name}>
    {label}
  </Link>
)

/** Opens a letter by its number. */
export type OpenLetter = (number: string) => void

function LetterLine({ letter, onOpen }: { letter: LetterEntry; onOpen: OpenLetter }) {
  const { number, providerName, patientName, issuedBy, at, withdrawal } = letter
  return (
    <Line
      icon={IconMailOpened}
      title={text.letter}
      about={
        <>
          <button
            type="button"
            className={classes.letter}
            aria-label={text.openLetter(number)}
            onClick={() => onOpen(number)}
          >
            {number}
          </button>{' '}
          {withdrawal && <span className={classes.pill}>{text.withdrawn}</span>}
        </>
      }
    >
      <p>
        <bdi>{providerName}</bdi>. {text.letterFor} <bdi>{patientName}</bdi>
      </p>
      {withdrawal && (
        <p>{text.withdrawnBy(formatInstantDay(withdrawal.at), withdrawal.by, withdrawal.reason)}</p>
      )}
      <p className={classes.meta}>
        <By name={issuedBy} at={at} />
      </p>
    </Line>
  )
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
      title={(areRecords ? text.records : text.documents)(documents.length)}
      about={<span>{text.pages(pages)}</span>}
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
            {text.pageRange(document.pageNumbers)}
          </button>
        ))}
      </div>
    </Line>
  )
}
