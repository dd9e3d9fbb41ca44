import type { Database } from '#platform/db/database.ts'
import type { ReportSection } from '../../view-contract.ts'
import { findEarlierTotals, selectBills, sumColumns, toBillSection, toRow } from '../bill-sections.ts'
import type { Period } from '../report-definition.ts'
import { messages } from './bill-detail-messages.ts'
import { type BillDetailData, findBillDetail } from './bill-detail-queries.ts'

/** Loads Bill Detail for the page: totals by client, each of which leads to its bills. */
export async function findBillDetailSections(scoped: Database, period: Period, signal: AbortSignal) {
  const data = await findBillDetail(scoped, period, signal)
  if (!data) return undefined
  const earlier = await findEarlierTotals(scoped, period, signal)
  const sections = data.totals.map(
    (sums): ReportSection => ({
      ...toBillSection(period, sums, earlier),
      tables: [toClients(period, data, sums)],
    }),
  )
  return { rows: data.rows, sections }
}

function toClients(period: Period, { clients }: BillDetailData, sums: BillDetailData['totals'][number]) {
  const { currency } = sums
  return {
    ...{ title: messages.byClient, heading: messages.client, columns: sumColumns, chart: null, note: null },
    rows: clients
      .filter((each) => each.currency === currency)
      .map((each) => toRow(each.client, each, selectBills(period, currency, { client: each.code }))),
    total: toRow(messages.total, sums, selectBills(period, currency)),
  }
}
