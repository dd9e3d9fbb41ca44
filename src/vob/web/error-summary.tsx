import { useEffect, useId, useRef } from 'react'
import { messages } from '../messages.ts'
import type { Fault, Field } from '../rules.ts'
import classes from './vob.module.css'

type ErrorSummaryProps = {
  sentence: string | undefined
  /** The faults that are left of the try that was refused, which has a number. */
  refused: { faults: Fault[]; attempt: number }
  idOf: (field: Field) => string
}

/** Why the form is refused, and the way to each field. It takes the focus, each time anew. */
export function ErrorSummary({ sentence, refused, idOf }: ErrorSummaryProps) {
  const summary = useRef<HTMLElement>(null)
  const title = useId()
  const isRefused = sentence !== undefined
  const { attempt } = refused
  useEffect(() => {
    if (attempt > 0) summary.current?.focus()
  }, [attempt])
  if (!isRefused) return null
  return (
    <section ref={summary} tabIndex={-1} role="alert" aria-labelledby={title} className={classes.summary}>
      <p id={title}>{sentence}</p>
      <ul>
        {refused.faults.map(({ field, message }) => (
          <li key={field}>
            <a
              href={`#${idOf(field)}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(idOf(field))?.focus()
              }}
            >
              {messages.faultOf(messages.labels[field], message)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
