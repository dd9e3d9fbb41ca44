import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Form } from '#platform/web/form/form.tsx'
import type { AppForm } from '#platform/web/form/use-app-form.ts'
import type { VobForm, VobOptions } from '../contract.ts'
import { messages } from '../messages.ts'
import { type Field, summarizeErrors } from '../rules.ts'
import classes from './vob.module.css'
import { VobField } from './vob-field.tsx'

/** The form's sections, with fields in the order of the letter. */
const sections: readonly [title: string, fields: Field[]][] = [
  [
    messages.provider,
    [
      'providerName',
      'providerContact',
      'providerTaxId',
      'providerAddress',
      'providerCityStateZip',
      'providerPhone',
      'providerFax',
    ],
  ],
  [
    messages.patient,
    [
      'patientLastName',
      'patientFirstName',
      'patientDOB',
      'patientPolicyNumber',
      'groupId',
      'policyFrom',
      'policyTo',
      'dateOfService',
      'reference',
    ],
  ],
  [messages.benefits, ['copayment', 'deductible', 'coverageLimit']],
  [messages.carrier, ['clientName', 'clientMailingAddress', 'clientPhone', 'clientFax']],
  [messages.letter, ['notes', 'sincerely']],
]

const fieldOrder = sections.flatMap(([, fields]) => fields)
/** Finds the first empty field, which gets the focus. */
const findFirstEmpty = (form: VobForm): Field =>
  fieldOrder.find((field) => form[field].trim() === '') ?? 'providerName'

type VobFieldsProps = {
  form: AppForm<VobForm>
  vobOptions: VobOptions
  isRunning: boolean
  onPreview: (values: VobForm) => void
}

/** The form. It validates before sending and shows errors next to the fields and in a summary. */
export function VobEntryForm({ form, vobOptions, isRunning, onPreview }: VobFieldsProps) {
  const { setFocus, errors } = form
  const [first] = useState(() => findFirstEmpty(form.getValues()))
  useEffect(() => setFocus(first), [setFocus, first])
  const invalid = fieldOrder.flatMap((field) => {
    const message = errors[field]
    return message ? [{ field, message }] : []
  })
  return (
    <Form
      form={form}
      className={classes.form}
      lead={<Text>{messages.requiredNote}</Text>}
      summary={{ title: summarizeErrors(invalid) ?? '', order: fieldOrder, formatLine: formatError }}
      isBusy={isRunning}
      onSubmit={onPreview}
    >
      {sections.map(([title, fields]) => (
        <fieldset key={title} className={classes.fields}>
          <legend>{title}</legend>
          {fields.map((field) => (
            <VobField
              key={field}
              field={field}
              isFirst={field === first}
              form={form}
              vobOptions={vobOptions}
            />
          ))}
        </fieldset>
      ))}
      <Group justify="flex-end" className={classes.buttons}>
        <Text role="status" mr="auto">
          {isRunning && messages.previewing}
        </Text>
        <Button type="submit" loading={isRunning}>
          {messages.preview}
        </Button>
      </Group>
    </Form>
  )
}

/** Formats a line of the error summary. */
function formatError(field: keyof VobForm, message: string): string {
  const label = messages.labels[field as Field]
  if (message === messages.fieldMissing) return messages.missing(label)
  return message.startsWith(label) ? message : messages.labeledError(label, message)
}
