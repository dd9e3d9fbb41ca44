import { VisuallyHidden } from '@mantine/core'
import {
  IconBriefcase,
  IconFileText,
  IconMessage,
  IconReceipt2,
  IconShieldCheck,
  IconStethoscope,
} from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { formatMoney } from '#platform/contract/money.ts'
import { formatTime, today } from '#platform/web/format-instant.ts'
import type { News, NewsEntry, NewsKind } from '../contract.ts'
import { messages } from '../messages.ts'
import { Card, CardLink, EmptyCard, type LinkTarget } from './card.tsx'
import { linkToRecentActivity } from './format.ts'
import newsClasses from './news-card.module.css'
import classes from './today.module.css'
import { authorizationPath } from './waiting-card.tsx'

const text = messages.news
/** Today and yesterday are new. */
const newsDays = 2
const icons: Record<NewsKind, typeof IconReceipt2> = {
  bills: IconReceipt2,
  authorization: IconShieldCheck,
  records: IconStethoscope,
  documents: IconFileText,
  note: IconMessage,
  case: IconBriefcase,
}

type NewsCardProps = {
  query: UseQueryResult<News>
  hasAuthorizations: boolean
  /** Current activity of these kinds in the last days. */
  /** The page of a case in the results of a search. */
  casePath: (row: string) => string
}

/** What is new since yesterday: counts by kind, and the newest of each kind. */
export function NewsCard({ query, hasAuthorizations, casePath }: NewsCardProps) {
  return (
    <Card
      title={text.title}
      query={query}
      failed={text.failed}
      actions={({ entries }) =>
        entries.length > 0 && (
          <CardLink {...linkToRecentActivity(newsDays, ['ALL'])} className={classes.more}>
            {text.seeActivity}
          </CardLink>
        )
      }
    >
      {({ counts, entries }) =>
        entries.length === 0 ? (
          <EmptyCard message={text.empty}>
            <p>{text.emptyAdvice}</p>
            <CardLink {...linkToRecentActivity(7, ['ALL'])}>{text.seeActivity}</CardLink>
          </EmptyCard>
        ) : (
          <>
            <Counts counts={counts} hasAuthorizations={hasAuthorizations} />
            <ul className={newsClasses.entries}>
              {entries.map((entry) => (
                <li key={`${entry.kind} ${entry.itn ?? entry.row} ${entry.at ?? entry.day}`}>
                  <Entry entry={entry} casePath={casePath} />
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Card>
  )
}

type CountsProps = Pick<NewsCardProps, 'hasAuthorizations'> & { counts: News['counts'] }

/** The number of new items of each kind. Each leads to the incidents that have them. */
function Counts({ counts, hasAuthorizations }: CountsProps) {
  const authorizations = { number: counts.authorization, link: { href: authorizationPath } }
  const cells: { kind: keyof typeof text.counts; number: number; link: LinkTarget }[] = [
    { kind: 'bills', number: counts.bills, link: linkToRecentActivity(newsDays, ['BILLS']) },
    ...(hasAuthorizations ? [{ kind: 'authorization' as const, ...authorizations }] : []),
    {
      kind: 'records',
      number: counts.records + counts.documents,
      link: linkToRecentActivity(newsDays, ['MR', 'CASE']),
    },
    { kind: 'note', number: counts.note, link: linkToRecentActivity(newsDays, ['NOTES']) },
    { kind: 'case', number: counts.case, link: linkToRecentActivity(newsDays, ['NEW']) },
  ]
  return (
    <ul className={newsClasses.counts}>
      {cells.map(({ kind, number, link }) => (
        <li key={kind}>
          <CardLink {...link}>
            <span className={newsClasses.countNumber}>{number.toLocaleString('en-US')}</span>{' '}
            <span className={newsClasses.countLabel}>{text.counts[kind]}</span>
            {kind === 'records' && <VisuallyHidden> {text.recordsMeaning}</VisuallyHidden>}
          </CardLink>
        </li>
      ))}
    </ul>
  )
}

function Entry({ entry, casePath }: { entry: NewsEntry; casePath: NewsCardProps['casePath'] }) {
  const Icon = icons[entry.kind]
  const target = entry.itn
    ? { href: authorizationPath, state: { openItn: entry.itn } }
    : { href: casePath(entry.row ?? '') }
  const saved = entry.saved.map(({ currency, amount }) => formatMoney(amount, currency)).join(', ')
  return (
    <CardLink {...target} className={newsClasses.entry}>
      <span className={newsClasses.kind} data-waiting={entry.itn !== null || undefined}>
        <Icon size={15} stroke={1.75} aria-hidden />
      </span>
      <span className={newsClasses.entryTitle}>{describe(entry)}</span>{' '}
      <span className={newsClasses.when}>{formatWhen(entry)}</span>{' '}
      <span className={newsClasses.entryDetail}>
        {saved && <span className={classes.share}>{text.saved(saved)} · </span>}
        {listDetails(entry).join(' · ')}
      </span>
    </CardLink>
  )
}

function describe({ kind, items, pages, author, itn, incidentNumber }: NewsEntry): string {
  if (kind === 'bills') return text.bills(items)
  if (kind === 'authorization') return text.authorization(itn ?? '')
  if (kind === 'records') return text.records(items, pages ?? 0)
  if (kind === 'documents') return text.documents(items, pages ?? 0)
  if (kind === 'note') return text.note(author ?? '')
  return text.case(incidentNumber ?? '')
}

function listDetails({ kind, patientName, detail, totalCharge }: NewsEntry): string[] {
  if (kind === 'note') return [patientName, text.quote(detail)]
  if (kind === 'bills') return [patientName]
  return [patientName, detail, ...(totalCharge === null ? [] : [totalCharge])]
}

function formatWhen({ day, at }: NewsEntry): string {
  if (day !== today()) return text.yesterday
  return at === null ? text.today : formatTime(at)
}
