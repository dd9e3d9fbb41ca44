import { describe, expect, test } from 'vitest'
import type { Call } from './mixed-load.ts'
import type { Sample } from './soak-samples.ts'
import { findMinimums, fitSlope, judgeSoak, type SoakResult } from './soak-verdict.ts'

const minuteMs = 60_000
const beganAt = 5_000
const minutes = 60

/** An hour of samples whose memory swings by 40 MB, as garbage collections make it, and grows by this much a minute. */
const sampleHour = (grown: Partial<Record<keyof Sample, number>> = {}): Sample[] =>
  Array.from({ length: minutes * 6 }, (_, at) => {
    const swing = ((at * 7) % 40) - 20
    const read = (key: keyof Sample, base: number) => base + swing + ((grown[key] ?? 0) * at) / 6
    return {
      at: beganAt + at * 10_000,
      portal: read('portal', 600),
      heap: read('heap', 150),
      workers: read('workers', 300),
      database: read('database', 200),
      descriptors: read('descriptors', 120),
      backends: 30,
      sockets: 100,
      lag: 20,
      loadLag: 20,
    }
  })

/** An hour of requests, ten a second, of which one in ten takes 40 ms and the others 10 ms. */
const callHour = (change: (call: Call, minute: number) => Partial<Call> = () => ({})): Call[] =>
  Array.from({ length: minutes * 600 }, (_, at) => {
    const ms = at % 10 === 0 ? 40 : 10
    const call: Call = { name: 'case', kind: 'page', at: beganAt + at * 100, ms, status: 200 }
    return { ...call, ...change(call, Math.floor(at / 600)) }
  })

const judge = (change: Partial<SoakResult> = {}) => {
  const times = { beganAt, warmUpMs: 10 * minuteMs, endedAt: beganAt + minutes * minuteMs }
  const result = { calls: callHour(), samples: sampleHour(), stops: [], ...times, ...change }
  const failed = judgeSoak(result).filter(({ outcome }) => !outcome)
  return failed.map(({ check }) => check)
}

describe('the verdict on a soak', () => {
  test('accepts an hour without growth', () => {
    expect(judge()).toEqual([])
  })

  test.each([
    ['portal', 'the memory of the portal grows by less than 1 MB a minute'],
    ['heap', 'its heap after garbage collections grows by less than 1 MB a minute'],
    ['workers', 'the memory of its workers grows by less than 1 MB a minute'],
    ['database', 'the private memory of the database grows by less than 1 MB a minute'],
    ['descriptors', 'the number of open files and sockets grows by less than 1 descriptors a minute'],
  ] as const)('catches growth of %s by 1.5 a minute and accepts 0.5', (key, check) => {
    expect(judge({ samples: sampleHour({ [key]: 1.5 }) })).toEqual([check])
    expect(judge({ samples: sampleHour({ [key]: 0.5 }) })).toEqual([])
  })

  test('ignores growth while everything warms up', () => {
    const samples = sampleHour().map((sample) => {
      const minute = (sample.at - beganAt) / minuteMs
      return { ...sample, portal: sample.portal + Math.min(minute, 10) * 30 }
    })
    expect(judge({ samples })).toEqual([])
  })

  test('catches one failed request, and counts throttled requests apart', () => {
    const isOne = (call: Call) => call.at === beganAt + 100_000
    const failing = callHour((call) => (isOne(call) ? { status: 500, fault: 'Internal error' } : {}))
    expect(judge({ calls: failing })).toEqual(['no request fails'])
    expect(judge({ calls: callHour((call) => (isOne(call) ? { status: 429 } : {})) })).toEqual([])
  })

  test('catches responses that get slower and a p99 above the goal', () => {
    const slower = callHour((call, minute) => (minute >= 50 ? { ms: call.ms * 1.5 } : {}))
    expect(judge({ calls: slower })).toEqual([
      'p95 of pages at the end is at most a quarter above that after the warm-up',
    ])
    const slowerDocuments = callHour((call, minute) =>
      call.at % 1_000 === 0 ? { kind: 'document', ms: minute >= 50 ? 4_000 : 2_000 } : {},
    )
    expect(judge({ calls: slowerDocuments })).toEqual([])
    const slow = callHour((call) => (call.at % 4_000 === 1_000 ? { ms: 250 } : {}))
    expect(judge({ calls: slow })).toEqual(['p99 of pages is less than 200 ms'])
  })

  test('leaves out requests while the process was stopped, but none without a stop', () => {
    const [from, to] = [beganAt + 30 * minuteMs, beganAt + 31 * minuteMs]
    const stopped = callHour((call) =>
      call.at >= from - 50 && call.at < to ? { ms: 60_000, status: 503, fault: 'A response timed out.' } : {},
    )
    expect(judge({ calls: stopped, stops: [{ from, to }] })).toEqual([])
    expect(judge({ calls: stopped })).toContain('no request fails')
  })

  test('does not judge growth and stability in a run of a few minutes', () => {
    const short = { warmUpMs: minuteMs, endedAt: beganAt + 3 * minuteMs, samples: sampleHour({ portal: 50 }) }
    expect(judge(short)).toEqual([])
  })
})

test('fits a slope and finds what each minute has at least', () => {
  const points = [0, 1, 2, 3].map((minute) => ({ at: minute * minuteMs, value: 10 + 2 * minute }))
  expect(fitSlope(points)).toBeCloseTo(2)
  const more = points.map(({ at }) => ({ at: at + 1_000, value: 99 }))
  expect(findMinimums([...more, ...points]).map(({ value }) => value)).toEqual([10, 12, 14, 16])
})
