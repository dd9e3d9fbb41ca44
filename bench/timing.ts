import { cpus } from 'node:os'

export type Timing = {
  name: string
  times: number[]
  perSecond: number
  concurrency: number
  /** The most milliseconds at p95, if there is such a goal. */
  goalMs?: number
}

/** Measures work on each input: first one at a time for latency, then concurrently for throughput. */
export async function measure<Input>(
  name: string,
  inputs: readonly Input[],
  concurrency: number,
  work: (input: Input) => unknown,
): Promise<Timing> {
  const times = await measureTimes(inputs, work)
  const began = performance.now()
  const waiting = inputs.values()
  const worker = async () => {
    for (const input of waiting) await work(input)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return { name, times, concurrency, perSecond: (inputs.length / (performance.now() - began)) * 1000 }
}

/** The latency of work on each input in milliseconds, one at a time, after a warm-up with a fifth of the inputs. */
export async function measureTimes<Input>(
  inputs: readonly Input[],
  work: (input: Input) => unknown,
): Promise<number[]> {
  for (const input of inputs.slice(0, Math.ceil(inputs.length / 5))) await work(input)
  const times: number[] = []
  for (const input of inputs) {
    const began = performance.now()
    await work(input)
    times.push(performance.now() - began)
  }
  return times
}

/** A percentile of a list of times: 0.5 gives the median. */
export function percentile(share: number, times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Prints timings as a Markdown table, with their goals if any of them has one. */
export function print(timings: readonly Timing[]) {
  const hasGoals = timings.some(({ goalMs }) => goalMs !== undefined)
  const heads = ['', 'p50 ms', 'p95 ms', 'p99 ms', 'per second', 'concurrency', ...(hasGoals ? ['goal'] : [])]
  printRow(heads)
  printRow(heads.map(() => '---'))
  for (const { name, times, perSecond, concurrency, goalMs = '' } of timings) {
    const percentiles = [0.5, 0.95, 0.99].map((share) => percentile(share, times).toFixed(3))
    const speed = [Math.round(perSecond).toLocaleString('en-US'), concurrency]
    printRow([name, ...percentiles, ...speed, ...(hasGoals ? [goalMs] : [])])
  }
}

const printRow = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

/** Describes the machine in one line. */
export const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'processor unknown'}, Node ${process.versions.node}`
