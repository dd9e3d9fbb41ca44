import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { action } from './contract.ts'
import { decidedFilter } from './decided-contract.ts'

const count = z.int().nonnegative()

/** The period of the decisions; by default, the last 30 days. */
export const metricsPeriod = decidedFilter.pick({ period: true, from: true, to: true })
export type MetricsPeriod = z.infer<typeof metricsPeriod>

/** The figures of a client code, or of all of them together. */
const figures = z.object({
  /** Bills that are pending now, whatever the period. */
  open: count,
  /** Decisions that were not undone, by outcome. */
  decided: z.record(action, count),
  /** The median time from receipt to decision, in minutes; null without decisions whose receipt is known. */
  medianMinutes: count.nullable(),
  /** Decisions that had a due time, and how many of them were made by then. */
  withDueTime: count,
  onTime: count,
})
export type Figures = z.infer<typeof figures>

export const clientMetrics = figures.extend({ client: z.string(), carrier: z.string() })
export type ClientMetrics = z.infer<typeof clientMetrics>

export const readMetrics = endpoint({
  method: 'POST',
  path: '/api/itn/metrics',
  access: 'staff',
  features: [['clientAuth']],
  summary:
    'Figures of the authorizations of each of the user’s clients: open now, decided by outcome, median time to the decision, and how many decisions were made on time.',
  request: metricsPeriod,
  response: z.object({ clients: z.array(clientMetrics), total: figures }),
})
