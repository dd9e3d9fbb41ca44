import { openBenchPortal, startBareServer } from './bench-portal.ts'
import { readUsage } from './processor-time.ts'
import { measureSearches } from './search-calls.ts'
import { type PointSearch, pointSearches } from './searches.ts'
import { percentile } from './timing.ts'

const rows = Number(process.env.ROWS ?? 50_000)
const rounds = Number(process.env.ROUNDS ?? 3)
const searchCount = 2000
const clients = 8

type Portal = Awaited<ReturnType<typeof openBenchPortal>>
type Served = Awaited<ReturnType<Portal['serve']>>
type Measured = { cpu: number; p50: number; p95: number; perSecond: number }

/** The settings whose cost is compared with a portal that records nothing. */
const variants: Record<string, (collector: string) => Record<string, string>> = {
  'no telemetry': () => ({}),
  'traces and metrics of every request': (collector) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector }),
  'a tenth of the requests': (collector) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  }),
}

/** Prints the cost of a search with telemetry off and on. */
export async function run() {
  const portal = await openBenchPortal(rows)
  const collector = await startBareServer(2)
  try {
    printRatios(await takeTurns(portal, collector.origin))
    const { server } = readUsage(collector.process, portal.dataDir)
    console.log(`\nThe collector used ${server} ms of CPU time.`)
  } finally {
    await collector.stop()
    await portal.close()
  }
}

/** Each round begins with another variant, so that a change of the machine's load reaches all of them. */
async function takeTurns(portal: Portal, collector: string) {
  const searches = pointSearches(searchCount, portal.source)
  const names = Object.keys(variants)
  const results = new Map<string, Measured[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    const shift = round % names.length
    for (const name of [...names.slice(shift), ...names.slice(0, shift)]) {
      const served = await portal.serve(variants[name]?.(collector))
      try {
        results.get(name)?.push(await measureOne(portal, served, searches))
      } finally {
        await served.stop()
      }
    }
  }
  return results
}

async function measureOne(
  { dataDir }: Portal,
  { origin, process: id }: Served,
  searches: readonly PointSearch[],
): Promise<Measured> {
  await measureSearches('warm-up', origin, searches, clients)
  const before = readUsage(id, dataDir).server
  const { times, perSecond } = await measureSearches('measured', origin, searches, clients)
  const cpu = (readUsage(id, dataDir).server - before) / times.length
  return { cpu, p50: percentile(0.5, times), p95: percentile(0.95, times), perSecond }
}

/** Prints the median of the rounds, and of the ratios to the first variant in the same round. */
function printRatios(results: ReadonlyMap<string, readonly Measured[]>) {
  const [base = []] = results.values()
  console.log('| | server CPU ms | ratio | of each round | p50 ms | p95 ms | per second | ratio |')
  console.log('|---|---|---|---|---|---|---|---|')
  for (const [name, all] of results) {
    const median = (read: (each: Measured, round: number) => number) => percentile(0.5, all.map(read))
    const ratio = (key: keyof Measured) => (each: Measured, round: number) =>
      each[key] / (base[round]?.[key] ?? Number.NaN)
    const ratios = all.map(ratio('cpu'))
    const cells = [
      median(({ cpu }) => cpu).toFixed(2),
      median(ratio('cpu')).toFixed(2),
      ratios
        .toSorted((one, other) => one - other)
        .map((each) => each.toFixed(2))
        .join(', '),
      median(({ p50 }) => p50).toFixed(1),
      median(({ p95 }) => p95).toFixed(1),
      Math.round(median(({ perSecond }) => perSecond)).toLocaleString('en-US'),
      median(ratio('perSecond')).toFixed(2),
    ]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
}
