import pg from 'pg'
import { z } from 'zod'
import { sleep } from '../concurrency/sleep.ts'
import type { Log } from '../config/log.ts'
import { startPollWorker } from '../jobs/poll-worker.ts'
import { rejectTransactionPooling, toReplicaAddress } from './check-external-database.ts'
import { type Database, type DatabaseAddress, openDatabase, queryRow, sql } from './database.ts'
import { isDatabaseLost } from './database-errors.ts'

/** Runs reading work on a database and returns its result. */
export type Read = <T>(work: (db: Database) => Promise<T>) => Promise<T>

/** A standby that serves reads as long as it is close enough to its primary. */
export type Replica = {
  /**
   * Reads from the replica if it has everything that was committed until the bound, and until this process first saw
   * `version`; otherwise, or if the replica fails, from the primary. `work` may run twice.
   */
  read<T>(version: string, work: (db: Database) => Promise<T>): Promise<T>
  /** How old its data may be in seconds, at most; infinite if that is unknown. */
  lagSeconds(): number
  isServing(): boolean
  close(): Promise<void>
}

type ReplicaOptions = {
  primary: Database
  primaryAddress: DatabaseAddress
  connectionString: string
  maxLagSeconds: number
  connections: number
  statementTimeoutMs: number
  log: Log
}

const measureTimeoutMs = 2_000
const longestIntervalMs = 1_000
const primaries = new WeakMap<Database, Database>()

/** The primary of a replica; any other database is its own. What a process keeps is read from there. */
export const findPrimary = (db: Database): Database => primaries.get(db) ?? db

/** Reads from the replica if there is one. */
export const readFrom = (replica: Replica | undefined, primary: Database, version: string): Read =>
  replica ? (work) => replica.read(version, work) : (work) => work(primary)

/** Opens the replica. An unreachable or unsuitable one only means that the primary serves. */
export function openReplica(options: ReplicaOptions): Replica {
  const { primary, connectionString } = options
  const address = toReplicaAddress(connectionString)
  const replica = openDatabase(address, { ...options, purpose: 'server' })
  primaries.set(replica, primary)
  const watch = watchReplica(address, options)
  const read = createRead({ primary, replica, watch })
  const close = async () => void (await Promise.allSettled([watch.stop(), replica.destroy()]))
  return { read, isServing: watch.isServing, lagSeconds: watch.lagSeconds, close }
}

type Watch = Pick<ReturnType<typeof watchReplica>, 'isServing' | 'completeUntil' | 'setAside' | 'outage'>

/** Returns the `read` of a replica that is watched. */
export function createRead({ primary, replica, watch }: Pair & { watch: Watch }): Replica['read'] {
  const firstSeen = createVersionTimes()
  return async (version, work) => {
    const seenAt = firstSeen(version)
    if (!watch.isServing() || watch.completeUntil() < seenAt) return work(primary)
    try {
      const found = await Promise.race([work(replica).then((result) => ({ result })), watch.outage()])
      if (found) return found.result
    } catch (error) {
      if (!isReplicaFault(error)) throw error
      if (isDatabaseLost(error)) watch.setAside()
    }
    return work(primary)
  }
}

/** Measures the replica at intervals, in its own sessions, because it must not wait for a connection of the pools. */
function watchReplica(address: DatabaseAddress, { primaryAddress, maxLagSeconds, log }: ReplicaOptions) {
  const measuring = { connections: 1, statementTimeoutMs: measureTimeoutMs, purpose: 'server' as const }
  const pair = { primary: openDatabase(primaryAddress, measuring), replica: openDatabase(address, measuring) }
  const { add, forget, completeUntil, lagSeconds } = trackFreshness()
  const isServing = () => lagSeconds() <= maxLagSeconds
  const opened = performance.now()
  let outage = Promise.withResolvers<undefined>()
  let isChecked = false
  let wasServing: boolean | undefined

  /** Reads that are under way move to the primary. */
  function setAside() {
    isChecked = false
    forget()
    outage.resolve(undefined)
    outage = Promise.withResolvers()
  }

  async function measure() {
    if (!isChecked) await rejectTransactionPooling(address, 'server')
    isChecked = true
    add(await takeSample(pair))
  }

  function logChange(error?: unknown) {
    const isStarting = wasServing === undefined && performance.now() - opened < maxLagSeconds * 1000
    if (wasServing === isServing() || (!error && !isServing() && isStarting)) return
    wasServing = isServing()
    if (wasServing) log.info('searches read from the replica')
    else log.warn({ err: error }, 'searches read from the primary')
  }

  async function poll() {
    const failure = await withTimeout(measure()).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failure) setAside()
    logChange(failure)
  }

  const intervalMs = Math.min(longestIntervalMs, maxLagSeconds * 250)
  const worker = startPollWorker({ intervalMs, poll, log, failure: 'measuring the replica failed' })
  const stop = async () => {
    await worker.stop()
    await Promise.all([pair.primary.destroy(), pair.replica.destroy()])
  }
  return { isServing, lagSeconds, completeUntil, setAside, outage: () => outage.promise, stop }
}

/** Returns a function for the time at which this process first saw a version. */
function createVersionTimes() {
  const times = new Map<string, number>()
  return (version: string): number => {
    const seenAt = times.get(version) ?? performance.now()
    if (times.size >= maxVersions && !times.has(version)) times.clear()
    times.set(version, seenAt)
    return seenAt
  }
}

const maxVersions = 100

/** A query that takes too long does so on the primary, too; an abort is no error of the database. */
const isReplicaFault = (error: unknown) =>
  isDatabaseLost(error) || (error instanceof pg.DatabaseError && error.code !== '57014')

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const late = sleep(measureTimeoutMs, ended.signal).then(() => {
    throw new Error('The replica or the primary did not respond in time.')
  })
  return await Promise.race([work, late]).finally(() => ended.abort())
}

const primaryRow = z.object({ cluster: z.string(), timeline: z.number(), position: z.string() })
const replicaRow = primaryRow.extend({ isStandby: z.boolean(), position: z.string().nullable() })

/** `at` is before the position of the primary was read, by the clock of this process. */
export type Sample = { at: number; primary: bigint; replica: bigint }

type Pair = { primary: Database; replica: Database }

/**
 * The positions of both in the write-ahead log. A standby that follows another primary, or a timeline from before a
 * failover, is not a replica of this primary, although its position may be ahead.
 */
export async function takeSample({ primary, replica }: Pair): Promise<Sample> {
  const at = performance.now()
  const ahead = await queryRow(
    primary,
    primaryRow,
    sql`
    select (select system_identifier::text from pg_control_system()) as cluster,
           ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
           (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as position`,
  )
  const behind = await queryRow(
    replica,
    replicaRow,
    sql`
    select (select system_identifier::text from pg_control_system()) as cluster,
           greatest((select timeline_id from pg_control_checkpoint()),
                    (select min_recovery_end_timeline from pg_control_recovery())) as timeline,
           pg_is_in_recovery() as "isStandby",
           (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as position`,
  )
  if (!ahead || behind?.cluster !== ahead.cluster) throw new NotReplicaError('other-cluster')
  if (!behind.isStandby || behind.position === null) throw new NotReplicaError('not-standby')
  if (behind.timeline !== ahead.timeline) throw new NotReplicaError('other-timeline')
  return { at, primary: BigInt(ahead.position), replica: BigInt(behind.position) }
}

/** The server is not a replica of the primary. */
export class NotReplicaError extends Error {
  override name = 'NotReplicaError'
  readonly code: 'other-cluster' | 'not-standby' | 'other-timeline'
  constructor(code: NotReplicaError['code']) {
    super(`The server in DATABASE_REPLICA_URL is not a replica of the primary (${code}).`)
    this.code = code
  }
}

/**
 * Until when the replica has everything that the primary committed, by the clock of this process alone. The time of the
 * last replayed transaction would not tell: it stands still while the primary is idle.
 */
export function trackFreshness() {
  let waiting: { at: number; position: bigint }[] = []
  let complete = Number.NEGATIVE_INFINITY
  return {
    add({ at, primary, replica }: Sample) {
      waiting.push({ at, position: primary })
      const reached = waiting.findLastIndex(({ position }) => position <= replica)
      complete = waiting[reached]?.at ?? complete
      waiting = waiting.slice(reached + 1).slice(-maxWaiting)
    },
    forget() {
      waiting = []
      complete = Number.NEGATIVE_INFINITY
    },
    completeUntil: () => complete,
    lagSeconds: () => (performance.now() - complete) / 1000,
  }
}

const maxWaiting = 5_000
