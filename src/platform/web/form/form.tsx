import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
} from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import classes from './form.module.css'
import type { AppForm } from './use-app-form.ts'

type FormProps<Values extends FieldValues> = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & {
  ref?: RefObject<HTMLFormElement | null>
  form: SubmittedForm<Values>
  onSubmit: (values: Values) => void
  /** Called when an attempt is rejected. */
  onInvalid?: () => void
  /** Whether submissions are ignored, such as while another one is in flight. */
  isBusy?: boolean
  /** Content above the error summary. */
  lead?: ReactNode
  summary?: SummaryOptions<Values>
}

/** The part of a form that the component needs. */
type SubmittedForm<Values extends FieldValues> = Pick<
  AppForm<Values>,
  'errors' | 'rejection' | 'fieldId' | 'focusField'
> & {
  handleSubmit: (onValid: (values: Values) => void, onInvalid?: () => void) => (event: SubmitEvent) => unknown
}

export type SummaryOptions<Values extends FieldValues> = {
  title: string
  /** Formats a line; the default is the message. */
  formatLine?: (field: Path<Values>, message: string) => string
  /** The order of the fields, if it is not the order of the schema's issues. */
  order?: readonly Path<Values>[]
}

/**
 * A form with its error summary. When it is rejected, the summary takes the focus or, in a form without one, the first
 * invalid field.
 */
export function Form<Values extends FieldValues>({
  ref,
  form,
  onSubmit,
  onInvalid,
  isBusy = false,
  lead,
  summary,
  children,
  ...rest
}: FormProps<Values>) {
  const ownRef = useRef<HTMLFormElement>(null)
  const element = ref ?? ownRef
  const summaryElement = useRef<HTMLElement>(null)
  const { rejection } = form
  useEffect(() => {
    const firstInvalid = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (rejection > 0) (summaryElement.current ?? firstInvalid)?.focus()
  }, [rejection, element])
  const submit = form.handleSubmit(onSubmit, onInvalid)
  return (
    <form
      {...rest}
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit(event)
      }}
    >
      {lead}
      {summary && <ErrorSummary ref={summaryElement} form={form} {...summary} />}
      {children}
    </form>
  )
}

type ErrorSummaryProps<Values extends FieldValues> = SummaryOptions<Values> & {
  ref: RefObject<HTMLElement | null>
  form: SubmittedForm<Values>
}

/** All errors of a form, each linked to its field. */
function ErrorSummary<Values extends FieldValues>({
  ref,
  form: { errors, fieldId, focusField },
  title,
  formatLine = (_field, message) => message,
  order,
}: ErrorSummaryProps<Values>) {
  const titleId = useId()
  const invalid = (order ?? (Object.keys(errors) as Path<Values>[])).filter((field) => errors[field])
  const lines = invalid.map((field) => ({ field, text: formatLine(field, errors[field] ?? '') }))
  // Fields that are invalid together share one line.
  const distinct = lines.filter(({ text }, index) => lines.findIndex((line) => line.text === text) === index)
  if (invalid.length === 0) return null
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby={titleId} className={classes.summary}>
      <p id={titleId}>{title}</p>
      <ul>
        {distinct.map(({ field, text }) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(field)
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
