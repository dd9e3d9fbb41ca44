import { flushSync } from 'react-dom'

/**
 * Renders the changes of a click on a table in a separate task and then runs a callback; otherwise the
 * browser would lay out the whole table before it accepts another key or click.
 */
export function deferUpdate(change: () => void, then?: () => void) {
  setTimeout(() => {
    flushSync(change)
    then?.()
  })
}
