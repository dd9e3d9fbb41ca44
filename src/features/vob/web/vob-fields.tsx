import { Button, Group, Text } from '@mantine/core'
import { type FormEvent, useEffect, useId, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { dayInTimeZone } from '#platform/contract/calendar.ts'
import { now } from '#platform/contract/clock.ts'
import { getBootstrapData } from '#platform/web/bootstrap-data.ts'
import { ErrorSummary } from '#platform/web/error-summary/error-summary.tsx'
import type { VobForm, VobOffer } from '../contract.ts'
import { messages } from '../messages.ts'
import { type Fault, type Field, faultsOf, sentenceFor } from '../rules.ts'
import classes from './vob.module.css'
import { VobField } from './vob-field.tsx'

/** The form's sections, with fields in the order of the letter. */
const parts: readonly [title: string, fields: Field[]][] = [
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

const order = parts.flatMap(([, fields]) => fields)
const inOrder = (faults: Fault[]) =>
  faults.toSorted((one, other) => order.indexOf(one.field) - order.indexOf(other.field))

/** The first empty field. */
const firstEmpty = (form: VobForm): Field =>
  order.find((field) => form[field].trim() === '') ?? 'providerName'

type VobFieldsProps = {
  form: UseFormReturn<VobForm>
  offer: VobOffer
  isRunning: boolean
  onPreview: (values: VobForm) => void
}

/** The form. It validates before sending and shows errors at the fields and in a summary. */
export function VobFields({ form, offer, isRunning, onPreview }: VobFieldsProps) {
  const id = useId()
  const idOf = (field: Field) => `${id}${field}`
  const [refused, setRefused] = useState<{ faults: Fault[]; attempt: number }>({ faults: [], attempt: 0 })
  const [first] = useState(() => firstEmpty(form.getValues()))
  useEffect(() => form.setFocus(first), [form, first])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRunning) return
    const values = form.getValues()
    const faults = inOrder(faultsOf(values, offer, dayInTimeZone(getBootstrapData().timeZone, now())))
    setRefused(({ attempt }) => ({ faults, attempt: attempt + 1 }))
    if (faults.length === 0) onPreview(values)
  }
  const mend = (field: Field) =>
    setRefused(({ faults, attempt }) => ({
      faults: faults.filter((fault) => fault.field !== field),
      attempt,
    }))
  return (
    <form noValidate onSubmit={submit} className={classes.form}>
      <Text>{messages.requiredNote}</Text>
      <ErrorSummary
        title={sentenceFor(refused.faults) ?? ''}
        errors={refused.faults.map(({ field, message }) => ({
          id: idOf(field),
          message: faultInWords(field, message),
        }))}
        rejection={refused.attempt}
      />
      {parts.map(([title, fields]) => (
        <fieldset key={title} className={classes.fields}>
          <legend>{title}</legend>
          {fields.map((field) => (
            <VobField
              key={field}
              field={field}
              id={idOf(field)}
              isFirst={field === first}
              form={form}
              offer={offer}
              fault={refused.faults.find((fault) => fault.field === field)}
              onMend={mend}
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

/** A line of the error summary. */
function faultInWords(field: Field, message: string): string {
  const label = messages.labels[field]
  if (message === messages.fieldMissing) return messages.missing(label)
  return message.startsWith(label) ? message : messages.faultOf(label, message)
}
