import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { IncidentKey } from '#cases/contract.ts'
import { toIncidentKey } from '#cases/rules.ts'
import { formatDay } from '#platform/contract/calendar.ts'
import { call } from '#platform/web/api-client.ts'
import type { OpenDocument } from '#platform/web/document/document-window.ts'
import { EmptyState } from '#platform/web/empty-state.tsx'
import { QueryList } from '#platform/web/query-list.tsx'
import { useTabState } from '#platform/web/tab-storage.ts'
import { type Bill, listBills } from '../contract.ts'
import { messages } from '../messages.ts'
import { filterByServiceDate } from '../rules.ts'
import { BillList } from './bill-list.tsx'
import classes from './billing.module.css'
import { BillingSummary } from './billing-summary.tsx'
import { noDates, parseDates, serviceDates } from './filter-by-service-date.ts'
import { ServiceDateFilter } from './service-date-filter.tsx'

type BillingProps = {
  incident: Required<IncidentKey>
  onOpen: OpenDocument
}

/** Billing of an incident: date filter, summary and bills. */
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
      <ServiceDateFilter dates={dates} onChange={setDates} />
      {shown.length < all.length && (
        <p className={classes.printed}>{messages.datesPrinted(formatDay(from), formatDay(to))}</p>
      )}
      {shown.length > 0 ? (
        <>
          <BillingSummary bills={shown} />
          <BillList bills={shown} incidentNumber={incidentNumber} onOpen={onOpen} />
        </>
      ) : (
        <EmptyState message={messages.noBillsInRange} advice={messages.noBillsInRangeAdvice} />
      )}
    </div>
  )
}
