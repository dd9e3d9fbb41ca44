import { setTimeout as pause } from 'node:timers/promises'
import type { FailoverContext } from './failover.ts'
import { findLongestGap, findStandstill, type Load } from './failover-load.ts'
import { createReportReader } from './report-reader.ts'

const steadyMs = 2_000
const takeoverMs = 90_000
const resumeMs = 90_000
const rejoinMs = 120_000
const reportMs = 300_000
/** Before each second kill, nothing reaches the standby any more, as if its network failed first. */
const unsentMs = 300

/** What one fault took, in milliseconds. */
export type Fault = { kind: 'kill' | 'silence'; takeover: number; gap: number; rejoin: number }

type Numbers = { kills: number; silences: number }

/** Causes faults of the primary one after another; after each, waits until everything works again. */
export async function causeFaults(context: FailoverContext, load: Load, { kills, silences }: Numbers) {
  const { direct, address, report } = context
  const reader = await createReportReader(direct.app, address, 'Clara')
  const faults: Fault[] = []
  const kinds = [...Array(kills).fill('kill'), ...Array(silences).fill('silence')] as Fault['kind'][]
  for (const [at, kind] of kinds.entries()) {
    await load.refill()
    const run = await reader.requestRun()
    await pause(steadyMs)
    const fault = await causeFault(context, load, kind, at % 2 === 0 ? unsentMs : 0)
    const stuck = await findStandstill(load, context.mail, resumeMs)
    const state = await waitForReport(reader, run)
    if (state !== 'done') stuck.push(`reports (${state})`)
    faults.push(fault)
    report(
      `${kind} ${at + 1} of ${kinds.length}: the standby takes over, and everything resumes`,
      stuck.length === 0,
      stuck.join(', ') || describe(fault),
    )
  }
  summarize(faults, report)
  return faults
}

async function causeFault(
  { cluster }: FailoverContext,
  load: Load,
  kind: Fault['kind'],
  unsent: number,
): Promise<Fault> {
  const { primary } = await cluster.waitUntilHealthy()
  const began = performance.now()
  const resume = kind === 'kill' ? undefined : cluster.silence(primary)
  let takeover: number
  try {
    if (kind === 'kill') await cluster.kill(primary, unsent)
    takeover = await cluster.waitForTakeover(primary, takeoverMs)
    // The lost host comes back only once people work with the new primary, which must not depend on it.
    await waitForDecision(load, performance.now())
  } finally {
    resume?.()
  }
  const back = performance.now()
  await cluster.waitUntilHealthy(rejoinMs)
  const rejoin = Math.round(performance.now() - (resume ? back : began))
  return { kind, takeover, gap: findLongestGap(load, began), rejoin }
}

async function waitForDecision({ acknowledged }: Load, after: number) {
  const end = performance.now() + resumeMs
  while ((acknowledged.at(-1)?.at ?? 0) <= after && performance.now() < end) await pause(50)
}

/** Waits for the end of a report; while the database is away, the portal cannot say how far it is. */
async function waitForReport(
  { ended }: Awaited<ReturnType<typeof createReportReader>>,
  run: string,
): Promise<string> {
  const end = performance.now() + reportMs
  while (performance.now() < end) {
    const seen = await ended(run).catch(() => undefined)
    if (seen) return seen.state
    await pause(500)
  }
  return 'unfinished'
}

const describe = ({ takeover, gap, rejoin }: Fault) =>
  `new primary after ${seconds(takeover)}, no decision for ${seconds(gap)}, old one back after ${seconds(rejoin)}`

function summarize(faults: readonly Fault[], report: FailoverContext['report']) {
  for (const kind of ['kill', 'silence'] as const) {
    const gaps = faults.filter((each) => each.kind === kind).map(({ gap }) => gap)
    if (gaps.length === 0) continue
    const median = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0
    report(
      `time without a decision in ${gaps.length} ${kind === 'kill' ? 'kills' : 'silences'}`,
      true,
      `median ${seconds(median)}, longest ${seconds(Math.max(...gaps))}`,
    )
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
