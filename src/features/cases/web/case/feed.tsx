import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { dayMs } from '#platform/contract/clock.ts'
import { formatDay } from '#platform/contract/date-format.ts'
import { call } from '#platform/web/api-client.ts'
import { ErrorState } from '#platform/web/content-states.tsx'
import type { OpenDocument } from '#platform/web/document/document-request.ts'
import { today } from '#platform/web/format-instant.ts'
import { EmptyState, type Listed, QueryList } from '#platform/web/query-list.tsx'
import { useTabState } from '#platform/web/storage.ts'
import type { IssuedVob } from '#vob/contract.ts'
import { type Feed, type FeedKind, maxFeedEntries, readFeed } from '../../activity-contract.ts'
import { caseQueryKey } from '../../case-contract.ts'
import { messages as caseMessages } from '../../case-messages.ts'
import { messages } from '../../messages.ts'
import { type CaseSection, type Incident, toIncidentKey } from '../../rules.ts'
import { useCaseSearch } from '../case-search-context.ts'
import classes from './feed.module.css'
import { FeedLine, type OpenLetter } from './feed-entries.tsx'
import {
  addLetters,
  type FeedItem,
  groupEntries,
  listDocuments,
  type OpenFeedDocument,
  type ShownEntry,
  type ShownKind,
} from './feed-items.ts'
import { CaseNoteEditor } from './notes.tsx'

const text = caseMessages.overview

const feedKinds = ['BILLS', 'NOTES', 'MR', 'CASE', 'AUTH'] as const satisfies FeedKind[]
const kinds = [...feedKinds, 'VOB'] as const satisfies ShownKind[]
const chosenKind = z.enum(['', ...kinds])
const sections: Partial<Record<FeedKind, CaseSection>> = {
  BILLS: 'billing',
  NOTES: 'notes',
  MR: 'medical-records',
  CASE: 'case-documents',
}

/** The number of items that the page adds at a time. */
const step = 30

/** The query for the letters of a case, and what opens one. */
export type CaseLetters = {
  letters: Pick<Listed<IssuedVob>, 'data' | 'isError' | 'isFetching' | 'refetch'>
  onOpenLetter: OpenLetter
}
const noLetters: readonly IssuedVob[] = []

type CaseFeedProps = Partial<CaseLetters> & { incident: Incident; onOpen: OpenDocument }

/** What happened in a case, with its content, newest first. */
export function CaseFeed({ incident, onOpen, letters: letterQuery, onOpenLetter = () => {} }: CaseFeedProps) {
  const key = toIncidentKey(incident)
  const query = useQuery({
    queryKey: [caseQueryKey, 'feed', key.incidentNumber],
    queryFn: ({ signal }) => call(readFeed, key, signal),
  })
  const [chosen, choose] = useTabState(`overview of ${key.incidentNumber}`, chosenKind, '')
  const kind = chosen || undefined
  const feed = query.data
  const letters = letterQuery?.data ?? noLetters
  const hasLetterError = letterQuery?.isError && !letterQuery.isFetching
  const entries = useMemo(() => feed && addLetters(feed.entries, letters), [feed, letters])
  const counts = feed && { ...feed.counts, VOB: letters.length }
  return (
    <section aria-label={text.activity} className={classes.feed}>
      <VisuallyHidden>
        <h2>{text.activity}</h2>
      </VisuallyHidden>
      <div className={classes.tools}>
        {counts && entries && entries.length > 0 && (
          <Chips counts={counts} chosen={kind} onChoose={(kind) => choose(kind ?? '')} />
        )}
        <CaseNoteEditor incident={incident} />
      </div>
      {hasLetterError && (
        <ErrorState message={text.lettersFailed} onRetry={() => void letterQuery.refetch()} />
      )}
      <QueryList
        query={{ ...query, data: entries }}
        waiting={messages.loading(text.activity)}
        failed={text.failed}
        empty={hasLetterError ? null : <EmptyState message={text.nothing} advice={text.nothingAdvice} />}
      >
        {(all) =>
          feed && (
            <Entries
              key={kind}
              kind={kind}
              all={all}
              incident={incident}
              onOpen={onOpen}
              onOpenLetter={onOpenLetter}
              counts={feed.counts}
            />
          )
        }
      </QueryList>
    </section>
  )
}

type EntriesProps = {
  all: readonly ShownEntry[]
  counts: Feed['counts']
  kind: ShownKind | undefined
  incident: Incident
  onOpen: OpenDocument
  onOpenLetter: OpenLetter
}

/** The entries of a kind, or all, a part at a time. */
function Entries({ all, counts, kind, incident, onOpen, onOpenLetter }: EntriesProps) {
  const [most, setMost] = useState(step)
  const { incidentNumber } = incident
  const entries = all.filter((entry) => kind === undefined || entry.kind === kind)
  const items = groupEntries(entries)
  const rest = items.length - most
  const openFromFeed: OpenFeedDocument = ({ path, fields }) =>
    void onOpen({ path, fields }, listDocuments(entries, incidentNumber))
  return (
    <>
      {feedKinds
        .filter((each) => counts[each] > maxFeedEntries && (kind === undefined || each === kind))
        .map((each) => (
          <CapNotice key={each} kind={each} all={counts[each]} row={incident.hash} />
        ))}
      {groupDays(items.slice(0, most)).map(([day, ofDay]) => (
        <div key={day}>
          <h3 className={classes.day}>{describeDay(day)}</h3>
          <ol>
            {ofDay.map((item) => (
              <FeedLine
                key={item.key}
                item={item}
                incidentNumber={incidentNumber}
                onOpenLetter={onOpenLetter}
                onOpen={openFromFeed}
              />
            ))}
          </ol>
        </div>
      ))}
      {rest > 0 && (
        <Button variant="default" className={classes.showMore} onClick={() => setMost(most + step)}>
          {text.more(Math.min(rest, step))}
        </Button>
      )}
    </>
  )
}

type ChipsProps = {
  counts: Record<ShownKind, number>
  chosen: ShownKind | undefined
  onChoose: (kind: ShownKind | undefined) => void
}

/** Filters the feed by kind. */
function Chips({ counts, chosen, onChoose }: ChipsProps) {
  const all = kinds.reduce((sum, kind) => sum + counts[kind], 0)
  const chip = (kind: ShownKind | undefined, label: string, count: number) => (
    <button
      key={label}
      type="button"
      className={classes.chip}
      aria-pressed={chosen === kind}
      onClick={() => onChoose(kind)}
    >
      {label} <span>{count.toLocaleString('en-US')}</span>
    </button>
  )
  return (
    <fieldset className={classes.chips} aria-label={text.filter} data-noprint>
      {chip(undefined, text.all, all)}
      {kinds.filter((kind) => counts[kind] > 0).map((kind) => chip(kind, text.kinds[kind], counts[kind]))}
    </fieldset>
  )
}

/** Says that the feed leaves out older entries of a kind, and where they are. */
function CapNotice({ kind, all, row }: { kind: FeedKind; all: number; row: string }) {
  const { path } = useCaseSearch().search
  const section = sections[kind]
  return (
    <p className={classes.cap}>
      {text.capped(maxFeedEntries, all, text.kinds[kind])}{' '}
      {section && (
        <Link to={`${path}/${section}`} search={{ row }}>
          {text.seeAll(messages.pages[section])}
        </Link>
      )}
    </p>
  )
}

const groupDays = (items: readonly FeedItem[]) => [...Map.groupBy(items, ({ day }) => day)]

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })

/** Names a day: "Today, 11/21/2026" or "Friday, 11/20/2026". */
function describeDay(day: string): string {
  const daysAgo = (Date.parse(today()) - Date.parse(day)) / dayMs
  if (daysAgo === 0) return text.day(text.today, formatDay(day))
  if (daysAgo === 1) return text.day(text.yesterday, formatDay(day))
  return text.day(weekday.format(new Date(`${day}T00:00:00Z`)), formatDay(day))
}
