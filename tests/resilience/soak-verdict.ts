import { type Call, throttled } from './mixed-load.ts'
import type { Sample, Stop } from './soak-samples.ts'

export type Outcome = { check: string; outcome: boolean | 'skipped'; details: string }
export type SoakResult = {
  calls: readonly Call[]
  samples: readonly Sample[]
  stops: readonly Stop[]
  /** When the load began, and how long it lasted without the time in which everything warms up. */
  beganAt: number
  warmUpMs: number
  endedAt: number
}

const minuteMs = 60_000
export const goals = { megabytesPerMinute: 1, p99Ms: 200, p95Ratio: 1.25 }
/** A shorter part of a run says nothing: caches still fill, and garbage is collected in waves. */
const shortestPartMs = 5 * minuteMs
const isLong = (partMs: number) => partMs >= shortestPartMs
const tooShort = '; the run is too short'

type Point = { at: number; value: number }

/** The slope of the line through the points with the least squares, per minute. */
export function fitSlope(points: readonly Point[]): number {
  const mean = (read: (point: Point) => number) =>
    points.reduce((sum, point) => sum + read(point), 0) / points.length
  const [meanAt, meanValue] = [mean(({ at }) => at), mean(({ value }) => value)]
  const covariance = mean(({ at, value }) => (at - meanAt) * (value - meanValue))
  return (covariance / mean(({ at }) => (at - meanAt) ** 2)) * minuteMs
}

/** The least value of each minute: of a heap, what is left after garbage was collected. */
export function findMinimums(points: readonly Point[]): Point[] {
  const minutes = Map.groupBy(points, ({ at }) => Math.floor(at / minuteMs))
  return [...minutes.values()].map((each) => ({
    at: each[0]?.at ?? 0,
    value: Math.min(...each.map(({ value }) => value)),
  }))
}

/** A percentile of a list of times; 0 without any. */
export function findPercentile(share: number, times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Whether a portal that worked for long reached each goal. */
export function judgeSoak({ calls, ...given }: SoakResult): Outcome[] {
  const result = { ...given, calls: leaveOutStops(calls, given.stops) }
  const longest = Math.max(0, ...given.stops.map(({ from, to }) => to - from))
  const left = calls.length - result.calls.length
  return [
    ...judgeGrowth(result),
    judgeFaults(result),
    ...judgeStability(result),
    ...judgeTimes(result),
    {
      check: 'requests left out because this process was stopped',
      outcome: true,
      details: `${left}, in ${given.stops.length} stops of at most ${(longest / 1000).toFixed(0)} s`,
    },
  ]
}

/** What was asked before and shortly after a stop waited for it. */
const afterStopMs = 10_000

/** Leaves out the requests during which this process, and with it perhaps the portal, was stopped. */
export const leaveOutStops = (calls: readonly Call[], stops: readonly Stop[]) =>
  calls.filter(({ at, ms }) => !stops.some(({ from, to }) => at < to + afterStopMs && at + ms > from))

function judgeGrowth({ samples, beganAt, warmUpMs, endedAt }: SoakResult): Outcome[] {
  const warm = samples.filter(({ at }) => at >= beganAt + warmUpMs && at <= endedAt)
  const readPoints = (key: keyof Sample) => warm.map((sample) => ({ at: sample.at, value: sample[key] }))
  const isEnough = isLong((endedAt - beganAt - warmUpMs) / 2)
  const judge = (what: string, unit: string, points: readonly Point[]): Outcome => {
    const slope = fitSlope(points)
    const range = [points[0], points.at(-1)].map((point) => point?.value.toFixed(0)).join(' → ')
    return {
      check: `${what} grows by less than ${goals.megabytesPerMinute} ${unit} a minute`,
      outcome: isEnough ? slope < goals.megabytesPerMinute : 'skipped',
      details: `${slope.toFixed(3)} ${unit} a minute, ${range}${isEnough ? '' : tooShort}`,
    }
  }
  return [
    judge('the memory of the portal', 'MB', readPoints('portal')),
    judge('its heap after garbage collections', 'MB', findMinimums(readPoints('heap'))),
    judge('the memory of its workers', 'MB', findMinimums(readPoints('workers'))),
    judge('the private memory of the database', 'MB', findMinimums(readPoints('database'))),
    judge('the number of open files and sockets', 'descriptors', findMinimums(readPoints('descriptors'))),
  ]
}

function judgeFaults({ calls }: SoakResult): Outcome {
  const faults = calls.filter(({ fault }) => fault !== undefined)
  const waits = calls.filter(({ status }) => status === throttled).length
  const some = faults.slice(0, 5).map(({ name, status, fault }) => `${name} ${status} ${fault}`)
  return {
    check: 'no request fails',
    outcome: faults.length === 0 && calls.length > 0,
    details: [`${calls.length} requests, ${faults.length} failed, ${waits} throttled (429)`, ...some].join(
      '; ',
    ),
  }
}

/** Compares the last part of the run with the first after the warm-up, each as long as the warm-up. Documents are only timed. */
function judgeStability({ calls, beganAt, warmUpMs, endedAt }: SoakResult): Outcome[] {
  const findP95 = (kind: Call['kind'], from: number) =>
    findPercentile(
      0.95,
      listTimes(calls, (call) => call.kind === kind && call.at >= from && call.at < from + warmUpMs),
    )
  return (['page', 'document'] as const).map((kind) => {
    const [first, last] = [findP95(kind, beganAt + warmUpMs), findP95(kind, endedAt - warmUpMs)]
    const details = `${first.toFixed(1)} ms → ${last.toFixed(1)} ms`
    if (kind !== 'page')
      return { check: `p95 of ${kinds[kind]} after the warm-up and at the end`, outcome: true, details }
    return {
      check: 'p95 of pages at the end is at most a quarter above that after the warm-up',
      outcome: isLong(warmUpMs) ? last > 0 && last <= first * goals.p95Ratio : 'skipped',
      details: `${details}${isLong(warmUpMs) ? '' : tooShort}`,
    }
  })
}

const kinds = { page: 'pages', document: 'documents', login: 'logins' } as const

function judgeTimes({ calls, beganAt, warmUpMs }: SoakResult): Outcome[] {
  const timed = (kind: Call['kind']) =>
    listTimes(calls, (call) => call.kind === kind && call.at >= beganAt + warmUpMs)
  return (['page', 'document', 'login'] as const).map((kind) => {
    const times = timed(kind)
    const [p50, p95, p99, longest] = [0.5, 0.95, 0.99, 1].map((share) =>
      findPercentile(share, times).toFixed(0),
    )
    const details = `p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, longest ${longest} ms, ${times.length} requests`
    const hasGoal = kind === 'page'
    return {
      check: hasGoal ? `p99 of ${kinds[kind]} is less than ${goals.p99Ms} ms` : `times of ${kinds[kind]}`,
      outcome: !hasGoal || (times.length > 0 && Number(p99) < goals.p99Ms),
      details,
    }
  })
}

const listTimes = (calls: readonly Call[], isCounted: (call: Call) => boolean) =>
  calls.filter(isCounted).map(({ ms }) => ms)
