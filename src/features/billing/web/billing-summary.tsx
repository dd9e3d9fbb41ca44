import { Title } from '@mantine/core'
import { useMemo } from 'react'
import { messages as exportMessages } from '#platform/export-messages.ts'
import { ExportMenu } from '#platform/web/table/export-menu.tsx'
import type { Sheet } from '#platform/web/table/sheet-file.ts'
import type { Bill } from '../contract.ts'
import { messages } from '../messages.ts'
import { calculateTotals, type Totals } from '../rules.ts'
import classes from './billing.module.css'

type BillingSummaryProps = { bills: readonly Bill[]; incidentNumber: string }

/** Totals by currency as a table and a chart. */
export function BillingSummary({ bills, incidentNumber }: BillingSummaryProps) {
  const totals = useMemo(() => calculateTotals(bills), [bills])
  return (
    <section aria-label={messages.summary} className={classes.summary}>
      <div className={classes.summaryHead}>
        <Title order={2}>{messages.summary}</Title>
        <ExportMenu
          exported={{ list: 'billing-summary', incidentNumber }}
          rows={totals.length}
          readSheet={() => readTotals(totals)}
          name={exportMessages.downloadOf(messages.summary)}
        />
      </div>
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

/** The totals as rows of a file, with the charges that count toward no savings, if any. */
function readTotals(totals: readonly Totals[]): Sheet {
  const hasUnpriced = totals.some(({ unpricedBills }) => unpricedBills > 0)
  const { currency, totalBills, totalCharges, totalRepricings, savings, bars } = messages
  return {
    head: [
      currency,
      totalBills,
      totalCharges,
      totalRepricings,
      savings,
      ...(hasUnpriced ? [bars.unpriced] : []),
    ],
    rows: totals.map((total) => [
      total.currency,
      { number: total.bills, digits: 0 },
      ...[total.charges, total.repriced, total.savings, ...(hasUnpriced ? [total.unpriced] : [])].map(
        (amount) => ({ amount, currency: total.currency }),
      ),
    ]),
  }
}

/**
 * Bar chart that splits charges into repriced, saved and unpriced amounts. The summary table shows
 * the same data.
 */
export function SavingsChart({ total, isOneOfSeveral }: { total: Totals; isOneOfSeveral: boolean }) {
  return (
    <figure className={classes.picture} aria-label={messages.chartLabel(total.currency)}>
      {isOneOfSeveral && <figcaption>{total.currency}</figcaption>}
      {layoutBars(total).map(({ kind, label, amount, start, length }) => (
        <div key={kind} className={classes.bar}>
          <span>{label}</span>
          <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none">
            <rect data-kind={kind} x={start} width={length} height={1} />
          </svg>
          <span className={classes.amount}>{amount}</span>
        </div>
      ))}
    </figure>
  )
}

/**
 * Lays out the bars as percentages of the longest one. Savings lie between the repriced amount and the charges of the
 * repriced bills. Negative savings (bills repriced above their charges) extend beyond those charges.
 */
export function layoutBars(total: Totals) {
  const { charges, repriced, savings, unpriced } = messages.bars
  const [chargedAmount, repricedAmount, unpricedAmount] = [
    Number(total.charges),
    Number(total.repriced),
    Number(total.unpriced),
  ]
  const longest = Math.max(chargedAmount, repricedAmount)
  const bar = (kind: string, label: string, amount: string, [from, to]: [number, number]) => ({
    kind,
    label,
    amount,
    start: longest > 0 ? (100 * Math.min(from, to)) / longest : 0,
    length: longest > 0 ? (100 * Math.abs(to - from)) / longest : 0,
  })
  const repricedCharges = chargedAmount - unpricedAmount
  return [
    bar('charges', charges, total.chargesShown, [0, chargedAmount]),
    bar('repriced', repriced, total.repricedShown, [0, repricedAmount]),
    bar(total.isSaving ? 'savings' : 'excess', savings, total.savingsShown, [
      repricedAmount,
      repricedCharges,
    ]),
    ...(total.unpricedBills > 0
      ? [bar('unpriced', unpriced, total.unpricedShown, [repricedCharges, chargedAmount])]
      : []),
  ]
}
