import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import classes from '../authorizations.module.css'
import { choicesIn, everything, faultsOfFilter, type PendingFilter } from './pending-filter.ts'

type FilterFieldsProps = {
  bills: readonly PendingAuthorization[]
  filter: PendingFilter
  onChange: (filter: PendingFilter) => void
  /** The number of matching bills. */
  shown: number
}

const says = messages.filters
const all = { value: '', label: says.all }

/** Filters for client, currency, provider and amount. */
export function FilterFields({ bills, filter, onChange, shown }: FilterFieldsProps) {
  const { clients, currencies } = choicesIn(bills)
  const faults: Partial<PendingFilter> = faultsOfFilter(bills, filter)
  const field = (name: keyof PendingFilter) => ({
    size: 'sm',
    label: says[name],
    value: filter[name],
    error: faults[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange({ ...filter, [name]: value }),
  })
  const amount = { inputMode: 'decimal', autoComplete: 'off', className: classes.amount } as const
  const isNarrowed = Object.values(filter).some(Boolean)
  return (
    <fieldset className={classes.filters} data-noprint={!isNarrowed || undefined}>
      <legend>{says.title}</legend>
      <NativeSelect {...field('client')} data={[all, ...clients]} />
      <NativeSelect {...field('currency')} data={[all, ...currencies]} />
      <TextInput {...field('provider')} autoComplete="off" spellCheck={false} />
      <TextInput {...field('from')} {...amount} />
      <TextInput {...field('to')} {...amount} />
      {isNarrowed && (
        <>
          <Button size="sm" variant="default" onClick={() => onChange(everything)}>
            {says.clear}
          </Button>
          <p role="status">{says.fits(shown, bills.length)}</p>
        </>
      )}
    </fieldset>
  )
}
