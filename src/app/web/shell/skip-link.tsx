import { messages } from '../messages.ts'
import classes from './skip-link.module.css'

/** The first stop of the keyboard: past the header to the page itself. */
export function SkipLink() {
  return (
    <a href="#main" className={classes.skip} data-noprint>
      {messages.skip}
    </a>
  )
}
