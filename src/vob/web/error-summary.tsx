import { useEffect, useId, useRef } from 'react'
import { messages } from '../messages.ts'
import type { Fault, Field } from '../rules.ts'
import classes from './vob.module.css'

type ErrorSummaryProps = {
  sentence: string | undefined
  refused: { faults: Fault[] }
  idOf: (field: Field) => string
}

/** Why the form is refused, and the way to each field. It takes the focus. */
export function ErrorSummary({ sentence, refused, idOf }: ErrorSummaryProps) {
  const summary = useRef<HTMLElement>(null)
  const title = useId()
  const isRefused = sentence !== undefined
  useEffect(() => {
    if (isRefused) summary.current?.focus()
  }, [isRefused])
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
