import { flushSync } from 'react-dom'

/**
 * Draws what a click changes in a whole table in a task of its own, and then does what follows: while it handles a click,
 * the browser would lay the table out, too, before it takes another key or click.
 */
export function inOwnTask(change: () => void, then?: () => void) {
  setTimeout(() => {
    flushSync(change)
    then?.()
  })
}
