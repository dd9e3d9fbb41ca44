import { Button, Group } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { clientSearchMessages } from '../../client-search-messages.ts'
import { ErrorSummary, type FieldFault } from '../error-summary/error-summary.tsx'
import { useShortcut } from '../use-shortcut.ts'
import classes from './client-search.module.css'

export type FormFrameProps = {
  /** What the form is for, to those who cannot see. */
  label: string
  /** In the order of the fields. */
  faults: readonly FieldFault[]
  /** The number of the try that was refused; 0 before the first. */
  refusal: number
  /** The id of the field to which "/" leads; unless told, where something is typed. */
  firstField?: string
  /** The word on the button that submits. */
  submit: string
  onSubmit: () => void
  onReset: () => void
  /** What stands after the buttons. */
  after?: ReactNode
  children: ReactNode
}

/** What every form about clients has round its fields: what is wrong above them, Submit and Reset below. */
export function FormFrame(props: FormFrameProps) {
  const { label, faults, refusal, firstField, submit, onSubmit, onReset, after, children } = props
  const form = useRef<HTMLFormElement>(null)
  const first = () => (firstField ? document.getElementById(firstField) : typedFieldOf(form.current))
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
      <ErrorSummary title={clientSearchMessages.toBeMended} faults={faults} refusal={refusal} />
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

/** Where something is typed; of a form in which nothing is typed, its first field. */
const typedFieldOf = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('input:not([type=checkbox], [type=date])') ??
  form?.querySelector<HTMLElement>('select, input')
