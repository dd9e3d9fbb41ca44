import { NativeSelect } from '@mantine/core'
import { messages } from '../../messages.ts'
import { ranges } from '../../rules.ts'
import { formatRange } from '../format-range.ts'
import { fieldId } from './field-id.ts'
import type { FieldProps } from './field-props.ts'

/** The range field, in the definition's unit. */
export function RangeField({ search, form }: FieldProps) {
  return (
    <NativeSelect
      id={fieldId('range')}
      label={messages.range}
      error={form.formState.errors.range?.message}
      data={ranges.map((range) => ({ value: String(range), label: formatRange(range, search.unit) }))}
      {...form.register('range', { valueAsNumber: true })}
    />
  )
}
