import { messages } from '../../messages.ts'
import type { Report } from '../report-definition.ts'
import { findSavingsData } from './savings-queries.ts'
import { findSavingsSections } from './savings-sections.ts'

/** Charged, repriced and saved amounts by month, client, provider and payment status. Totals name no patient. */
export const savings: Report = {
  code: 'SAVINGS',
  features: [],
  template: new URL('./savings-document.ts', import.meta.url),
  findData: findSavingsData,
  view: {
    basis: messages.document.byProcessedDate,
    explanation: messages.document.savedNote,
    findSections: findSavingsSections,
  },
}
