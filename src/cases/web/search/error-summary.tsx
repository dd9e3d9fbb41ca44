import { useEffect, useId, useRef } from 'react'
import { messages } from '../../messages.ts'
import { fieldId } from './field-id.ts'
import classes from './search.module.css'

type Field = 'searchTerm' | 'startDate' | 'endDate' | 'clients' | 'activityList'
const fieldOrder: readonly Field[] = ['searchTerm', 'startDate', 'endDate', 'clients', 'activityList']

type Refused = { faults: Partial<Record<Field, string>>; refusals: number }

/** All that is wrong in the form, each the way to its field. It takes the focus each time a search is refused. */
export function ErrorSummary({ faults, refusals }: Refused) {
  const summary = useRef<HTMLElement>(null)
  const title = useId()
  useEffect(() => {
    if (refusals > 0) summary.current?.focus()
  }, [refusals])
  const wrong = fieldOrder.filter((field) => faults[field])
  if (wrong.length === 0) return null
  return (
    <section ref={summary} tabIndex={-1} aria-labelledby={title} className={classes.summary}>
      <p id={title}>{messages.toBeMended}</p>
      <ul>
        {wrong.map((field) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(fieldId(field))?.focus()
              }}
            >
              {messages[field]}: {faults[field]}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
