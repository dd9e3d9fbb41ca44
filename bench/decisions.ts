import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listPendingAuthorizations } from '#authorizations/contract.ts'
import { leaseAuthorization, readQueue } from '#authorizations/queue-contract.ts'
import { readConfig } from '#platform/config/settings.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { addPendingItns, approval, createDecider } from '../tests/resilience/decision-staff.ts'
import { freePort, run as start, terminate, waitUntilReady } from '../tests/resilience/portal-run.ts'
import { limits } from './bench-portal.ts'
import { measureTimes, print, type Timing } from './timing.ts'

const firstStartMs = 600_000
const people = 16
const pending = 5_000
/** The time between decisions of someone who looks at each bill briefly. */
const thinkingMs = 1_000
/** Every so many decisions are undone. */
const undoEvery = 5

type Staff = Awaited<ReturnType<typeof createDecider>>

/**
 * Prints the cost of leases, decisions and undos with 16 concurrent users, and the cost of listing 5,000 pending bills.
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
  await measureSaves(databaseContext, staff, { name: 'warming', count: 800, pauseMs: 0 })
  const queue = await measureQueue(databaseContext, staff[0] as Staff)
  const paced = await measureSaves(databaseContext, staff, {
    name: 'one per second per user',
    count: 800,
    pauseMs: thinkingMs,
  })
  const packed = await measureSaves(databaseContext, staff, {
    name: 'without pauses',
    count: 3_200,
    pauseMs: 0,
  })
  print([...paced, ...packed, ...queue])
}

type Load = { name: string; count: number; pauseMs: number }

/** Times the decisions of 16 concurrent users, the leases that they take on the bills first, and some undos. */
async function measureSaves(
  databaseContext: DatabaseContext,
  staff: Staff[],
  { name, count, pauseMs }: Load,
): Promise<Timing[]> {
  const itns = (await addPendingItns(databaseContext, name.replaceAll(/\W+/g, '-'), count)).values()
  const saves: number[] = []
  const leases: number[] = []
  const undos: number[] = []
  const began = performance.now()
  const undo = async (person: Staff, itn: string, decisionId: string | undefined) => {
    const sent = performance.now()
    const status = await person.undo(itn, decisionId)
    undos.push(performance.now() - sent)
    if (status !== 200) throw new Error(`An undo failed with status ${status}.`)
  }
  const decideOn = async (person: Staff, at: number) => {
    await wait((pauseMs * at) / people)
    for (const itn of itns) {
      const opened = performance.now()
      await expectSuccess(person.send(leaseAuthorization.path, { itn, isOpen: true }))
      const sent = performance.now()
      const answer = await person.decide(approval(itn), itn)
      const saved = performance.now()
      if (answer?.statusCode !== 200) throw new Error(`A decision failed: ${answer?.message}`)
      leases.push(sent - opened)
      const isUndone = saves.push(saved - sent) % undoEvery === 0
      await expectSuccess(person.send(leaseAuthorization.path, { itn, isOpen: false }))
      if (isUndone) await undo(person, itn, answer.decisionId)
      await wait(pauseMs - (performance.now() - opened))
    }
  }
  await Promise.all(staff.map(decideOn))
  const perSecond = (count / (performance.now() - began)) * 1000
  return [
    { name: `save, ${name}`, times: saves, concurrency: people, perSecond },
    { name: `lease, ${name}`, times: leases, concurrency: people, perSecond },
    { name: `undo, ${name}`, times: undos, concurrency: people, perSecond: perSecond / undoEvery },
  ]
}

const wait = (ms: number) => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined)

async function expectSuccess(sent: ReturnType<Staff['send']>) {
  const response = await sent
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`A request failed with ${response.status}: ${JSON.stringify(body)}`)
  return body
}

/** Times the list of 5,000 pending bills, and the request that finds out whether it has changed. */
async function measureQueue(databaseContext: DatabaseContext, person: Staff): Promise<Timing[]> {
  await addPendingItns(databaseContext, 'LIST', pending)
  const ask = async (path: string) => {
    const body = (await expectSuccess(person.send(path, {}))) as { bills?: unknown[] }
    if (body.bills && body.bills.length < pending)
      throw new Error(`The list has only ${body.bills.length} bills.`)
  }
  const size = pending.toLocaleString('en-US')
  return [
    await measureRequests(`list of ${size}`, () => ask(listPendingAuthorizations.path)),
    await measureRequests(`changes of ${size}`, () => ask(readQueue.path)),
  ]
}

async function measureRequests(name: string, work: () => Promise<void>): Promise<Timing> {
  const times = await measureTimes(Array(50).fill(undefined), work)
  const seconds = times.reduce((sum, time) => sum + time, 0) / 1000
  return { name, times, concurrency: 1, perSecond: times.length / seconds }
}
