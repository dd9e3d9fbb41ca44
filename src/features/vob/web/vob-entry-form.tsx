import { Button, Group, Text } from '@mantine/core'
import { type FormEvent, useEffect, useId, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { now } from '#platform/contract/clock.ts'
import { dayInTimeZone } from '#platform/contract/date-format.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { ErrorSummary } from '#platform/web/error-summary/error-summary.tsx'
import type { VobForm, VobOptions } from '../contract.ts'
import { messages } from '../messages.ts'
import { type Field, type FieldError, summarizeErrors, validateForm } from '../rules.ts'
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
const sortErrors = (errors: FieldError[]) =>
  errors.toSorted((one, other) => fieldOrder.indexOf(one.field) - fieldOrder.indexOf(other.field))

/** Finds the first empty field, which gets the focus. */
const findFirstEmpty = (form: VobForm): Field =>
  fieldOrder.find((field) => form[field].trim() === '') ?? 'providerName'

type VobFieldsProps = {
  form: UseFormReturn<VobForm>
  vobOptions: VobOptions
  isRunning: boolean
  onPreview: (values: VobForm) => void
}

/** The form. It validates before sending and shows errors next to the fields and in a summary. */
export function VobEntryForm({ form, vobOptions, isRunning, onPreview }: VobFieldsProps) {
  const id = useId()
  const fieldId = (field: Field) => `${id}${field}`
  const [rejected, setRejected] = useState<{ errors: FieldError[]; attempt: number }>({
    errors: [],
    attempt: 0,
  })
  const [first] = useState(() => findFirstEmpty(form.getValues()))
  useEffect(() => form.setFocus(first), [form, first])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRunning) return
    const values = form.getValues()
    const errors = sortErrors(
      validateForm(values, vobOptions, dayInTimeZone(getBootstrapData().timeZone, now())),
    )
    setRejected(({ attempt }) => ({ errors, attempt: attempt + 1 }))
    if (errors.length === 0) onPreview(values)
  }
  const clearError = (field: Field) =>
    setRejected(({ errors, attempt }) => ({
      errors: errors.filter((error) => error.field !== field),
      attempt,
    }))
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <Text>{messages.requiredNote}</Text>
      <ErrorSummary
        title={summarizeErrors(rejected.errors) ?? ''}
        errors={rejected.errors.map(({ field, message }) => ({
          id: fieldId(field),
          message: formatError(field, message),
        }))}
        rejection={rejected.attempt}
      />
      {sections.map(([title, fields]) => (
        <fieldset key={title} className={classes.fields}>
          <legend>{title}</legend>
          {fields.map((field) => (
            <VobField
              key={field}
              field={field}
              id={fieldId(field)}
              isFirst={field === first}
              form={form}
              vobOptions={vobOptions}
              error={rejected.errors.find((error) => error.field === field)}
              onEdit={clearError}
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
    </form>
  )
}

/** Formats a line of the error summary. */
function formatError(field: Field, message: string): string {
  const label = messages.labels[field]
  if (message === messages.fieldMissing) return messages.missing(label)
  return message.startsWith(label) ? message : messages.labeledError(label, message)
}
