import { eitherSearch } from '#cases/contract.ts'
import { messages as common } from '../../messages.ts'
import type { Report } from '../report-definition.ts'
import { findBillDetail, query, row } from './bill-detail-queries.ts'
import { findBillDetailSections } from './bill-detail-sections.ts'

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
