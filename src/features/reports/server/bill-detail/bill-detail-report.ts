import { eitherSearch } from '#cases/contract.ts'
import type { Database } from '#platform/db/database.ts'
import { messages as common } from '../../messages.ts'
import type { ReportSection, ReportTable } from '../../view-contract.ts'
import {
  findBillContext,
  selectBills,
  sumColumns,
  toBillSection,
  toLeftOutSections,
  toRow,
} from '../bill-sections.ts'
import type { Period, Report } from '../report-definition.ts'
import { messages } from './bill-detail-messages.ts'
import { type BillDetailData, findBillDetail, query, row } from './bill-detail-queries.ts'

/** Every bill processed in the period, by client and day, with its savings. */
export const billDetail: Report = {
  code: 'BILLDETAIL',
  features: [eitherSearch],
  template: new URL('./bill-detail-document.ts', import.meta.url),
  findData: findBillDetail,
  table: { row, query },
  view: {
    basis: common.document.byProcessedDate,
    explanation: common.document.savedNote,
    findSections: findBillDetailSections,
  },
}

/** Loads Bill Detail for the page: totals by client, each of which leads to its bills. */
async function findBillDetailSections(scoped: Database, period: Period, signal: AbortSignal) {
  const data = await findBillDetail(scoped, period, signal)
  const context = await findBillContext(scoped, period, signal)
  const leftOut = toLeftOutSections(data?.totals ?? [], context)
  if (!data) return leftOut.length > 0 ? { rows: 0, sections: leftOut } : undefined
  const sections = data.totals.map(
    (sums): ReportSection => ({
      ...toBillSection(period, sums, context),
      tables: [toClients(period, data, sums), ...toCases(data, sums)],
    }),
  )
  return { rows: data.rows, sections: [...sections, ...leftOut] }
}

function toClients(period: Period, { clients }: BillDetailData, sums: BillDetailData['totals'][number]) {
  const { currency } = sums
  return {
    title: messages.byClient,
    heading: messages.client,
    columns: sumColumns,
    chart: null,
    note: null,
    rows: clients
      .filter((each) => each.currency === currency)
      .map((each) => toRow(each.client, each, selectBills(period, currency, { client: each.code }))),
    total: toRow(messages.total, sums, selectBills(period, currency)),
  }
}

/** The cases with the largest savings. Each leads to its case. */
function toCases({ cases }: BillDetailData, { currency }: BillDetailData['totals'][number]): ReportTable[] {
  const rows = cases
    .filter((each) => each.currency === currency)
    .map((each) => ({ ...toRow(each.incidentNumber, each, null), caseRow: each.caseRow }))
  if (rows.length === 0) return []
  const table = { title: messages.topCases, heading: messages.columns.incident, columns: sumColumns, rows }
  return [{ ...table, total: null, chart: null, note: null }]
}
