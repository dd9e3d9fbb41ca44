import type { z } from 'zod'
import { listPendingAuthorizations } from '#authorizations/contract.ts'
import { listDecidedAuthorizations, readMetrics } from '#authorizations/decided-contract.ts'
import { readQueue } from '#authorizations/queue-contract.ts'
import { maxDecided } from '#authorizations/server/decided-queries.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { recordExport } from '#platform/contract.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import type { Decider } from '../tests/resilience/decision-staff.ts'
import { addDecisions } from './queue-dataset.ts'
import { measureTimes, type Timing } from './timing.ts'

const decided = 100_000
const repeats = 50
/** Of every request, at p95. */
const goalMs = 150

/** Sends a request of a page and returns its response; throws if the response is an error. */
export async function sendTo<Input extends z.ZodObject, Output extends z.ZodType>(
  person: Decider,
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>,
): Promise<z.output<Output>> {
  return JSON.parse(await receive(person, endpoint, input))
}

/** Like `sendTo`, but returns the text of the response. */
async function receive<Input extends z.ZodObject, Output extends z.ZodType>(
  { send }: Decider,
  { path }: Endpoint<Input, Output>,
  input: z.input<Input>,
): Promise<string> {
  const response = await send(path, input)
  const body = await response.text()
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${body}`)
  return body
}

/** Times the lists of a queue with this many bills, and those of 100,000 decisions and their metrics. */
export async function measureLists(databaseContext: DatabaseContext, person: Decider, pending: number) {
  const size = pending.toLocaleString('en-US')
  const { version: since, bills } = await sendTo(person, listPendingAuthorizations, {})
  if (bills.length < pending) throw new Error(`The list has only ${bills.length} bills.`)
  const queue = [
    await measureRequests(`queue of ${size}`, () => receive(person, listPendingAuthorizations, {})),
    await measureRequests(`poll of ${size}`, () => receive(person, readQueue, { since })),
  ]
  await addDecisions(databaseContext, decided)
  const among = `among ${decided.toLocaleString('en-US')}`
  const measureList = async (name: string, search = '') => {
    const filter = { period: 'year', search } as const
    const { decisions } = await sendTo(person, listDecidedAuthorizations, filter)
    if (decisions.length === 0) throw new Error('The list has no decisions.')
    const rows = decisions.length.toLocaleString('en-US')
    return measureRequests(`${name} ${among}: ${rows}`, () =>
      receive(person, listDecidedAuthorizations, filter),
    )
  }
  const exported = { list: 'decisions', format: 'xlsx', rows: maxDecided } as const
  const { total } = await sendTo(person, readMetrics, { period: 'any' })
  const counted = Object.values(total.decided).reduce((sum, each) => sum + each, 0)
  if (counted < decided) throw new Error(`The metrics have only ${counted} decisions.`)
  return [
    ...queue,
    await measureList('last decisions'),
    await measureList('search for a hospital', 'mercy 17'),
    await measureList('search for an ITN', 'decided-4711'),
    await measureRequests('record of an export', () => receive(person, recordExport, exported)),
    await measureRequests(`metrics of 30 days ${among}`, () => receive(person, readMetrics, {})),
    await measureRequests(`metrics of all ${decided.toLocaleString('en-US')}`, () =>
      receive(person, readMetrics, { period: 'any' }),
    ),
  ]
}

/** Times a request until its response is complete. */
async function measureRequests(name: string, work: () => Promise<unknown>): Promise<Timing> {
  const times = await measureTimes(Array(repeats).fill(undefined), work)
  const seconds = times.reduce((sum, time) => sum + time, 0) / 1000
  return { name, times, concurrency: 1, perSecond: times.length / seconds, goalMs }
}
