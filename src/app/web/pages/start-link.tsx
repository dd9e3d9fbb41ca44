import { Link } from '@tanstack/react-router'
import { messages } from '../messages.ts'

/** The way on from a page that has nothing more to offer. */
export function StartLink() {
  return (
    <p>
      <Link to="/">{messages.toStart}</Link>
    </p>
  )
}
