import { Button, Group } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { clientSearchMessages } from '#platform/client-search-messages.ts'
import { Form, type SummaryOptions } from '../form/form.tsx'
import type { AppForm } from '../form/use-app-form.ts'
import type { ClientSelection } from './client-selection.ts'
import classes from './multi-client-search.module.css'

type ClientFormFrameProps<Values extends ClientSelection> = {
  /** The accessible name of the form. */
  label: string
  ref?: RefObject<HTMLFormElement | null>
  form: AppForm<Values>
  formatLine?: SummaryOptions<Values>['formatLine']
  /** The label of the submit button. */
  submit: string
  onSubmit: (values: Values) => void
  onReset: () => void
  /** Content after the buttons. */
  after?: ReactNode
  children: ReactNode
}

/** The frame of every client form: errors above the fields, Submit and Reset below. */
export function ClientFormFrame<Values extends ClientSelection>(props: ClientFormFrameProps<Values>) {
  const { label, ref, form, formatLine, submit, onSubmit, onReset, after, children } = props
  return (
    <Form
      {...(ref && { ref })}
      form={form}
      aria-label={label}
      className={classes.form}
      data-noprint
      summary={{ title: clientSearchMessages.errorSummary, ...(formatLine && { formatLine }) }}
      onSubmit={onSubmit}
    >
      <div className={classes.fields}>{children}</div>
      <Group className={classes.buttons}>
        <Button type="submit">{submit}</Button>
        <Button variant="default" onClick={onReset}>
          {clientSearchMessages.reset}
        </Button>
        {after}
      </Group>
    </Form>
  )
}

/** The first text field, or the first field of a form without one. */
export const findTextField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('input:not([type=checkbox], [type=date])') ??
  form?.querySelector<HTMLElement>('select, input')
