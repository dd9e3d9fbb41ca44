import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Log } from '../../config/log.ts'
import { now } from '../../contract/clock.ts'
import type { AddCounts, Total } from './request-count-queries.ts'

/** Requests of one visitor in the current window of a limit. */
type Count = {
  key: string
  /** Of all processes, as of the database's last response; includes the own ones that it had then. */
  known: number
  /** Own ones on their way to the database. */
  sent: number
  /** Own ones since. */
  unsent: number
  /** When the window ends, in milliseconds since 1970. */
  endsAt: number
  /** Resolves to how many requests came before the unsent ones; to undefined if the database does not say so in time. */
  before?: PromiseWithResolvers<number | undefined>
}

/** A process sends a count once it has this share of the limit more than the database knows. */
const syncFraction = 0.01
/** At this many such shares below the limit, requests begin to wait until the database has counted them. */
const exactSteps = 10
/** How long a request waits for the database. */
const maxWaitMs = 1_000
/** How long a process counts alone after the database failed. */
const pauseMs = 1_000
/** The most visitors that one process counts alone, of whom it forgets the oldest, and the most whose counts it shares. */
const maxLocalKeys = 10_000
const maxSharedKeys = 10_000
/** The most counts in one statement. */
const batchSize = 500

type Deps = { addCounts?: AddCounts | undefined; log: Log; waitMs?: number }

/**
 * The store of the rate limits. It counts in memory and adds its counts to those of other processes with `addCounts`: in
 * the background, and rarely while a visitor is far from the limit. If the database does not respond, it uses the counts
 * that it knows.
 */
export function createRateLimitStore(deps: Deps) {
  const synchronizer = createSynchronizer(deps)
  class Store implements FastifyRateLimitStore {
    readonly #count = createCounter(synchronizer)
    incr: FastifyRateLimitStore['incr'] = (key, callback, windowMs, max) => {
      const finish = ({ current, endsAt }: Counted) =>
        callback(null, { current, ttl: Math.max(0, endsAt - now().getTime()) })
      const counted = this.#count(key, windowMs, max)
      if (counted instanceof Promise) void counted.then(finish)
      else finish(counted)
    }
    child = () => new Store()
  }
  return {
    Store: Store as unknown as FastifyRateLimitStoreCtor,
    /** Resolves once nothing is on its way to the database. */
    close: synchronizer.close,
  }
}

type Counted = { current: number; endsAt: number }
type Synchronizer = ReturnType<typeof createSynchronizer>

/** Counts a request and returns its number in its window: at once, or, near the limit, with the count of the database. */
function createCounter(synchronizer: Synchronizer) {
  const local = new Map<string, Count>()
  const shared = new Map<string, Count>()

  function find(key: string, windowMs: number): Count {
    const at = now().getTime()
    const found = shared.get(key) ?? local.get(key)
    if (found && found.endsAt > at) return found
    shared.delete(key)
    local.delete(key)
    const count = { key, known: 0, sent: 0, unsent: 0, endsAt: at + windowMs }
    dropOldest(local, maxLocalKeys)
    local.set(key, count)
    return count
  }

  /** Whether the database may get a row for a count: an attack from many addresses must not fill it. */
  function mayShare(count: Count): boolean {
    if (shared.has(count.key)) return true
    const [oldest] = shared.values()
    if (shared.size >= maxSharedKeys && oldest && oldest.endsAt <= now().getTime()) shared.delete(oldest.key)
    if (shared.size >= maxSharedKeys) return false
    local.delete(count.key)
    shared.set(count.key, count)
    return true
  }

  return (key: string, windowMs: number, max: number): Counted | Promise<Counted> => {
    const count = find(key, windowMs)
    const current = count.known + count.sent + count.unsent + 1
    if (current > max) return { current, endsAt: count.endsAt }
    count.unsent += 1
    const step = Math.ceil(max * syncFraction)
    const isNear = current > max - exactSteps * step
    const before = (isNear || count.unsent >= step) && mayShare(count) ? synchronizer.send(count) : undefined
    if (!isNear || !before) return { current, endsAt: count.endsAt }
    const position = count.unsent
    return before.then((requests) => ({
      current: requests === undefined ? current : requests + position,
      endsAt: count.endsAt,
    }))
  }
}

function dropOldest(counts: Map<string, Count>, most: number) {
  if (counts.size < most) return
  const [oldest] = counts.keys()
  if (oldest !== undefined) counts.delete(oldest)
}

/** Sends counts to the database, one statement at a time. */
function createSynchronizer({ addCounts, log, waitMs = maxWaitMs }: Deps) {
  const due = new Set<Count>()
  let sending: Promise<void> | undefined
  let isLate = false
  let failedAt: number | undefined

  /** Sends the unsent requests of a count soon. Returns when the database has them, or undefined if it is away. */
  function send(count: Count): Promise<number | undefined> | undefined {
    const isPaused = failedAt !== undefined && Math.abs(now().getTime() - failedAt) < pauseMs
    if (!addCounts || isPaused) return undefined
    due.add(count)
    count.before ??= Promise.withResolvers()
    sending ??= sendDue(addCounts).finally(() => {
      sending = undefined
    })
    return isLate ? undefined : count.before.promise
  }

  async function sendDue(add: AddCounts) {
    // Requests that arrive together are sent together.
    await new Promise(setImmediate)
    while (due.size > 0) {
      const batch = [...due].slice(0, batchSize)
      for (const count of batch) due.delete(count)
      await sendBatch(add, batch.map(markSent))
    }
  }

  async function sendBatch(add: AddCounts, batch: readonly SentCount[]) {
    const timer = setTimeout(() => {
      isLate = true
      for (const { before } of [...batch, ...due]) before?.resolve(undefined)
    }, waitMs)
    try {
      const running = batch.filter(({ count }) => count.endsAt > now().getTime())
      const totals = await add(
        running.map(({ count: { key, sent, endsAt } }) => ({ key, requests: sent, endsAt })),
      )
      for (const { count, before } of batch) before.resolve(applyTotal(count, totals.get(count.key)))
      failedAt = undefined
    } catch (err) {
      if (failedAt === undefined) log.warn({ err }, 'rate limits are counted by this process alone')
      failedAt = now().getTime()
      for (const { count } of batch) restore(count)
      for (const { before } of [...batch, ...due]) before?.resolve(undefined)
      for (const count of due) delete count.before
      due.clear()
    } finally {
      clearTimeout(timer)
      isLate = false
    }
  }

  const close = async () => {
    while (sending) await sending
  }
  return { send, close }
}

type SentCount = { count: Count; before: NonNullable<Count['before']> }

/** Marks the unsent requests of a count as sent. */
function markSent(count: Count): SentCount {
  const { before = Promise.withResolvers() } = count
  delete count.before
  count.sent = count.unsent
  count.unsent = 0
  return { count, before }
}

function restore(count: Count) {
  count.unsent += count.sent
  count.sent = 0
}

/**
 * Takes over the total of all processes and the end of their window. Returns how many requests came before the sent ones.
 * A database that knows fewer requests has lost its row, or has begun the next window: this one keeps its count.
 */
function applyTotal(count: Count, total: Total | undefined): number {
  const { sent } = count
  const least = count.known + sent
  const isCurrent = total !== undefined && total.requests >= least && count.endsAt > now().getTime()
  count.known = isCurrent ? total.requests : least
  if (isCurrent) count.endsAt = total.endsAt
  count.sent = 0
  return count.known - sent
}
