import { NativeSelect } from '@mantine/core'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { ranges } from '../../rules.ts'
import { formatRange } from '../search-request.ts'
import { homeCountry, type SearchValues } from '../search-values.ts'
import type { SearchFormState } from '../use-search-form.ts'

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
