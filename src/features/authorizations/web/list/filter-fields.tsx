import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import classes from '../authorizations.module.css'
import { findFilterOptions, noFilter, type PendingFilter, validateFilter } from './pending-filter.ts'

type FilterFieldsProps = {
  bills: readonly PendingAuthorization[]
  filter: PendingFilter
  onChange: (filter: PendingFilter) => void
  /** The number of matching bills. */
  shown: number
}

const text = messages.filters
const all = { value: '', label: text.all }

/** Filters for client, currency, provider and amount. */
export function FilterFields({ bills, filter, onChange, shown }: FilterFieldsProps) {
  const { clients, currencies } = findFilterOptions(bills)
  const errors: Partial<PendingFilter> = validateFilter(bills, filter)
  const field = (name: keyof PendingFilter) => ({
    size: 'sm',
    label: text[name],
    value: filter[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...filter, [name]: value }),
  })
  const amount = { inputMode: 'decimal', autoComplete: 'off', className: classes.amount } as const
  const isFiltered = Object.values(filter).some(Boolean)
  return (
    <fieldset className={classes.filters} data-noprint={!isFiltered || undefined}>
      <legend>{text.title}</legend>
      <NativeSelect {...field('client')} data={[all, ...clients]} />
      <NativeSelect {...field('currency')} data={[all, ...currencies]} />
      <TextInput {...field('provider')} autoComplete="off" spellCheck={false} />
      <TextInput {...field('from')} {...amount} />
      <TextInput {...field('to')} {...amount} />
      {isFiltered && (
        <>
          <Button size="sm" variant="default" onClick={() => onChange(noFilter)}>
            {text.clear}
          </Button>
          <p role="status">{text.matching(shown, bills.length)}</p>
        </>
      )}
    </fieldset>
  )
}
