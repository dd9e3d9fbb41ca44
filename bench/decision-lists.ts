import type { z } from 'zod'
import { listPendingAuthorizations } from '#authorizations/contract.ts'
import { listDecidedAuthorizations, readMetrics } from '#authorizations/decided-contract.ts'
import { readQueue } from '#authorizations/queue-contract.ts'
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
  { send }: Decider,
  { path }: Endpoint<Input, Output>,
  input: z.input<Input>,
): Promise<z.output<Output>> {
  const response = await send(path, input)
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${JSON.stringify(body)}`)
  return body as z.output<Output>
}

/** Times the lists of a queue with this many bills, and those of 100,000 decisions and their metrics. */
export async function measureLists(databaseContext: DatabaseContext, person: Decider, pending: number) {
  const size = pending.toLocaleString('en-US')
  const readList = async () => {
    const { bills } = await sendTo(person, listPendingAuthorizations, {})
    if (bills.length < pending) throw new Error(`The list has only ${bills.length} bills.`)
  }
  const { version: since } = await sendTo(person, listPendingAuthorizations, {})
  const queue = [
    await measureRequests(`queue of ${size}`, readList),
    await measureRequests(`poll of ${size}`, () => sendTo(person, readQueue, { since })),
  ]
  await addDecisions(databaseContext, decided)
  const among = `among ${decided.toLocaleString('en-US')}`
  const list = (filter: z.input<typeof listDecidedAuthorizations.request>) => async () => {
    const { decisions } = await sendTo(person, listDecidedAuthorizations, filter)
    if (decisions.length === 0) throw new Error('The list has no decisions.')
    return decisions.length
  }
  const shown = await list({ period: 'year' })()
  const most = shown.toLocaleString('en-US')
  const exported = { list: 'decisions', format: 'xlsx', rows: shown } as const
  return [
    ...queue,
    await measureRequests(`last ${most} decisions ${among}`, list({ period: 'year' })),
    await measureRequests(`search for a hospital ${among}`, list({ period: 'year', search: 'mercy 17' })),
    await measureRequests(`search for an ITN ${among}`, list({ period: 'year', search: 'decided-4711' })),
    await measureRequests(`record of an export of ${most}`, () => sendTo(person, recordExport, exported)),
    await measureRequests(`metrics of 30 days ${among}`, () => sendTo(person, readMetrics, {})),
    await measureRequests(`metrics of all ${decided.toLocaleString('en-US')}`, async () => {
      const { total } = await sendTo(person, readMetrics, { period: 'any' })
      const counted = Object.values(total.decided).reduce((sum, each) => sum + each, 0)
      if (counted < decided) throw new Error(`The metrics have only ${counted} decisions.`)
    }),
  ]
}

async function measureRequests(name: string, work: () => Promise<unknown>): Promise<Timing> {
  const times = await measureTimes(Array(repeats).fill(undefined), work)
  const seconds = times.reduce((sum, time) => sum + time, 0) / 1000
  return { name, times, concurrency: 1, perSecond: times.length / seconds, goalMs }
}
