import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { ErrorSummary, type FieldError } from '#platform/web/error-summary/error-summary.tsx'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { isFormComplete } from '../search-request.ts'
import { fieldOrder, type SearchValues } from '../search-values.ts'
import type { SearchFormControl } from '../use-search-form.ts'
import { fieldId, fieldLabel } from './field-id.ts'
import { PlaceFields } from './place-fields.tsx'
import { ProviderFields } from './provider-fields.tsx'
import { SearchButtons } from './search-buttons.tsx'
import classes from './search-form.module.css'
import { useSlashKey } from './use-slash-key.ts'

type SearchFormProps = {
  search: SearchInfo
  form: SearchFormControl
  resetKey: string
  onSubmit: (values: SearchValues) => void
  onReset: () => void
  onCancel: () => void
  isRunning: boolean
  /** Whether the submitted values were incomplete. */
  isRefused: boolean
  onDisclaimer: () => void
}

/** The search form: location and provider. */
export function SearchForm({ search, form, ...props }: SearchFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const values = useWatch({ control: form.control }) as SearchValues
  useSlashKey(element)
  const field = { search, form, values, resetKey: props.resetKey }
  const submit = (submitted: SearchValues) => {
    const unmatched = element.current?.querySelector<HTMLInputElement>('[data-unmatched]')
    if (unmatched && isFormComplete(submitted, search)) unmatched.focus()
    else props.onSubmit(submitted)
  }
  return (
    <form
      ref={element}
      noValidate
      aria-label={messages.criteria}
      className={classes.form}
      onSubmit={form.handleSubmit(submit)}
    >
      <p className={classes.instruction}>{messages.formInstruction}</p>
      <ErrorSummary
        title={messages.fieldErrors}
        errors={fieldErrors(form, values)}
        rejection={props.isRefused ? 1 : 0}
      />
      <fieldset className={classes.fields}>
        <legend>{messages.place}</legend>
        <PlaceFields {...field} onDisclaimer={props.onDisclaimer} />
      </fieldset>
      <fieldset className={classes.fields}>
        <legend>{messages.provider}</legend>
        <ProviderFields {...field} />
      </fieldset>
      <SearchButtons isRunning={props.isRunning} onReset={props.onReset} onCancel={props.onCancel} />
    </form>
  )
}

const fieldErrors = ({ formState: { errors } }: SearchFormControl, values: SearchValues): FieldError[] =>
  fieldOrder.flatMap((field) => {
    const message = errors[field]?.message
    return message ? [{ id: fieldId(field), message: `${fieldLabel(field, values)}: ${message}` }] : []
  })
