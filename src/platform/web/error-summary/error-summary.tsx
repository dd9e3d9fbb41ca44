import { useEffect, useId, useRef } from 'react'
import classes from './error-summary.module.css'

/** The error of the field with this id. */
export type FieldFault = { id: string; sentence: string }

type ErrorSummaryProps = {
  title: string
  /** In field order. */
  faults: readonly FieldFault[]
  /** The number of the rejected submission; 0 before the first. */
  refusal: number
}

/** All errors of a form, each linked to its field. It takes the focus whenever the form is rejected. */
export function ErrorSummary({ title, faults, refusal }: ErrorSummaryProps) {
  const summary = useRef<HTMLElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (refusal > 0) summary.current?.focus()
  }, [refusal])
  if (faults.length === 0) return null
  return (
    <section ref={summary} tabIndex={-1} aria-labelledby={titleId} className={classes.summary}>
      <p id={titleId}>{title}</p>
      <ul>
        {faults.map(({ id, sentence }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(id)?.focus()
              }}
            >
              {sentence}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
