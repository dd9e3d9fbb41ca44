import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import type { AvailableClients } from '#platform/web/multi-client-search/client-selection.ts'
import { EmptyState, type Listed, QueryList } from '#platform/web/query-list.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { viewMessages } from '../../view-messages.ts'
import { type ReportParams, toSearch } from './report-links.tsx'
import classes from './report-view.module.css'

/** The text of a list. */
type ListText = Record<'title' | 'loading' | 'failed' | 'none' | 'noneAdvice' | 'more', string>

type ReportListProps<Row> = {
  text: ListText
  params: ReportParams
  /** What the list is limited to. */
  criteria: readonly string[]
  query: Listed<Row>
  /** The number of rows and their sums. */
  summarize: (rows: readonly Row[]) => readonly string[]
  loadMore: (() => void) | undefined
  isLoadingMore: boolean
  children: (rows: readonly Row[]) => ReactNode
}

/** A page with the rows that a figure of a report counts: what they are, their sums, and a table. */
export function ReportList<Row>({ text, params, criteria, query, summarize, ...list }: ReportListProps<Row>) {
  return (
    <article className={classes.page}>
      <PageTitle>{text.title}</PageTitle>
      <p className={classes.back} data-noprint>
        <Link to="/reports/view" search={toSearch(params)}>
          {viewMessages.backToReport}
        </Link>
      </p>
      <Title order={1}>{text.title}</Title>
      <ul className={classes.criteria} aria-label={viewMessages.criteria}>
        {criteria.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      <QueryList
        query={query}
        waiting={text.loading}
        failed={text.failed}
        empty={<EmptyState message={text.none} advice={text.noneAdvice} />}
      >
        {(rows) => (
          <div className={classes.bills}>
            <p className={classes.note} role="status">
              {summarize(rows).join(' · ')}
            </p>
            {list.children(rows)}
            {list.loadMore && (
              <BusyButton variant="default" isBusy={list.isLoadingMore} onClick={list.loadMore}>
                {text.more}
              </BusyButton>
            )}
          </div>
        )}
      </QueryList>
    </article>
  )
}

/** What the list pages of a report have in common. */
export type ListPageProps<Selection> = {
  owner: string
  params: ReportParams
  selection: Selection
  /** The codes of the report, separated by commas; undefined while they load. */
  codes: string | undefined
  clients: AvailableClients['clients']
  casePath: (row: string) => string
}

/** Returns the name of a selected client. */
export const describeClient = ({ client }: { client: string }, clients: AvailableClients['clients']) =>
  clients?.find(({ code }) => code === client)?.name ?? client

/** Loads all rows, for a download. */
export async function loadAllPages<Key extends string, Row>(
  load: (last?: Row) => Promise<{ hasMore: boolean } & Record<Key, Row[]>>,
  key: Key,
): Promise<Row[]> {
  const all: Row[] = []
  for (let hasMore = true; hasMore; ) {
    const page = await load(all.at(-1))
    for (const row of page[key]) all.push(row)
    hasMore = page.hasMore
  }
  return all
}
