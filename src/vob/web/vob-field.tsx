import { NativeSelect, Textarea, TextInput } from '@mantine/core'
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
}

/** A field as its kind asks for: a day, a choice, notes, or a line of text. */
export function VobField({ field, id, form, offer, fault, onMend }: VobFieldProps) {
  const choices = choicesFor(field, offer)
  const said = {
    id,
    label: messages.labels[field],
    error: fault?.message,
    withAsterisk: isRequired(field),
    'aria-required': isRequired(field),
    autoComplete: 'off',
    ...form.register(field, { onChange: () => onMend(field) }),
  }
  if (choices) {
    const options = Object.entries(choices).map(([value, label]) => ({ value, label }))
    const none = { value: '', label: isRequired(field) ? messages.choose : messages.none }
    return <NativeSelect {...said} data={[none, ...options]} />
  }
  if (dateFields.has(field)) return <TextInput {...said} type="date" min="1900-01-01" max="2199-12-31" />
  if (field === 'notes')
    return (
      <Textarea
        {...said}
        rows={3}
        className={classes.wide}
        description={<Left form={form} field={field} />}
      />
    )
  if (field === 'reference') return <TextInput {...said} description={<Left form={form} field={field} />} />
  return <TextInput {...said} maxLength={longestOf(field)} readOnly={field === 'providerName'} />
}

/** How many characters more a field takes. */
function Left({ form, field }: { form: UseFormReturn<VobForm>; field: Field }) {
  const typed = useWatch({ control: form.control, name: field })
  const left = longestOf(field) - lengthOf(typed.trim())
  return left < 0 ? messages.over(-left) : messages.left(left)
}
