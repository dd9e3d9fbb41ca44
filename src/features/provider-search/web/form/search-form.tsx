import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { ErrorSummary, type FieldError } from '#platform/web/error-summary/error-summary.tsx'
import type { SearchInfo } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { isEnough } from '../search-request.ts'
import { fieldOrder, type SearchValues } from '../search-values.ts'
import type { SearchFormControl } from '../use-search-form.ts'
import { fieldId, labelOf } from './field-id.ts'
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
  /** Whether the values were just refused as too little. */
  isRefused: boolean
  onDisclaimer: () => void
}

/** Where to look and for whom. */
export function SearchForm({ search, form, ...props }: SearchFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const values = useWatch({ control: form.control }) as SearchValues
  useSlashKey(element)
  const field = { search, form, values, resetKey: props.resetKey }
  const submit = (submitted: SearchValues) => {
    const unmatched = element.current?.querySelector<HTMLInputElement>('[data-unmatched]')
    if (unmatched && isEnough(submitted, search)) unmatched.focus()
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
        title={messages.toBeMended}
        errors={faultsOf(form, values)}
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

const faultsOf = ({ formState: { errors } }: SearchFormControl, values: SearchValues): FieldError[] =>
  fieldOrder.flatMap((field) => {
    const fault = errors[field]?.message
    return fault ? [{ id: fieldId(field), message: `${labelOf(field, values)}: ${fault}` }] : []
  })
