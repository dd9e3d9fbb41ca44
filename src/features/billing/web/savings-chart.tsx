import { messages } from '../messages.ts'
import type { Totals } from '../rules.ts'
import classes from './billing.module.css'

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
    ...{ kind, label, amount },
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
