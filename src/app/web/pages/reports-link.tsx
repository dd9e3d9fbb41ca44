import { Link } from '@tanstack/react-router'
import { messages } from './messages.ts'

/** The way to the form of reports. */
export function ReportsLink() {
  return (
    <p>
      <Link to="/reports">{messages.toReports}</Link>
    </p>
  )
}
