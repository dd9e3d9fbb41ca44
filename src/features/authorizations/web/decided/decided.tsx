import { Alert, NativeSelect, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '#platform/web/api-client.ts'
import { ListFilters } from '#platform/web/list-filters.tsx'
import { EmptyState, QueryList } from '#platform/web/query-list.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { useTabState } from '#platform/web/storage.ts'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { listView, unsortedView } from '#platform/web/table/use-data-table.ts'
import {
  type DecidedAuthorization,
  type DecidedFilter,
  decidedFilter,
  decidedOutcome,
  decidedPeriod,
  decidedPerson,
  decidedTiming,
  listDecidedAuthorizations,
  maxSearchLength,
} from '../../decided-contract.ts'
import { decidedMessages as text } from '../../decided-messages.ts'
import { AuthorizationNav } from '../authorization-nav.tsx'
import classes from '../authorizations.module.css'
import { decidedColumns, initialColumns } from './decided-columns.tsx'
import { HistoryModal } from './history-modal.tsx'

const noFilter = decidedFilter.parse({})
const rowId = ({ id }: DecidedAuthorization) => id

type DecidedProps = {
  /** Identifies the person and the client. */
  owner: string
  /** The ITN whose history another page asked to open. */
  openItn: string | undefined
  /** Called when the history is closed, which is no longer requested then. */
  onClosed: () => void
}

/** The decisions on a client's bills: search, filters, list, and the history of each bill. */
export function Decided({ owner, openItn, onClosed }: DecidedProps) {
  const [filter, setFilter] = useTabState('decided filter', decidedFilter, noFilter)
  const [view, onView] = useTabState('decided view', listView, unsortedView)
  const [opened, setOpened] = useState<string>()
  const query = useQuery({
    queryKey: ['decided authorizations', owner, filter],
    queryFn: ({ signal }) => call(listDecidedAuthorizations, filter, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const columns = useMemo(() => decidedColumns(setOpened), [])
  const { decisions, notice } = query.data ?? {}
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(noFilter)
  const change = (next: DecidedFilter) => {
    setFilter(next)
    onView({ ...view, pageIndex: 0 })
  }
  return (
    <article className={classes.page}>
      <PageTitle>{text.page}</PageTitle>
      <div className={classes.head}>
        <Title order={1}>{text.page}</Title>
        <AuthorizationNav current="decided" />
      </div>
      <FilterFields filter={filter} isFiltered={isFiltered} onChange={change} />
      {notice && (
        <Alert role="status" color="amber" variant="light" className={classes.notice}>
          {notice}
        </Alert>
      )}
      <section aria-label={text.label} aria-busy={query.isFetching} className={classes.outcome}>
        <QueryList
          query={{ ...query, data: decisions }}
          waiting={text.loading}
          failed={text.failed}
          empty={
            isFiltered ? (
              <EmptyState message={text.noMatch} advice={text.noMatchAdvice} />
            ) : (
              <EmptyState message={text.none} advice={text.noneAdvice} />
            )
          }
        >
          {(rows) => (
            <PagedList
              exportedAs={{ list: 'decisions', criteria: filter }}
              label={text.label}
              rows={rows}
              columns={columns}
              rowId={rowId}
              sizeKey="Decided_ResultSize"
              columnsKey="decidedColumns"
              initialColumns={initialColumns}
              view={view}
              onView={onView}
              onOpen={({ itnNumber }) => setOpened(itnNumber)}
            />
          )}
        </QueryList>
      </section>
      <HistoryModal
        owner={owner}
        itn={opened ?? openItn}
        onClose={() => {
          setOpened(undefined)
          if (openItn !== undefined) onClosed()
        }}
      />
    </article>
  )
}

const words = text.filters
const typingMs = 300

const listChoices = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
  values.map((value) => ({ value, label: names[value] }))

/** What is searched and filtered for. */
function describeFilter({ search, period, outcome, decidedBy, timing }: DecidedFilter): string {
  return [
    search && words.found(search),
    words.periods[period],
    outcome !== 'any' && words.outcomes[outcome],
    decidedBy === 'me' && words.decidedByMe,
    timing !== 'any' && words.timings[timing],
  ]
    .filter(Boolean)
    .join(' · ')
}

type FilterFieldsProps = {
  filter: DecidedFilter
  isFiltered: boolean
  onChange: (filter: DecidedFilter) => void
}

/** The search box, which waits for a pause in typing, and the filters. */
function FilterFields({ filter, isFiltered, onChange }: FilterFieldsProps) {
  const [typed, setTyped] = useState(filter.search)
  const search = useDebouncedCallback(
    (found: string) => onChange({ ...filter, search: found.trim() }),
    typingMs,
  )
  return (
    <ListFilters
      title={words.title}
      summary={describeFilter(filter)}
      isFiltered={isFiltered}
      onClear={() => {
        search.cancel()
        setTyped('')
        onChange(noFilter)
      }}
    >
      <TextInput
        label={words.search}
        placeholder={words.searchHint}
        className={classes.search}
        value={typed}
        maxLength={maxSearchLength}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          search(value)
        }}
      />
      <NativeSelect
        label={words.period}
        value={filter.period}
        data={listChoices(decidedPeriod.options, words.periods)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, period: decidedPeriod.parse(value) })
        }
      />
      <NativeSelect
        label={words.outcome}
        value={filter.outcome}
        data={listChoices(decidedOutcome.options, words.outcomes)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, outcome: decidedOutcome.parse(value) })
        }
      />
      <NativeSelect
        label={words.decidedBy}
        value={filter.decidedBy}
        data={listChoices(decidedPerson.options, words.people)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, decidedBy: decidedPerson.parse(value) })
        }
      />
      <NativeSelect
        label={words.timing}
        value={filter.timing}
        data={listChoices(decidedTiming.options, words.timings)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, timing: decidedTiming.parse(value) })
        }
      />
    </ListFilters>
  )
}
