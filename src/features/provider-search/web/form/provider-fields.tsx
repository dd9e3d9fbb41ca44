import { TextInput } from '@mantine/core'
import { messages } from '../../messages.ts'
import { showsTaxId } from '../search-values.ts'
import { fieldId } from './field-id.ts'
import type { FieldProps } from './field-props.ts'
import { ProviderTypeField } from './provider-type-field.tsx'

/** The provider fields. */
export function ProviderFields(props: FieldProps) {
  const { search, form, values } = props
  const { errors } = form.formState
  return (
    <>
      <ProviderTypeField {...props} />
      <TextInput
        id={fieldId('name')}
        label={messages.providerName}
        autoComplete="off"
        maxLength={200}
        error={errors.name?.message}
        {...form.register('name')}
      />
      {showsTaxId(search, values) && (
        <TextInput
          id={fieldId('taxId')}
          label={messages.taxId}
          autoComplete="off"
          maxLength={20}
          error={errors.taxId?.message}
          {...form.register('taxId')}
        />
      )}
    </>
  )
}
