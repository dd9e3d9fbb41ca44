import { openLog } from '#platform/config/log.ts'
import type { Database } from '#platform/db/database.ts'
import { createRateLimitStore } from '#platform/http/rate-limit/rate-limit-store.ts'
import { type AddCounts, createSharedCounts } from '#platform/http/rate-limit/request-count-queries.ts'
import { cloneDatabase, openTestServer } from '#test-support/database.ts'
import { percentile } from './timing.ts'

const rounds = Number(process.env.ROUNDS ?? 9)
const requests = 6_000
const visitors = 50
const limit = 12_000
const minuteMs = 60_000

type Measured = { cpu: number; p50: number; p95: number; statements: number }

/** Prints what counting a request costs a process alone, together with others, and with a statement for each request. */
export async function run() {
  const { server, close } = await openTestServer(async () => {})
  const { databaseContext, drop } = await cloneDatabase(server)
  try {
    printRatios(await takeTurns(databaseContext.app))
  } finally {
    await drop()
    await close()
  }
}

/** Each round begins with another variant, so that a change of the machine's load reaches all of them. */
async function takeTurns(db: Database) {
  const variants: Record<string, () => Promise<Measured>> = {
    'in memory, alone': () => measureStore(undefined),
    'in memory, shared': () => measureStore(createSharedCounts(db)),
    'a statement for each request': () => measureStatements(createSharedCounts(db)),
  }
  const names = Object.keys(variants)
  const results = new Map<string, Measured[]>(names.map((name) => [name, []]))
  for (const name of names) await variants[name]?.()
  for (let round = 0; round < rounds; round += 1) {
    const shift = round % names.length
    for (const name of [...names.slice(shift), ...names.slice(0, shift)]) {
      const measured = await variants[name]?.()
      if (measured) results.get(name)?.push(measured)
    }
  }
  return results
}

let statements = 0
const counted =
  (addCounts: AddCounts): AddCounts =>
  (counts) => {
    statements += 1
    return addCounts(counts)
  }

async function measureStore(addCounts: AddCounts | undefined) {
  const { Store, close } = createRateLimitStore({
    addCounts: addCounts && counted(addCounts),
    log: openLog('silent'),
  })
  const store = new Store({})
  const measured = await measure(
    (key) => new Promise<void>((resolve) => store.incr(key, () => resolve(), minuteMs, limit)),
    close,
  )
  return measured
}

function measureStatements(addCounts: AddCounts) {
  const add = counted(addCounts)
  const endsAt = Date.now() + minuteMs
  return measure((key) => add([{ key: `each ${key}`, requests: 1, endsAt }]))
}

/** Counts requests one after the other; every second one is of one busy visitor. Each lets other work of the process run. */
async function measure(
  count: (key: string) => Promise<unknown>,
  settle: () => Promise<void> = async () => {},
): Promise<Measured> {
  const times: number[] = []
  statements = 0
  const before = process.cpuUsage()
  for (let sent = 0; sent < requests; sent += 1) {
    const key = sent % 2 === 0 ? 'busy' : `visitor ${sent % visitors}`
    const began = performance.now()
    await count(key)
    times.push((performance.now() - began) * 1000)
    await new Promise(setImmediate)
  }
  await settle()
  const { user, system } = process.cpuUsage(before)
  return {
    cpu: (user + system) / requests,
    p50: percentile(0.5, times),
    p95: percentile(0.95, times),
    statements,
  }
}

function printRatios(results: ReadonlyMap<string, readonly Measured[]>) {
  console.log(
    '| | CPU µs per request | more than alone, µs | p50 µs | p95 µs | statements per 1,000 requests |',
  )
  console.log('|---|---|---|---|---|---|')
  const [base = []] = results.values()
  for (const [name, all] of results) {
    const median = (read: (each: Measured, round: number) => number) => percentile(0.5, all.map(read))
    const cells = [
      median(({ cpu }) => cpu).toFixed(1),
      median(({ cpu }, round) => cpu - (base[round]?.cpu ?? Number.NaN)).toFixed(1),
      median(({ p50 }) => p50).toFixed(1),
      median(({ p95 }) => p95).toFixed(1),
      (median((each) => each.statements / requests) * 1000).toFixed(1),
    ]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
}
