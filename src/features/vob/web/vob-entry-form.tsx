import {
  type ComboboxItem,
  Group,
  NativeSelect,
  type NativeSelectProps,
  Text,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useEffect, useState } from 'react'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { Form } from '#platform/web/form/form.tsx'
import { type AppForm, useFieldValue } from '#platform/web/form/use-app-form.ts'
import type { VobForm, VobOptions } from '../contract.ts'
import { messages } from '../messages.ts'
import {
  countCharacters,
  dateFields,
  type Field,
  isRequired,
  listOptions,
  maxLength,
  summarizeErrors,
} from '../rules.ts'
import classes from './vob.module.css'

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
  /** The description of the incident, if it does not fit its field. */
  longComplaint: string | undefined
  isRunning: boolean
  onPreview: (values: VobForm) => void
}

/** The form. It validates before sending and shows errors next to the fields and in a summary. */
export function VobEntryForm({ form, vobOptions, longComplaint, isRunning, onPreview }: VobFieldsProps) {
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
              hint={field === 'reference' && longComplaint ? messages.shortened(longComplaint) : undefined}
            />
          ))}
        </fieldset>
      ))}
      <Group justify="flex-end" className={classes.buttons}>
        <Text role="status" mr="auto">
          {isRunning && messages.previewing}
        </Text>
        <BusyButton type="submit" isBusy={isRunning}>
          {messages.preview}
        </BusyButton>
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

type VobFieldProps = {
  field: Field
  form: AppForm<VobForm>
  vobOptions: VobOptions
  /** Whether this field has the focus when the form opens. */
  isFirst: boolean
  /** What to know about the value that the form opens with. */
  hint: string | undefined
}

/** Renders a field by its kind: date, select, notes or text. */
function VobField({ field, form, vobOptions, isFirst, hint }: VobFieldProps) {
  const fieldOptions = listOptions(field, vobOptions)
  const inputProps = {
    label: messages.labels[field],
    withAsterisk: isRequired(field),
    'aria-required': isRequired(field),
    autoComplete: 'off',
    className: wideFields.has(field) ? classes.wide : undefined,
    'data-autofocus': isFirst || undefined,
    ...form.field(field),
  }
  if (fieldOptions) {
    const options = Object.entries(fieldOptions).map(([value, label]) => ({ value, label }))
    const none = { value: '', label: isRequired(field) ? messages.choose : messages.none }
    return <ChoiceField {...inputProps} form={form} field={field} data={[none, ...options]} />
  }
  if (dateFields.has(field))
    return <TextInput {...inputProps} type="date" min="1900-01-01" max="2199-12-31" />
  if (field === 'notes')
    return <Textarea {...inputProps} rows={3} description={<CharactersLeft form={form} field={field} />} />
  if (field === 'providerName' || field === 'providerAddress')
    return <WrappedField {...inputProps} form={form} field={field} readOnly={field === 'providerName'} />
  if (field === 'sincerely')
    return <WrappedField {...inputProps} form={form} field={field} readOnly={vobOptions.sincerely !== ''} />
  if (field === 'reference')
    return (
      <TextInput
        {...inputProps}
        description={
          <>
            <CharactersLeft form={form} field={field} />
            {hint && <span className={classes.hint}>{hint}</span>}
          </>
        }
      />
    )
  return <LineField {...inputProps} form={form} field={field} />
}

/** Fields with long text, which span the full width. Typed text wraps in them. */
const wideFields: ReadonlySet<Field> = new Set<Field>([
  'providerName',
  'providerAddress',
  'clientMailingAddress',
  'notes',
  'sincerely',
])

type TypedProps = { form: AppForm<VobForm>; field: Field }

/** A text field. It keeps overlong input and shows the excess while typing. */
function LineField({ form, field, ...inputProps }: TypedProps & Omit<TextInputProps, 'form'>) {
  const isTooLong = useCharactersLeft({ form, field }) < 0
  return <TextInput {...inputProps} description={isTooLong && <CharactersLeft form={form} field={field} />} />
}

type ChoiceProps = TypedProps & Omit<NativeSelectProps, 'form' | 'data'> & { data: ComboboxItem[] }

/** A select. It truncates long options, so the selected address appears in full below it. */
function ChoiceField({ form, field, data, ...inputProps }: ChoiceProps) {
  const chosen = useFieldValue(form, field)
  const fullText =
    field === 'clientMailingAddress' && data.find(({ value }) => value && value === chosen)?.label
  return (
    <NativeSelect
      {...inputProps}
      data={data}
      description={fullText}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}

/** A single-line field that wraps; Enter submits the form as in any text field. */
function WrappedField({ form, field, ...inputProps }: TypedProps & Omit<TextareaProps, 'form'>) {
  const isTooLong = useCharactersLeft({ form, field }) < 0
  return (
    <Textarea
      {...inputProps}
      autosize
      minRows={1}
      description={isTooLong && <CharactersLeft form={form} field={field} />}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}

/** The number of characters left in a field. */
function CharactersLeft(typed: TypedProps) {
  const count = useCharactersLeft(typed)
  return count < 0 ? messages.charactersOver(-count) : messages.charactersLeft(count)
}

const useCharactersLeft = ({ form, field }: TypedProps) =>
  maxLength(field) - countCharacters(useFieldValue(form, field).trim())
