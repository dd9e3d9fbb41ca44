import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { formatDay } from '#platform/contract/date-format.ts'
import { parseDate } from '#platform/contract/parse-date.ts'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import { ListFilters } from '#platform/web/list-filters.tsx'
import {
  type DecidedFilter,
  decidedFilter,
  decidedOutcome,
  decidedPeriod,
  decidedPerson,
  decidedTiming,
  maxSearchLength,
} from '../../decided-contract.ts'
import { decidedMessages } from '../../decided-messages.ts'
import classes from '../authorizations.module.css'

/** The filters of the first list: the last 30 days. */
export const noFilter = decidedFilter.parse({})

const words = decidedMessages.filters
const typingMs = 300

const listChoices = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
  values.map((value) => ({ value, label: names[value] }))

/** What is searched and filtered for. */
function describeFilter({ search, period, from, to, outcome, decidedBy, timing }: DecidedFilter): string {
  return [
    search && words.found(search),
    period === 'dates' ? words.days(from && formatDay(from), to && formatDay(to)) : words.periods[period],
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
export function FilterFields({ filter, isFiltered, onChange }: FilterFieldsProps) {
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
      {filter.period === 'dates' && (
        <DateFilters
          from={filter.from}
          to={filter.to}
          onChange={(days) => onChange({ ...filter, ...days })}
        />
      )}
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

type Days = Pick<DecidedFilter, 'from' | 'to'>

/** The first and last day. An empty field is no limit; text that is no date leaves the last one. */
function DateFilters({ from, to, onChange }: Days & { onChange: (days: Days) => void }) {
  const [typed, setTyped] = useState({ from: from && formatDay(from), to: to && formatDay(to) })
  const [typing, setTyping] = useState<keyof Days>()
  const describeError = (name: keyof Days) => {
    if (typing === name) return undefined
    if (typed[name].trim() && !parseDate(typed[name])) return words.notDate
    return name === 'to' && from && to && to < from ? words.reversed : undefined
  }
  return (['from', 'to'] as const).map((name) => (
    <DateField
      key={name}
      label={words[name]}
      value={typed[name]}
      error={describeError(name)}
      onBlur={() => setTyping(undefined)}
      onChange={(text) => {
        setTyping(name)
        setTyped({ ...typed, [name]: text })
        const day = text.trim() ? parseDate(text) : ''
        if (day !== undefined) onChange({ from, to, [name]: day })
      }}
    />
  ))
}
