import { useEffect, useId, useRef } from 'react'
import { messages } from '../../messages.ts'
import classes from './client-search.module.css'
import { fieldId } from './field-id.ts'

type Refused = {
  faults: Readonly<Partial<Record<string, string>>>
  refusals: number
  /** What the fields are called, in their order. */
  labels: Readonly<Record<string, string>>
}

/** All that is wrong in the form, each the way to its field. It takes the focus each time a search is refused. */
export function ErrorSummary({ faults, refusals, labels }: Refused) {
  const summary = useRef<HTMLElement>(null)
  const title = useId()
  useEffect(() => {
    if (refusals > 0) summary.current?.focus()
  }, [refusals])
  const wrong = Object.entries(labels).filter(([field]) => faults[field])
  if (wrong.length === 0) return null
  return (
    <section ref={summary} tabIndex={-1} aria-labelledby={title} className={classes.summary}>
      <p id={title}>{messages.search.toBeMended}</p>
      <ul>
        {wrong.map(([field, label]) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(fieldId(field))?.focus()
              }}
            >
              {label}: {faults[field]}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
