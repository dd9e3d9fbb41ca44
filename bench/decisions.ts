import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listPendingAuthorizations } from '#authorizations/contract.ts'
import { readConfig } from '#platform/config/settings.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { addPendingItns, approval, createDecider } from '../tests/resilience/decision-staff.ts'
import { freePort, run as start, terminate, waitUntilReady } from '../tests/resilience/portal-run.ts'
import { limits } from './bench-portal.ts'
import { print, type Timing } from './timing.ts'

const firstStartMs = 600_000
const people = 16
const pending = 5_000
/** The time between decisions of someone who looks at each bill briefly. */
const thinkingMs = 1_000
/** Every so many decisions are undone. */
const undoEvery = 5

type Staff = Awaited<ReturnType<typeof createDecider>>

/**
 * Prints the cost of saving and undoing a decision with 16 concurrent users, and the cost of listing 5,000 pending bills.
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
  const lists = await measureList(databaseContext, staff[0] as Staff)
  const paced = await measureSaves(databaseContext, staff, {
    name: 'save, one per second per user',
    count: 800,
    pauseMs: thinkingMs,
  })
  const packed = await measureSaves(databaseContext, staff, {
    name: 'save, without pauses',
    count: 3_200,
    pauseMs: 0,
  })
  print([...paced, ...packed, lists])
}

type Load = { name: string; count: number; pauseMs: number }

/** Times the decisions of 16 concurrent users, and their undos of some of them. */
async function measureSaves(
  databaseContext: DatabaseContext,
  staff: Staff[],
  { name, count, pauseMs }: Load,
): Promise<[Timing, Timing]> {
  const itns = (await addPendingItns(databaseContext, name.replaceAll(/\W+/g, '-'), count)).values()
  const times: number[] = []
  const undoTimes: number[] = []
  const began = performance.now()
  const undo = async (person: Staff, itn: string, decisionId: string | undefined) => {
    const sent = performance.now()
    const status = await person.undo(itn, decisionId)
    undoTimes.push(performance.now() - sent)
    if (status !== 200) throw new Error(`An undo failed with status ${status}.`)
  }
  const decideOn = async (person: Staff, at: number) => {
    await wait((pauseMs * at) / people)
    for (const itn of itns) {
      const sent = performance.now()
      const answer = await person.decide(approval(itn), itn)
      const took = performance.now() - sent
      if (answer?.statusCode !== 200) throw new Error(`A decision failed: ${answer?.message}`)
      times.push(took)
      if (times.length % undoEvery === 0) await undo(person, itn, answer.decisionId)
      await wait(pauseMs - (performance.now() - sent))
    }
  }
  await Promise.all(staff.map(decideOn))
  const perSecond = (count / (performance.now() - began)) * 1000
  const undos = { name: `undo, during ${name}`, times: undoTimes, concurrency: people }
  return [
    { name, times, concurrency: people, perSecond },
    { ...undos, perSecond: perSecond / undoEvery },
  ]
}

const wait = (ms: number) => (ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined)

async function measureList(databaseContext: DatabaseContext, person: Staff): Promise<Timing> {
  await addPendingItns(databaseContext, 'LIST', pending)
  const times: number[] = []
  for (let count = 0; count < 50; count += 1) {
    const began = performance.now()
    const answer = await person.send(listPendingAuthorizations.path, {})
    const { bills } = (await answer.json()) as { bills: unknown[] }
    times.push(performance.now() - began)
    if (bills.length < pending) throw new Error(`The list has only ${bills.length} bills.`)
  }
  const seconds = times.reduce((sum, time) => sum + time, 0) / 1000
  return {
    name: `list of ${pending.toLocaleString('en-US')}`,
    times,
    concurrency: 1,
    perSecond: times.length / seconds,
  }
}
