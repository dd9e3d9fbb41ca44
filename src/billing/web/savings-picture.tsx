import { messages } from '../messages.ts'
import type { Totals } from '../rules.ts'
import classes from './billing.module.css'

/** How the charges of one currency become a repriced amount and savings: three bars. The summary's table says the same. */
export function SavingsPicture({ total }: { total: Totals }) {
  const { charges, savings, repriced } = messages.bars
  const ofCharges = partOf(total.charges)
  const repricedPart = ofCharges(total.repriced)
  const bars = [
    { kind: 'charges', label: charges, amount: total.chargesShown, start: 0, length: 100 },
    { kind: 'repriced', label: repriced, amount: total.repricedShown, start: 0, length: repricedPart },
    {
      kind: 'savings',
      label: savings,
      amount: total.savingsShown,
      start: repricedPart,
      length: Math.min(ofCharges(total.savings), 100 - repricedPart),
    },
  ]
  return (
    <figure className={classes.picture} aria-label={messages.picture(total.currency)}>
      {bars.map(({ kind, label, amount, start, length }) => (
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

/** How many hundredths of the charges an amount is, as far as a picture goes: from none to all. */
function partOf(charges: string) {
  const whole = Number(charges)
  return (amount: string) => (whole > 0 ? Math.min(Math.max((100 * Number(amount)) / whole, 0), 100) : 0)
}
