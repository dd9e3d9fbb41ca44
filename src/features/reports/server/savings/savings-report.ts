import type { Report } from '../report.ts'
import { savingsFactsOf } from './savings-queries.ts'

/** What was charged, what is left of it and what was saved: by month, client, provider and payment status. Sums name no patient. */
export const savings: Report = {
  code: 'SAVINGS',
  features: [],
  maker: new URL('./savings-document.ts', import.meta.url),
  factsOf: savingsFactsOf,
}
