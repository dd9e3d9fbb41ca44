import { useEffect, useId, useRef } from 'react'
import classes from './error-summary.module.css'

/** What is wrong at one field, which has this id on the page. */
export type FieldFault = { id: string; sentence: string }

type ErrorSummaryProps = {
  title: string
  /** In the order of the fields. */
  faults: readonly FieldFault[]
  /** The number of the try that was refused; 0 before the first. */
  refusal: number
}

/** All that is wrong in a form, each the way to its field. It takes the focus each time the form is refused. */
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
