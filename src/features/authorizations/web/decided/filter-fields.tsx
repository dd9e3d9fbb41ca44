import { NativeSelect } from '@mantine/core'
import { formatDay } from '#platform/contract/date-format.ts'
import { DateFilters } from '#platform/web/table/date-filters.tsx'
import { ChoiceFilter, ListFilters, SearchFilter } from '#platform/web/table/list-filters.tsx'
import {
  type DecidedFilter,
  decidedFilter,
  decidedOutcome,
  decidedPeriod,
  decidedPerson,
  decidedState,
  decidedTiming,
  maxSearchLength,
} from '../../decided-contract.ts'
import { decidedMessages } from '../../decided-messages.ts'
import classes from '../authorizations.module.css'

/** The filters of the first list: the last 30 days. */
export const noFilter = decidedFilter.parse({})

const filterText = decidedMessages.filters
function describePeriod({ period, from, to }: Pick<DecidedFilter, 'period' | 'from' | 'to'>): string {
  if (period !== 'dates') return filterText.periods[period]
  return from || to ? filterText.days(from && formatDay(from), to && formatDay(to)) : filterText.periods.any
}

/** The search and the filters in words. */
function describeFilter(filter: DecidedFilter, client: string | undefined): string {
  const { search, period, from, to, outcome, state, decidedBy, decidedByName, timing } = filter
  return [
    state === 'undone' && filterText.states.undone,
    search && filterText.found(search),
    describePeriod({ period, from, to }),
    outcome !== 'any' && filterText.outcomes[outcome],
    decidedBy === 'me' && filterText.decidedByMe,
    decidedByName && filterText.decidedByNamed(decidedByName),
    timing !== 'any' && filterText.timings[timing],
    client,
  ]
    .filter(Boolean)
    .join(' · ')
}

export type ClientChoice = { code: string; name: string }

type FilterFieldsProps = {
  filter: DecidedFilter
  /** The person's clients. */
  clients: readonly ClientChoice[]
  isFiltered: boolean
  onChange: (filter: DecidedFilter) => void
}

/** The search field and the filters. */
export function FilterFields({ filter, clients, isFiltered, onChange }: FilterFieldsProps) {
  const change = (part: Partial<DecidedFilter>) => onChange({ ...filter, ...part })
  const { search, period, from, to, outcome, timing, client } = filter
  const choices = listClientChoices(clients, client)
  const chosen = choices.find(({ value }) => value === client)
  return (
    <ListFilters
      title={filterText.title}
      summary={describeFilter(filter, chosen?.label)}
      isFiltered={isFiltered}
      onClear={() => onChange(noFilter)}
    >
      <SearchFilter
        label={filterText.search}
        hint={filterText.searchHint}
        className={classes.search}
        maxLength={maxSearchLength}
        value={search}
        onChange={(text) => change({ search: text })}
      />
      <ChoiceFilter
        label={filter.state === 'undone' ? filterText.states.undone : filterText.period}
        choices={decidedPeriod}
        names={filterText.periods}
        value={period}
        onChange={(chosen) => change({ period: chosen })}
      />
      {period === 'dates' && <DateFilters from={from} to={to} onChange={change} />}
      <ChoiceFilter
        label={filterText.outcome}
        className={classes.wide}
        choices={decidedOutcome}
        names={filterText.outcomes}
        value={outcome}
        onChange={(chosen) => change({ outcome: chosen })}
      />
      <PersonFilters filter={filter} onChange={change} />
      <ChoiceFilter
        label={filterText.timing}
        choices={decidedTiming}
        names={filterText.timings}
        value={timing}
        onChange={(chosen) => change({ timing: chosen })}
      />
      {choices.length > 1 && (
        <NativeSelect
          label={filterText.client}
          className={classes.wide}
          value={client}
          data={[{ value: '', label: filterText.allClients }, ...choices]}
          onChange={({ currentTarget }) => change({ client: currentTarget.value })}
        />
      )}
    </ListFilters>
  )
}

type PersonFiltersProps = { filter: DecidedFilter; onChange: (part: Partial<DecidedFilter>) => void }

/** The filters by person, and for decisions that stand or were undone. */
const PersonFilters = ({ filter, onChange }: PersonFiltersProps) => (
  <>
    <ChoiceFilter
      label={filterText.state}
      choices={decidedState}
      names={filterText.states}
      value={filter.state}
      onChange={(state) => onChange({ state })}
    />
    <ChoiceFilter
      label={filterText.decidedBy}
      choices={decidedPerson}
      names={filterText.people}
      value={filter.decidedBy}
      onChange={(decidedBy) => onChange({ decidedBy })}
    />
    <SearchFilter
      label={filterText.decidedByName}
      hint={filterText.nameHint}
      className={classes.wide}
      maxLength={maxSearchLength}
      value={filter.decidedByName}
      onChange={(decidedByName) => onChange({ decidedByName })}
    />
  </>
)

/** The clients to choose from, and the chosen one if it is not among them. */
const listClientChoices = (clients: readonly ClientChoice[], chosen: string) => [
  ...clients.map(({ code, name }) => ({ value: code, label: name })),
  ...(!chosen || clients.some(({ code }) => code === chosen) ? [] : [{ value: chosen, label: chosen }]),
]
