import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { listPendingAuthorizations } from '#authorizations/contract.ts'
import { leaseAuthorization, readQueue } from '#authorizations/queue-contract.ts'
import { readConfig } from '#platform/config/settings.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { createDecider, type Decider, denial } from '../tests/resilience/decision-staff.ts'
import { freePort, run as start, terminate, waitUntilReady } from '../tests/resilience/portal-run.ts'
import { limits } from './bench-portal.ts'
import { measureLists, sendTo } from './decision-lists.ts'
import { addPendingBills } from './queue-dataset.ts'
import { print, type Timing } from './timing.ts'

const firstStartMs = 600_000
const people = 16
const pending = 5_000
/** The time between decisions of someone who looks at each bill briefly. */
const thinkingMs = 1_000
/** How often the page asks whether the queue has changed. */
const pollMs = 20_000
/** Every so many decisions are undone. */
const undoEvery = 5
/** Of a decision, an undo and each change of a lease, at p95. */
const goalMs = 10

/**
 * Prints the cost of leases, decisions and undos with 16 concurrent users whose pages follow a queue of 5,000, and of
 * the queue, the list of decisions and their metrics.
 */
export async function run() {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const port = await freePort()
  const { PATH = '' } = process.env
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', PATH, ...limits }
  const portal = start([process.execPath, 'src/app/main.ts'], { env })
  try {
    await waitUntilReady(portal, port, firstStartMs)
    const databaseContext = await openDatabaseContext(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
    await measure(databaseContext, `http://127.0.0.1:${port}`).finally(() => databaseContext.close())
  } finally {
    await terminate(portal)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure(databaseContext: DatabaseContext, origin: string) {
  const staff = await Promise.all(
    Array.from({ length: people }, (_, at) => createDecider(databaseContext.app, origin, `Person ${at}`)),
  )
  await measureDecisions(databaseContext, staff, { name: 'warming', count: 800, pauseMs: 0 })
  await addPendingBills(databaseContext, 'QUEUE', pending)
  console.log(
    `Load before: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}\n`,
  )
  const paced = await measureDecisions(databaseContext, staff, {
    name: 'one per second per user',
    count: 960,
    pauseMs: thinkingMs,
    goalMs,
  })
  const packed = await measureDecisions(databaseContext, staff, {
    name: 'without pauses',
    count: 3_200,
    pauseMs: 0,
  })
  print([...paced, ...packed])
  console.log('')
  print(await measureLists(databaseContext, staff[0] as Decider, pending))
  console.log(
    `\nLoad after: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  )
}

type Load = { name: string; count: number; pauseMs: number; goalMs?: number }

/**
 * Times the decisions of concurrent users and what else their pages send. Each takes the lease of a bill, renews it once,
 * decides, ends the lease, and undoes some decisions. With pauses, the pages also follow the queue.
 */
async function measureDecisions(
  databaseContext: DatabaseContext,
  staff: Decider[],
  { name, count, pauseMs, goalMs }: Load,
): Promise<Timing[]> {
  const itns = (await addPendingBills(databaseContext, name.replaceAll(/\W+/g, '-'), count)).values()
  const taken: number[] = []
  const renewed: number[] = []
  const saves: number[] = []
  const ended: number[] = []
  const undos: number[] = []
  const lease = (person: Decider, itn: string, isOpen: boolean) =>
    sendTo(person, leaseAuthorization, { itn, isOpen })
  const decideOn = async (person: Decider, at: number) => {
    await wait((pauseMs * at) / people)
    for (const itn of itns) {
      const opened = performance.now()
      taken.push(await time(() => lease(person, itn, true)))
      await wait(pauseMs / 2)
      renewed.push(await time(() => lease(person, itn, true)))
      const sent = performance.now()
      const response = await person.decide(denial(itn))
      const isUndone = saves.push(performance.now() - sent) % undoEvery === 0
      if (response?.statusCode !== 200) throw new Error(`A decision failed: ${response?.message}`)
      ended.push(await time(() => lease(person, itn, false)))
      if (isUndone) undos.push(await time(() => undo(person, itn, response.decisionId)))
      await wait(Math.max(0, pauseMs - (performance.now() - opened)))
    }
  }
  const began = performance.now()
  const pages = followQueue(pauseMs > 0 ? staff : [])
  await Promise.all(staff.map(decideOn))
  const perSecond = (count / (performance.now() - began)) * 1000
  const timing = (work: string, times: number[], share = 1): Timing => ({
    name: `${work}, ${name}`,
    times,
    concurrency: people,
    perSecond: perSecond * share,
    ...(goalMs !== undefined && { goalMs }),
  })
  return [
    timing('save', saves),
    timing('undo', undos, 1 / undoEvery),
    timing('take a lease', taken),
    timing('renew a lease', renewed),
    timing('end a lease', ended),
    ...(await pages.end()),
  ]
}

/** Polls the queue as each person's page does, and reads what has changed. */
function followQueue(staff: readonly Decider[]) {
  const polls: number[] = []
  const lists: number[] = []
  const over = new AbortController()
  const pause = (ms: number) => wait(ms, true, { signal: over.signal }).catch(() => false)
  const follow = async (person: Decider, at: number) => {
    let { version: since } = await sendTo(person, listPendingAuthorizations, {})
    let isOpen = await pause((pollMs * at) / people)
    while (isOpen) {
      const asked = performance.now()
      const { version } = await sendTo(person, readQueue, { since })
      polls.push(performance.now() - asked)
      if (version !== since) {
        const sent = performance.now()
        const list = await sendTo(person, listPendingAuthorizations, { isReload: true, since })
        lists.push(performance.now() - sent)
        since = list.version
      }
      isOpen = await pause(pollMs)
    }
  }
  const pages = staff.map(follow)
  const timing = (name: string, times: number[]): Timing => ({
    name: `${name}, during decisions`,
    times,
    concurrency: people,
    perSecond: (people * 1000) / pollMs,
  })
  return {
    async end() {
      over.abort()
      await Promise.all(pages)
      return staff.length > 0 ? [timing('poll the queue', polls), timing('read what has changed', lists)] : []
    },
  }
}

async function undo(person: Decider, itn: string, decisionId: string | undefined) {
  const status = await person.undo(itn, decisionId)
  if (status !== 200) throw new Error(`An undo failed with status ${status}.`)
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
