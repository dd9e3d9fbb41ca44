import { Link } from '@tanstack/react-router'
import { messages } from './page-messages.ts'

/** A link to the reports page. */
export function ReportsLink() {
  return (
    <p>
      <Link to="/reports">{messages.toReports}</Link>
    </p>
  )
}
