import type { Report } from '../report-definition.ts'
import { messages } from './authorization-aging-messages.ts'
import { findAging, query, row } from './authorization-aging-queries.ts'
import { findAgingSections } from './authorization-aging-sections.ts'

/** Authorizations received in the period that are still pending, with their waiting time. */
export const authorizationAging: Report = {
  code: 'AUTHAGING',
  features: [['clientAuth']],
  template: new URL('./authorization-aging-document.ts', import.meta.url),
  findData: findAging,
  table: { row, query },
  view: { basis: messages.counted, explanation: messages.explanation, findSections: findAgingSections },
}
