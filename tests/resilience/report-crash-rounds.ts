import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseContext } from '#platform/server/database-context.ts'
import { type Run, ready, run } from './portal-run.ts'
import { processesOf } from './processes.ts'
import type { Reader } from './report-reader.ts'
import { attemptOf, isWholeReport } from './report-records.ts'
import type { Report } from './scenario.ts'

export type ReportHouse = { dataDir: string; port: number; env: Record<string, string> }

type Ground = {
  installation: ReportHouse
  databaseContext: DatabaseContext
  reader: Reader
  portal: Run
  /** The duration of an undisturbed report. */
  usualMs: number
  bills: number
}

/** The number of kills while each of the reports is ordered, rendered or idle. */
const plan = [1, 2, 1, 3, 1, 2, 1, 3]
export const kills = plan.reduce((sum, each) => sum + each, 0)
/** A run is attempted at most this often (decision 20). */
const mostAttempts = 3
/** A low-priority render process is gone this soon after the portal: long before its report is retried. */
const goneMs = 5_000
const timeoutMs = 300_000
const lookEveryMs = 20

type Seen = { whileDrawn: number; outlived: number; elsewhere: number; ends: string[]; strange: string[] }

/** Runs one report after the other and kills the portal in between; returns the last portal. */
export async function killedWhileMade(ground: Ground, tell: Report): Promise<Run> {
  const seen: Seen = { whileDrawn: 0, outlived: 0, elsewhere: 0, ends: [], strange: [] }
  const random = seeded(20)
  let { portal } = ground
  for (const times of plan) portal = await orderedAndKilled({ ...ground, portal }, { times, random, seen })
  const { whileDrawn, outlived, elsewhere, ends, strange } = seen
  const hardest = plan.filter((times) => times === mostAttempts).length
  tell(`${kills} times kill -9, many of them while it was drawn`, whileDrawn >= kills / 3, `${whileDrawn}`)
  tell(
    `what draws is gone within ${goneMs / 1000} s of the portal`,
    outlived === 0,
    `${outlived} outlived it`,
  )
  tell(
    'who orders again what is under way is led to it, killed or not',
    elsewhere === 0,
    `${elsewhere} were not`,
  )
  tell(
    'what was begun three times in vain has failed, all else is whole',
    strange.length === 0,
    strange.join('; '),
  )
  const failed = ends.filter((state) => state === 'failed').length
  tell(
    'and each that failed could be ordered again at once',
    failed === hardest,
    `${failed} of ${ends.length}`,
  )
  return portal
}

type Round = { times: number; random: () => number; seen: Seen }

/** One report and so many kills; one that failed is ordered again. */
async function orderedAndKilled(ground: Ground, { times, random, seen }: Round): Promise<Run> {
  const { reader, databaseContext, usualMs } = ground
  const isHardest = times === mostAttempts
  const asked = reader.asked()
  let [{ portal }, id]: [{ portal: Run }, string | undefined] = [ground, undefined]
  for (let kill = 1; kill <= times; kill += 1) {
    if (kill > 1 || isHardest) await isBegun(databaseContext, id ?? (await asked) ?? '', kill)
    await pause(random() * usualMs * (isHardest ? 0.5 : 1.1))
    portal = await killed({ ...ground, portal }, seen)
    const told: string | undefined = id ?? (await asked)
    const isOver = told && !['waiting', 'running'].includes((await attemptOf(databaseContext, told)).state)
    if (isOver) id = told
    else id = await orderedAgain(reader, told, seen)
    if (isOver) break
  }
  if (!id) throw new Error('A report was never ordered.')
  await judge(ground, { id, times, seen })
  return portal
}

/** The run that a repeated request returns: the previous one, if any. */
async function orderedAgain(reader: Reader, told: string | undefined, seen: Seen): Promise<string> {
  const again = await reader.ordered()
  if (told && told !== again) seen.elsewhere += 1
  return again
}

async function judge(
  { databaseContext, reader, bills }: Ground,
  round: { id: string; times: number; seen: Seen },
) {
  const { id, times, seen } = round
  const { state } = await reader.ended(id)
  const { attempt } = await attemptOf(databaseContext, id)
  seen.ends.push(state)
  const { status, pdf } = await reader.opened(id)
  const isWhole = status === 200 && (await isWholeReport(pdf, bills))
  const mayFail = times === mostAttempts && attempt === mostAttempts && status === 409
  if (state === 'done' ? !isWhole : !(state === 'failed' && mayFail))
    seen.strange.push(`killed ${times} times, begun ${attempt} times: ${state}, ${status}`)
  if (state !== 'failed') return
  const next = await reader.ordered()
  const { state: nextState } = await reader.ended(next)
  if (next === id || nextState !== 'done') seen.strange.push(`ordered again: ${nextState}`)
}

/** Waits until a run has been active for the given time, or has ended. */
async function isBegun(databaseContext: DatabaseContext, id: string, times: number) {
  const end = performance.now() + timeoutMs
  while (performance.now() < end) {
    const { state, attempt } = await attemptOf(databaseContext, id)
    if ((state === 'running' && attempt >= times) || !['waiting', 'running'].includes(state)) return
    await pause(lookEveryMs)
  }
  throw new Error(`A report was not begun for ${timeoutMs / 1000} s.`)
}

/** Kills the portal, checks its render process, and returns the next portal when it is ready. */
async function killed({ installation, portal }: Ground, seen: Seen): Promise<Run> {
  if (drawersOf(installation) > 0) seen.whileDrawn += 1
  portal.child.kill('SIGKILL')
  const end = performance.now() + goneMs
  while (drawersOf(installation) > 0 && performance.now() < end) await pause(lookEveryMs)
  if (drawersOf(installation) > 0) seen.outlived += 1
  await portal.ended
  const next = run([process.execPath, 'src/app/main.ts'], { env: installation.env })
  await ready(next, installation.port)
  return next
}

const drawersOf = ({ dataDir }: ReportHouse) =>
  processesOf(dataDir).filter(({ command }) => command.includes('draw-worker')).length

/** Reproducible numbers from 0 to 1 (a linear congruential generator, Numerical Recipes). */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
