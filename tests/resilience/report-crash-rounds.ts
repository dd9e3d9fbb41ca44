import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { type Run, run, waitUntilReady } from './portal-run.ts'
import { listProcesses } from './processes.ts'
import type { Reader } from './report-reader.ts'
import { findRun, isCompleteReport } from './report-records.ts'
import type { Report } from './scenario.ts'

export type PortalInstance = { dataDir: string; port: number; env: Record<string, string> }

type Context = {
  installation: PortalInstance
  databaseContext: DatabaseContext
  reader: Reader
  portal: Run
  /** How long a report takes when nothing is killed, in milliseconds. */
  usualMs: number
  bills: number
}

/** How many times the portal is killed during each report, while it is requested, queued or rendered. */
const plan = [1, 2, 1, 3, 1, 2, 1, 3]
export const kills = plan.reduce((sum, each) => sum + each, 0)
/** The maximum number of attempts for a run (decision 20). */
const maxAttempts = 3
/** How soon after the portal its render processes must exit: well before their report is retried. */
const exitMs = 5_000
const timeoutMs = 300_000
const pollMs = 20

type Observations = {
  whileRendering: number
  outlived: number
  elsewhere: number
  ends: string[]
  unexpected: string[]
}

/** Requests one report after another and kills the portal in between. Returns the last portal. */
export async function killDuringReports(ground: Context, report: Report): Promise<Run> {
  const observed: Observations = { whileRendering: 0, outlived: 0, elsewhere: 0, ends: [], unexpected: [] }
  const random = seeded(20)
  let { portal } = ground
  for (const times of plan) portal = await requestAndKill({ ...ground, portal }, { times, random, observed })
  const { whileRendering, outlived, elsewhere, ends, unexpected } = observed
  const hardest = plan.filter((times) => times === maxAttempts).length
  report(
    `the portal is killed ${kills} times, often while a report renders`,
    whileRendering >= kills / 3,
    `${whileRendering}`,
  )
  report(
    `render processes exit within ${exitMs / 1000} s after the portal`,
    outlived === 0,
    `${outlived} outlived it`,
  )
  report(
    'a repeated request leads to the active run, even after a kill',
    elsewhere === 0,
    `${elsewhere} were not`,
  )
  report(
    'runs fail after three unsuccessful attempts and complete otherwise',
    unexpected.length === 0,
    unexpected.join('; '),
  )
  const failed = ends.filter((state) => state === 'failed').length
  report(
    'reports killed in each of three attempts fail and can be requested again at once',
    failed === hardest,
    `${failed} of ${ends.length}`,
  )
  return portal
}

type Round = { times: number; random: () => number; observed: Observations }

/** Requests a report and kills the portal `times` times. Requests a failed report again. */
async function requestAndKill(ground: Context, { times, random, observed }: Round): Promise<Run> {
  const { reader, databaseContext, usualMs } = ground
  const isHardest = times === maxAttempts
  const firstRequest = reader.tryRequest()
  let [{ portal }, id]: [{ portal: Run }, string | undefined] = [ground, undefined]
  for (let kill = 1; kill <= times; kill += 1) {
    if (kill > 1 || isHardest) await waitUntilStarted(databaseContext, id ?? (await firstRequest) ?? '', kill)
    await pause(random() * usualMs * (isHardest ? 0.25 : 1.1))
    portal = await killAndRestart({ ...ground, portal }, observed)
    const previousId: string | undefined = id ?? (await firstRequest)
    const isOver =
      previousId && !['waiting', 'running'].includes((await findRun(databaseContext, previousId)).state)
    if (isOver) id = previousId
    else id = await requestAgain(reader, previousId, observed)
    if (isOver) break
  }
  if (!id) throw new Error('A report was never requested.')
  await checkEnd(ground, { id, times, observed })
  return portal
}

/** Repeats a request, which must return the previous run if there is one. */
async function requestAgain(
  reader: Reader,
  previousId: string | undefined,
  observed: Observations,
): Promise<string> {
  const again = await reader.requestRun()
  if (previousId && previousId !== again) observed.elsewhere += 1
  return again
}

async function checkEnd(
  { databaseContext, reader, bills }: Context,
  round: { id: string; times: number; observed: Observations },
) {
  const { id, times, observed } = round
  const { state } = await reader.ended(id)
  const { attempt } = await findRun(databaseContext, id)
  observed.ends.push(state)
  const { status, pdf } = await reader.opened(id)
  const isWhole = status === 200 && (await isCompleteReport(pdf, bills))
  const mayFail = times === maxAttempts && attempt === maxAttempts && status === 409
  if (state === 'done' ? !isWhole : !(state === 'failed' && mayFail))
    observed.unexpected.push(`killed ${times} times, ${attempt} attempts: ${state}, ${status}`)
  if (state !== 'failed') return
  const next = await reader.requestRun()
  const { state: nextState } = await reader.ended(next)
  if (next === id || nextState !== 'done') observed.unexpected.push(`requested again: ${nextState}`)
}

/** Waits until a run has started this many attempts, or has ended. */
async function waitUntilStarted(databaseContext: DatabaseContext, id: string, times: number) {
  const end = performance.now() + timeoutMs
  while (performance.now() < end) {
    const { state, attempt } = await findRun(databaseContext, id)
    if ((state === 'running' && attempt >= times) || !['waiting', 'running'].includes(state)) return
    await pause(pollMs)
  }
  throw new Error(`A report did not start for ${timeoutMs / 1000} s.`)
}

/** Kills the portal, waits for its render processes to exit, and returns the next portal when it is ready. */
async function killAndRestart({ installation, portal }: Context, observed: Observations): Promise<Run> {
  if (countRenderProcesses(installation) > 0) observed.whileRendering += 1
  portal.child.kill('SIGKILL')
  const end = performance.now() + exitMs
  while (countRenderProcesses(installation) > 0 && performance.now() < end) await pause(pollMs)
  if (countRenderProcesses(installation) > 0) observed.outlived += 1
  await portal.ended
  const next = run([process.execPath, 'src/app/main.ts'], { env: installation.env })
  await waitUntilReady(next, installation.port)
  return next
}

const countRenderProcesses = ({ dataDir }: PortalInstance) =>
  listProcesses(dataDir).filter(({ command }) => command.includes('streaming-worker')).length

/** Reproducible numbers from 0 to 1 (a linear congruential generator, Numerical Recipes). */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
