import type { Report } from '../report.ts'
import { savingsFactsOf } from './savings-queries.ts'

/** Charged, repriced and saved amounts by month, client, provider and payment status. Totals name no patient. */
export const savings: Report = {
  code: 'SAVINGS',
  features: [],
  maker: new URL('./savings-document.ts', import.meta.url),
  factsOf: savingsFactsOf,
}
