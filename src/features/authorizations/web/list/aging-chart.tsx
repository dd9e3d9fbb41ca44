import type { PendingAuthorization } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { waitSpans } from '../../rules.ts'
import classes from '../authorizations.module.css'
import { countByWait } from '../format-wait.ts'

const { title, columns } = messages.aging

/** The number of bills by waiting time, as a table with a bar in each row. */
export function AgingChart({ bills }: { bills: readonly PendingAuthorization[] }) {
  const counts = countByWait(bills.map(({ waitingMinutes }) => waitingMinutes))
  const largest = Math.max(...counts, 1)
  return (
    <table className={classes.aging}>
      <caption>{title}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {waitSpans.map(({ name }, index) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none">
                <rect width={(100 * (counts[index] ?? 0)) / largest} height={1} />
              </svg>
              <span>{counts[index]?.toLocaleString('en-US')}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
