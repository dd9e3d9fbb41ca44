import { NativeSelect, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { formatCompactMoney, formatMoney } from '#platform/contract/money.ts'
import { ListFilters } from '#platform/web/table/list-filters.tsx'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { queueMessages as text } from '../../queue-messages.ts'
import classes from '../authorizations.module.css'
import { findFilterOptions, noFilter, type PendingFilter, validateFilter } from './pending-filter.ts'
import bucketClasses from './queue-filter.module.css'
import { type Bucket, proposed } from './queue-parts.ts'

/** Parts that are left out while they are empty. */
const shownIfNeeded = ['none', proposed.id]

type QueueFilterProps = {
  buckets: readonly Bucket[]
  /** The id of the chosen part; empty for the whole queue. */
  chosen: string
  onChoose: (id: string) => void
}

/** The parts of the queue with their counts and amounts, as buttons that filter. */
export function QueueFilter({ buckets, chosen, onChoose }: QueueFilterProps) {
  const isByDue = buckets.some(({ id }) => id === 'overdue')
  const shown = buckets.filter(({ id, count }) => !shownIfNeeded.includes(id) || count > 0 || id === chosen)
  return (
    <fieldset aria-label={isByDue ? text.due : messages.waitSpans.title} className={bucketClasses.buckets}>
      {shown.map(({ id, name, count, amounts }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          data-late={(count > 0 && isLate(id)) || undefined}
          title={text.bucketTitle(
            name,
            count.toLocaleString('en-US'),
            amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(', '),
          )}
          onClick={() => onChoose(id === chosen ? '' : id)}
        >
          <span className={bucketClasses.count}>{count.toLocaleString('en-US')}</span> <span>{name}</span>{' '}
          <span className={bucketClasses.amounts}>
            {amounts.map(({ amount, currency }) => formatCompactMoney(amount, currency)).join(' · ')}
          </span>
        </button>
      ))}
    </fieldset>
  )
}

const longWaitDays = 31
const isLate = (id: string) => id === 'overdue' || Number(id) >= longWaitDays

type FilterFieldsProps = {
  bills: readonly PendingAuthorization[]
  filter: PendingFilter
  onChange: (filter: PendingFilter) => void
  /** The number of matching bills. */
  shown: number
}

const filterText = messages.filters
const labels = { ...filterText, assignee: text.assignee }
const all = { value: '', label: filterText.all }
const assigneeOptions = [
  { value: 'me', label: text.assign.mine },
  { value: 'none', label: text.assign.nobody },
]

/** Filters for client, currency, assignee, provider and amount. */
export function FilterFields({ bills, filter, onChange, shown }: FilterFieldsProps) {
  const options = useMemo(() => findFilterOptions(bills), [bills])
  const clients = withChosen(options.clients, filter.client, filter.client)
  const currencies = [...new Set([...options.currencies, filter.currency].filter(Boolean))]
  const people = withChosen([...assigneeOptions, ...options.assignees], filter.assignee, text.assign.other)
  const errors: Partial<PendingFilter> = validateFilter(bills, filter)
  const isFiltered = Object.values(filter).some(Boolean)
  const field = (name: Exclude<keyof PendingFilter, 'bucket'>) => ({
    size: 'sm',
    label: labels[name],
    value: filter[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...filter, [name]: value }),
  })
  const amount = {
    inputMode: 'decimal',
    autoComplete: 'off',
    maxLength: 30,
    className: classes.amount,
  } as const
  return (
    <ListFilters
      title={filterText.title}
      summary={describeFilter(filter, clients, people)}
      isFiltered={isFiltered}
      onClear={() => onChange(noFilter)}
      status={
        <p role="status" className={classes.matching}>
          {isFiltered && filterText.matching(shown, bills.length)}
          {Object.keys(errors).length > 0 && ` ${filterText.amountsIgnored}`}
        </p>
      }
    >
      <NativeSelect {...field('client')} className={classes.wide} data={[all, ...clients]} />
      <NativeSelect {...field('currency')} className={classes.narrow} data={[all, ...currencies]} />
      <NativeSelect {...field('assignee')} data={[all, ...people]} />
      <TextInput {...field('provider')} autoComplete="off" spellCheck={false} maxLength={100} />
      <TextInput {...field('from')} {...amount} />
      <TextInput {...field('to')} {...amount} />
    </ListFilters>
  )
}

type Option = { value: string; label: string }

/** Adds the chosen value, which may come from a saved view, if no bill has it. */
const withChosen = (options: readonly Option[], value: string, label: string): readonly Option[] =>
  value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label }]

/** The filters of the bills, besides their part of the queue. */
function describeFilter(
  { client, currency, assignee, provider, from, to }: PendingFilter,
  clients: readonly Option[],
  people: readonly Option[],
): string {
  const parts = [
    clients.find(({ value }) => value === client)?.label,
    currency,
    people.find(({ value }) => value === assignee)?.label,
    provider && filterText.provided(provider),
    from && filterText.above(from),
    to && filterText.below(to),
  ].filter(Boolean)
  return parts.join(' · ') || filterText.everything
}
