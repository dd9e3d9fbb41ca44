import { Button, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import type { IncidentKey } from '#cases/contract.ts'
import { toIncidentKey } from '#cases/rules.ts'
import { formatDay } from '#platform/contract/date-format.ts'
import { parseDate } from '#platform/contract/parse-date.ts'
import { messages as exportMessages } from '#platform/export-messages.ts'
import { call } from '#platform/web/api-client.ts'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import type { OpenDocument } from '#platform/web/document/document-window.ts'
import { EmptyState } from '#platform/web/empty-state.tsx'
import { QueryList } from '#platform/web/query-list.tsx'
import { useTabState } from '#platform/web/storage.ts'
import { ExportMenu } from '#platform/web/table/export-menu.tsx'
import type { Sheet } from '#platform/web/table/sheet-file.ts'
import { type Bill, listBills } from '../contract.ts'
import { messages } from '../messages.ts'
import { calculateTotals, filterByServiceDate, type Totals } from '../rules.ts'
import { BillList, InvoiceOfAll } from './bill-list.tsx'
import classes from './billing.module.css'

/** The date range as typed. */
const serviceDates = z.object({ from: z.string(), to: z.string() })
type TypedDates = z.infer<typeof serviceDates>

const noDates: TypedDates = { from: '', to: '' }

/** Parses the typed dates to YYYY-MM-DD; an invalid date becomes an empty string. */
const parseDates = ({ from, to }: TypedDates): TypedDates => ({
  from: parseDate(from) ?? '',
  to: parseDate(to) ?? '',
})

/** Returns an error message for each invalid date; none if the range is valid or incomplete. */
export function validateDates(dates: TypedDates): Partial<TypedDates> {
  const { from, to } = parseDates(dates)
  const isReversed = from && to && to < from
  return {
    ...(dates.from.trim() && !from && { from: messages.invalidDate }),
    ...(dates.to.trim() && !to && { to: messages.invalidDate }),
    ...(isReversed && { to: messages.datesReversed }),
  }
}

type BillingProps = {
  incident: Required<IncidentKey>
  onOpen: OpenDocument
}

/** Billing of an incident: date filter, bills and summary. */
export function Billing({ incident, onOpen }: BillingProps) {
  const key = toIncidentKey(incident)
  const { incidentNumber } = key
  const bills = useQuery({
    queryKey: ['case', 'bills', incidentNumber],
    queryFn: ({ signal }) => call(listBills, key, signal),
    select: (response) => response.bills,
  })
  return (
    <QueryList
      query={bills}
      waiting={messages.loading}
      failed={messages.billsFailed}
      empty={<EmptyState message={messages.noBills} advice={messages.noBillsAdvice} />}
    >
      {(all) => <Bills all={all} incidentNumber={incidentNumber} onOpen={onOpen} />}
    </QueryList>
  )
}

type BillsProps = { all: readonly Bill[]; incidentNumber: string; onOpen: OpenDocument }

function Bills({ all, incidentNumber, onOpen }: BillsProps) {
  const [dates, setDates] = useTabState(`service dates of ${incidentNumber}`, serviceDates, noDates)
  const { from, to } = parseDates(dates)
  const shown = useMemo(() => filterByServiceDate(all, { from, to }), [all, from, to])
  return (
    <div className={classes.billing}>
      <div className={classes.tools} data-noprint>
        <ServiceDateFilter dates={dates} onChange={setDates} />
        <InvoiceOfAll bills={shown} incidentNumber={incidentNumber} onOpen={onOpen} />
      </div>
      {shown.length < all.length && (
        <p className={classes.printed}>{messages.datesPrinted(formatDay(from), formatDay(to))}</p>
      )}
      {shown.length > 0 ? (
        <>
          <BillList bills={shown} incidentNumber={incidentNumber} onOpen={onOpen} />
          <BillingSummary bills={shown} incidentNumber={incidentNumber} />
        </>
      ) : (
        <EmptyState message={messages.noBillsInRange} advice={messages.noBillsInRangeAdvice} />
      )}
    </div>
  )
}

type ServiceDateFilterProps = { dates: TypedDates; onChange: (dates: TypedDates) => void }

/** Filters bills by service date. An invalid range shows all bills and, after the field loses focus, an error. */
function ServiceDateFilter({ dates, onChange }: ServiceDateFilterProps) {
  const [typing, setTyping] = useState<keyof TypedDates>()
  const errors = validateDates(dates)
  const day = (field: keyof TypedDates) => (
    <DateField
      label={messages[field]}
      value={dates[field]}
      error={typing === field ? undefined : errors[field]}
      onChange={(text) => {
        setTyping(field)
        onChange({ ...dates, [field]: text })
      }}
    />
  )
  return (
    <fieldset className={classes.dates} data-noprint onBlur={() => setTyping(undefined)}>
      <legend>{messages.serviceDates}</legend>
      {day('from')}
      {day('to')}
      {(dates.from || dates.to) && (
        <Button variant="subtle" onClick={() => onChange(noDates)}>
          {messages.clearDates}
        </Button>
      )}
    </fieldset>
  )
}

type BillingSummaryProps = { bills: readonly Bill[]; incidentNumber: string }

/** Totals by currency as a table and a chart. */
function BillingSummary({ bills, incidentNumber }: BillingSummaryProps) {
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
      ...[currency, totalBills, totalCharges, totalRepricings, savings],
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
