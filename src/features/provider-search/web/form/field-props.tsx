import { NativeSelect, UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { allTypes, ranges } from '../../rules.ts'
import type { LookupOptions } from '../lookup-queries.ts'
import { formatRange } from '../search-request.ts'
import { chooseCountry, chooseState, homeCountry, type SearchValues } from '../search-values.ts'
import type { SearchFormControl, SearchFormState } from '../use-search-form.ts'
import classes from './search-form.module.css'

/** The label of a field, worded for the chosen country. */
export function fieldLabel(field: keyof SearchValues, { country }: Pick<SearchValues, 'country'>): string {
  if (field === 'name') return messages.providerName
  if (field === 'state' && country !== homeCountry) return messages.stateAbroad
  if (field === 'zipCode' && country !== homeCountry)
    return country === '' ? messages.zipOrPostalCode : messages.postalCode
  return messages[field]
}

/** The props of every field of the search form. */
export type FieldProps = {
  search: SearchInfo
  form: SearchFormState
  values: SearchValues
  /** A key that changes when the form is reset or shows another search. */
  resetKey: string
}

/** The field for the range, in the definition's unit. */
export function RangeField({ search, form, label }: Pick<FieldProps, 'search' | 'form'> & { label: string }) {
  return (
    <NativeSelect
      id={form.fieldId('range')}
      label={label}
      error={form.errors.range}
      value={String(form.values.range)}
      data={ranges.map((range) => ({ value: String(range), label: formatRange(range, search.unit) }))}
      onChange={(event) => {
        const range = ranges.find((each) => String(each) === event.currentTarget.value)
        if (range !== undefined) form.change({ range })
      }}
    />
  )
}

/** The error of a field with options: a failure to load them or, otherwise, the form's error. */
export function fieldError(
  form: SearchFormState,
  field: keyof SearchValues,
  options: LookupOptions<unknown>,
): ReactNode {
  /** Focuses the field first, because the retry button disappears. */
  const retry = () => {
    form.focusField(field)
    options.retry()
  }
  if (options.failure) return <OptionsError message={options.failure} onRetry={retry} />
  return form.errors[field]
}

/** A loading error with a retry button. */
function OptionsError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <>
      {message}{' '}
      <UnstyledButton className={classes.retry} onClick={onRetry}>
        {messages.tryAgain}
      </UnstyledButton>
    </>
  )
}

const resets = {
  country: chooseCountry(''),
  state: chooseState(''),
  providerType: { providerType: allTypes },
}

/** Resets a value that is not among the loaded options and shows an error at its field; a provider type becomes All. */
export function useValidOption(
  { change, setError }: SearchFormControl,
  field: keyof typeof resets,
  value: string,
  { items, loading }: Pick<LookupOptions<{ id: string }>, 'items' | 'loading'>,
) {
  const isUnavailable = value !== '' && !loading && items.length > 0 && !items.some(({ id }) => id === value)
  useEffect(() => {
    if (!isUnavailable) return
    change(resets[field])
    const message = messages.notOffered(messages[field])
    setError(field, {
      message: field === 'providerType' ? `${message} ${messages.allSelected}` : message,
    })
  }, [isUnavailable, change, setError, field])
}
