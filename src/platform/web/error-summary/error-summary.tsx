import { useEffect, useId, useRef } from 'react'
import classes from './error-summary.module.css'

/** The error of the field with this id. */
export type FieldError = { id: string; message: string }

type ErrorSummaryProps = {
  title: string
  /** The errors, in the order of their fields. */
  errors: readonly FieldError[]
  /** How many times in a row the form has been rejected. */
  rejection: number
}

/** All errors of a form, each linked to its field. It takes the focus whenever the form is rejected. */
export function ErrorSummary({ title, errors, rejection }: ErrorSummaryProps) {
  const summary = useRef<HTMLElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (rejection > 0) summary.current?.focus()
  }, [rejection])
  if (errors.length === 0) return null
  return (
    <section ref={summary} tabIndex={-1} aria-labelledby={titleId} className={classes.summary}>
      <p id={titleId}>{title}</p>
      <ul>
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(id)?.focus()
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
