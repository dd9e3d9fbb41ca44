import { NativeSelect } from '@mantine/core'
import { messages } from '../../messages.ts'
import { chooseNetwork } from '../dependent-fields.ts'
import { change } from '../use-search-form.ts'
import { fieldId } from './field-id.ts'
import type { FieldProps } from './field-props.ts'

/**
 * The field for the network, one of the search definition's. Changing the network resets the place fields.
 */
export function NetworkField({ search, form, values }: FieldProps) {
  return (
    <NativeSelect
      id={fieldId('network')}
      label={messages.network}
      error={form.formState.errors.network?.message}
      value={values.network}
      data={Object.entries(search.networks).map(([value, label]) => ({ value, label }))}
      onChange={(event) => change(form, chooseNetwork(event.currentTarget.value, values, search))}
    />
  )
}
