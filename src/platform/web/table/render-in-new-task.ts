import { flushSync } from 'react-dom'

/**
 * Renders a change of state in a new task and then runs a callback. If a click on a table rendered it, the
 * browser would lay out the whole table before it accepts another key or click.
 */
export function renderInNewTask(change: () => void, then?: () => void) {
  setTimeout(() => {
    flushSync(change)
    then?.()
  })
}
