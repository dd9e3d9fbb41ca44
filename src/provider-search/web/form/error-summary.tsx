import { useEffect, useId, useRef } from 'react'
import { messages } from '../../messages.ts'
import { fieldOrder } from '../search-values.ts'
import type { SearchFormControl } from '../use-search-form.ts'
import { fieldId, labelOf } from './field-id.ts'
import classes from './search-form.module.css'

/** All that is wrong in the form, each the way to its field. It takes the focus when a search is refused. */
export function ErrorSummary({ form, isRefused }: { form: SearchFormControl; isRefused: boolean }) {
  const summary = useRef<HTMLElement>(null)
  const title = useId()
  const { errors } = form.formState
  const wrong = fieldOrder.filter((field) => errors[field]?.message)
  useEffect(() => {
    if (isRefused) summary.current?.focus()
  }, [isRefused])
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
              {labelOf(field)}: {errors[field]?.message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
