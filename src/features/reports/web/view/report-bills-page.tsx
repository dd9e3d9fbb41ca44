import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { formatDay } from '#platform/contract/date-format.ts'
import { compareMoney, formatMoney } from '#platform/contract/money.ts'
import { call } from '#platform/web/api-client.ts'
import type { AvailableClients } from '#platform/web/multi-client-search/client-selection.ts'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { withExport } from '#platform/web/table/sheet-columns.ts'
import { createColumns, inHeading } from '#platform/web/table/table-columns.ts'
import { unsortedView } from '#platform/web/table/use-data-table.ts'
import { useFurtherPages } from '#platform/web/table/use-further-pages.ts'
import { formatPeriod } from '../../rules.ts'
import {
  type BillSelection,
  billSelection,
  billState,
  billsPerPage,
  listReportBills,
  maxBillsPerPage,
  type ReportBill,
} from '../../view-contract.ts'
import { viewMessages } from '../../view-messages.ts'
import { describeClient, type ListPageProps, loadAllPages, ReportList } from './report-list.tsx'

const text = viewMessages.billList

/** The selection in the address; undefined if it is invalid. */
export function parseSelection(search: object): BillSelection | undefined {
  const { billMatch } = billSelection.shape
  const schema = billSelection.extend({
    billState: billState.catch('any'),
    billMatch: billMatch.catch('value'),
  })
  const { success, data } = schema.safeParse(search)
  return success ? data : undefined
}

const firstStart = { afterDay: '', afterItn: '', limit: billsPerPage }
const rowId = ({ itn }: ReportBill) => itn

/** The bills that a figure of a report counts, last processed first. */
export function ReportBillsPage(props: ListPageProps<BillSelection>) {
  const { owner, params, selection, codes = '', casePath } = props
  const selected = { ...selection, client: selection.client || codes }
  const { query, sums, loadMore, isLoadingMore } = useBills(owner, selected, props.codes !== undefined)
  const count = sums.reduce((sum, each) => sum + each.bills, 0)
  const [view, onView] = useState(unsortedView)
  const columns = useMemo(() => billColumns(casePath), [casePath])
  return (
    <ReportList
      text={text}
      params={params}
      criteria={describeSelection(selection, props.clients)}
      query={query}
      summarize={(rows) => [
        text.counted(rows.length, count),
        ...sums.map(({ currency, charges, saved }) =>
          text.sums(formatMoney(charges, currency), formatMoney(saved, currency)),
        ),
      ]}
      loadMore={loadMore}
      isLoadingMore={isLoadingMore}
    >
      {(rows) => (
        <PagedList
          exportedAs={{ list: 'report-bills', criteria: selected }}
          wholeList={{ rows: count, load: () => loadAllBills(selected) }}
          label={text.title}
          rows={rows}
          columns={columns}
          rowId={rowId}
          sizeKey="ReportBills_ResultSize"
          columnsKey="reportBillColumns"
          initialColumns={initialColumns}
          view={view}
          onView={onView}
        />
      )}
    </ReportList>
  )
}

/** Loads the first bills of a selection, and more of them on request. */
function useBills(owner: string, selected: BillSelection, enabled: boolean) {
  const first = useQuery({
    queryKey: ['report bills', owner, selected],
    queryFn: ({ signal }) => call(listReportBills, { ...selected, ...firstStart }, signal),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const { pages, ...more } = useFurtherPages<Page, ReportBill>(first, {
    load: (last) => call(listReportBills, { ...selected, ...startAfter(last), limit: billsPerPage }),
    nextPosition: ({ bills, hasMore }) => (hasMore ? bills.at(-1) : undefined),
    failed: text.failed,
  })
  const bills = useMemo(() => pages.flatMap((page) => page.bills), [pages])
  return { query: { ...first, data: first.data && bills }, sums: first.data?.sums ?? [], ...more }
}

const startAfter = ({ processedDate, itn }: ReportBill) => ({ afterDay: processedDate, afterItn: itn })

/** Loads all selected bills, for a download. */
const loadAllBills = (selected: BillSelection) =>
  loadAllPages((last?: ReportBill) => {
    const start = last ? startAfter(last) : { afterDay: '', afterItn: '' }
    return call(listReportBills, { ...selected, ...start, limit: maxBillsPerPage })
  }, 'bills')

type Page = z.output<typeof listReportBills.response>

/** Describes a selection: its period, then each group. */
function describeSelection(selection: BillSelection, clients: AvailableClients['clients']): string[] {
  const { firstDay, lastDay, billCurrency, billState } = selection
  const groups = [
    billCurrency,
    describeGroup(selection),
    describeClient(selection, clients),
    text.states[billState],
  ]
  return [formatPeriod(firstDay, lastDay), ...groups].filter(Boolean)
}

function describeGroup({ billGroup, billValue, billMatch }: BillSelection): string {
  if (billGroup === '') return ''
  if (billMatch !== 'value') return text.groups[billMatch][billGroup]
  return billGroup === 'network' && billValue === 'none' ? text.outOfNetwork : billValue
}

const { text: textColumn, custom, time, number, all } = createColumns<ReportBill>()

function amount(id: 'charges' | 'repriced' | 'saved') {
  const read = (bill: ReportBill) => {
    const value = bill[id]
    return value === null ? null : { amount: value, currency: bill.currency }
  }
  const zero = ({ currency }: ReportBill) => ({ amount: '0', currency })
  const column = number(
    id,
    text[id],
    (bill) => (bill[id] === null ? null : formatMoney(bill[id], bill.currency)),
    (one, other) => compareMoney(read(one) ?? zero(one), read(other) ?? zero(other)),
  )
  return withExport(column, { exported: read })
}

const savedPercent = withExport(
  number(
    'savedPercent',
    text.savedPercent,
    (bill) => bill.savedPercent && `${bill.savedPercent}%`,
    (one, other) => Number(one.savedPercent) - Number(other.savedPercent),
  ),
  {
    exported: (bill: ReportBill) =>
      bill.savedPercent === null ? null : { number: Number(bill.savedPercent), digits: 1 },
  },
)

const formatService = ({ serviceFrom, serviceTo }: ReportBill) =>
  [...new Set([serviceFrom, serviceTo])].map(formatDay).join('-')

/** Hidden at first, so that the list fits its page. */
const initialColumns = { savedPercent: false }

/** Columns of a bill. The incident leads to the case. */
const billColumns = (casePath: (row: string) => string) =>
  all([
    textColumn('itn', text.itn, ({ itn }) => itn, 'short'),
    custom(
      'incident',
      text.incident,
      ({ incidentNumber }) => incidentNumber,
      ({ incidentNumber, caseRow }) => <Link to={casePath(caseRow)}>{incidentNumber}</Link>,
    ),
    textColumn('provider', text.provider, ({ providerName }) => providerName),
    textColumn('client', text.client, ({ client }) => client, 'short'),
    time('service', text.serviceDate, ({ serviceFrom }) => serviceFrom, formatService),
    time('processed', text.processed, ({ processedDate }) => processedDate),
    inHeading(amount('charges')),
    amount('repriced'),
    amount('saved'),
    savedPercent,
    textColumn('status', text.status, ({ paymentStatus }) => paymentStatus),
  ])
