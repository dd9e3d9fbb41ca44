import {
  type ComboboxItem,
  NativeSelect,
  type NativeSelectProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { VobForm, VobOffer } from '../contract.ts'
import { messages } from '../messages.ts'
import { choicesFor, dateFields, type Fault, type Field, isRequired, lengthOf, longestOf } from '../rules.ts'
import classes from './vob.module.css'

type VobFieldProps = {
  field: Field
  id: string
  form: UseFormReturn<VobForm>
  offer: VobOffer
  fault: Fault | undefined
  onMend: (field: Field) => void
  /** Whether the form opens with focus here. */
  isFirst: boolean
}

/** Renders a field by its kind: date, select, notes or text. */
export function VobField({ field, id, form, offer, fault, onMend, isFirst }: VobFieldProps) {
  const choices = choicesFor(field, offer)
  const said = {
    id,
    label: messages.labels[field],
    error: fault?.message,
    withAsterisk: isRequired(field),
    'aria-required': isRequired(field),
    autoComplete: 'off',
    className: wide.has(field) ? classes.wide : undefined,
    'data-autofocus': isFirst || undefined,
    ...form.register(field, { onChange: () => onMend(field) }),
  }
  if (choices) {
    const options = Object.entries(choices).map(([value, label]) => ({ value, label }))
    const none = { value: '', label: isRequired(field) ? messages.choose : messages.none }
    return <ChoiceField {...said} form={form} field={field} data={[none, ...options]} />
  }
  if (dateFields.has(field)) return <TextInput {...said} type="date" min="1900-01-01" max="2199-12-31" />
  if (field === 'notes')
    return <Textarea {...said} rows={3} description={<Left form={form} field={field} />} />
  if (field === 'providerName' || field === 'providerAddress')
    return <WrappedField {...said} form={form} field={field} readOnly={field === 'providerName'} />
  if (field === 'sincerely')
    return <WrappedField {...said} form={form} field={field} readOnly={offer.sincerely !== ''} />
  if (field === 'reference') return <TextInput {...said} description={<Left form={form} field={field} />} />
  return <LineField {...said} form={form} field={field} />
}

/** Fields with long text: they span the full width, and typed text wraps. */
const wide: ReadonlySet<Field> = new Set<Field>([
  'providerName',
  'providerAddress',
  'clientMailingAddress',
  'notes',
  'sincerely',
])

type TypedProps = { form: UseFormReturn<VobForm>; field: Field }

/** A text field. It keeps overlong input and shows the excess while typing. */
function LineField({ form, field, ...said }: TypedProps & Omit<TextInputProps, 'form'>) {
  const isTooLong = useLeft({ form, field }) < 0
  return <TextInput {...said} description={isTooLong && <Left form={form} field={field} />} />
}

type ChoiceProps = TypedProps & Omit<NativeSelectProps, 'form' | 'data'> & { data: ComboboxItem[] }

/** A select. It truncates long options, so the chosen address appears in full below it. */
function ChoiceField({ form, field, data, ...said }: ChoiceProps) {
  const chosen = useWatch({ control: form.control, name: field })
  const whole = field === 'clientMailingAddress' && data.find(({ value }) => value && value === chosen)?.label
  return (
    <NativeSelect
      {...said}
      data={data}
      description={whole}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}

/** A single-line field that wraps; Enter submits the form as in any text field. */
function WrappedField({ form, field, ...said }: TypedProps & Omit<TextareaProps, 'form'>) {
  const isTooLong = useLeft({ form, field }) < 0
  return (
    <Textarea
      {...said}
      autosize
      minRows={1}
      description={isTooLong && <Left form={form} field={field} />}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
    />
  )
}

/** The number of characters left in a field. */
function Left(typed: TypedProps) {
  const left = useLeft(typed)
  return left < 0 ? messages.over(-left) : messages.left(left)
}

const useLeft = ({ form, field }: TypedProps) =>
  longestOf(field) - lengthOf(useWatch({ control: form.control, name: field }).trim())
