import { messages } from '../messages.ts'
import classes from './skip-link.module.css'

/** The first tab stop: skips the header. */
export function SkipLink() {
  return (
    <a href="#main" className={classes.skip} data-noprint>
      {messages.skip}
    </a>
  )
}
