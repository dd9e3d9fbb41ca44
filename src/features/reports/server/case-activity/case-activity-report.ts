import { eitherSearch } from '#cases/contract.ts'
import type { Report } from '../report-definition.ts'
import { messages } from './case-activity-messages.ts'
import { findCaseActivity, query, row } from './case-activity-queries.ts'
import { findCaseActivitySections } from './case-activity-sections.ts'

/** Activity in the period: by kind over time, and case by case. */
export const caseActivity: Report = {
  code: 'ACTIVITY',
  features: [eitherSearch],
  template: new URL('./case-activity-document.ts', import.meta.url),
  findData: findCaseActivity,
  table: { row, query },
  view: {
    basis: messages.counted,
    explanation: messages.explanation,
    findSections: findCaseActivitySections,
  },
}
