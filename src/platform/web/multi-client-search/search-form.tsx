import { Button, Group } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { ErrorSummary, type FieldError } from '../error-summary/error-summary.tsx'
import { useShortcut } from '../use-shortcut.ts'
import classes from './multi-client-search.module.css'

export type SearchFormProps = {
  /** The accessible name of the form. */
  label: string
  /** The errors, in the order of their fields. */
  errors: readonly FieldError[]
  /** How many times in a row the form has been rejected. */
  rejection: number
  /** The id of the field that "/" focuses; by default, the first text field, if any. */
  firstField?: string
  /** The label of the submit button. */
  submit: string
  onSubmit: () => void
  onReset: () => void
  /** Content after the buttons. */
  after?: ReactNode
  children: ReactNode
}

/** The frame of every client form: errors above the fields, Submit and Reset below. */
export function SearchForm(props: SearchFormProps) {
  const { label, errors, rejection, firstField, submit, onSubmit, onReset, after, children } = props
  const form = useRef<HTMLFormElement>(null)
  const first = () => (firstField ? document.getElementById(firstField) : findTextField(form.current))
  useShortcut('/', () => first()?.focus())
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      className={classes.form}
      data-noprint
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <ErrorSummary title={clientSearchMessages.toBeMended} errors={errors} rejection={rejection} />
      <div className={classes.fields}>{children}</div>
      <Group className={classes.buttons}>
        <Button type="submit">{submit}</Button>
        <Button variant="default" onClick={onReset}>
          {clientSearchMessages.reset}
        </Button>
        {after}
      </Group>
    </form>
  )
}

/** The first text field, or the first field of a form without one. */
const findTextField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('input:not([type=checkbox], [type=date])') ??
  form?.querySelector<HTMLElement>('select, input')
