import { flushSync } from 'react-dom'

/**
 * Renders a state change in a new task and then runs a callback. If a click handler rendered it, the browser
 * would lay out the whole table before it accepts another key or click.
 */
export function renderInNewTask(change: () => void, then?: () => void) {
  setTimeout(() => {
    flushSync(change)
    then?.()
  })
}
