import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { caseQueryKey } from '#cases/case-contract.ts'
import type { IncidentKey } from '#cases/contract.ts'
import { toIncidentKey } from '#cases/rules.ts'
import { formatDay } from '#platform/contract/date-format.ts'
import { parseDate } from '#platform/contract/parse-date.ts'
import { call } from '#platform/web/api-client.ts'
import { DateField } from '#platform/web/date-field/date-field.tsx'
import type { OpenDocument } from '#platform/web/document/document-request.ts'
import { EmptyState, QueryList } from '#platform/web/query-list.tsx'
import { useTabState } from '#platform/web/storage.ts'
import { type Bill, listBills } from '../contract.ts'
import { messages } from '../messages.ts'
import { filterByServiceDate } from '../rules.ts'
import { BillList, InvoiceOfAll } from './bill-list.tsx'
import classes from './billing.module.css'
import { BillingSummary } from './billing-summary.tsx'

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
    queryKey: [caseQueryKey, 'bills', incidentNumber],
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
