import { Title } from '@mantine/core'
import { useMemo } from 'react'
import type { Bill } from '../contract.ts'
import { messages } from '../messages.ts'
import { calculateTotals } from '../rules.ts'
import classes from './billing.module.css'
import { SavingsChart } from './savings-chart.tsx'

/** Totals by currency as a table and a chart. */
export function BillingSummary({ bills }: { bills: readonly Bill[] }) {
  const totals = useMemo(() => calculateTotals(bills), [bills])
  return (
    <section aria-label={messages.summary} className={classes.summary}>
      <Title order={2}>{messages.summary}</Title>
      <table className={classes.totals} aria-label={messages.summary}>
        <thead>
          <tr>
            <th scope="col">{messages.currency}</th>
            <th scope="col">{messages.totalBills}</th>
            <th scope="col">{messages.totalCharges}</th>
            <th scope="col">{messages.totalRepricings}</th>
            <th scope="col">{messages.savings}</th>
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => (
            <tr key={total.currency}>
              <th scope="row" data-label={messages.currency}>
                {total.currency}
              </th>
              <td data-label={messages.totalBills}>{total.bills.toLocaleString('en-US')}</td>
              <td data-label={messages.totalCharges}>{total.chargesShown}</td>
              <td data-label={messages.totalRepricings}>{total.repricedShown}</td>
              <td data-label={messages.savings} data-saved={total.isSaving || undefined}>
                {total.savingsShown}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={classes.pictures}>
        {totals.map((total) => (
          <SavingsChart key={total.currency} total={total} isOneOfSeveral={totals.length > 1} />
        ))}
      </div>
      {totals
        .filter(({ unpricedBills }) => unpricedBills > 0)
        .map(({ currency, unpricedBills, unpricedShown }) => (
          <p key={currency} className={classes.unpriced}>
            {messages.unpriced(unpricedBills, unpricedShown)}
          </p>
        ))}
    </section>
  )
}
