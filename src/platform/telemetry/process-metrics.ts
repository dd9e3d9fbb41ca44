import type { FastifyInstance } from 'fastify'
import { Counter, Gauge } from 'prom-client'
import { now } from '../contract/clock.ts'

/** The state of a queue in memory: how many items wait and run, and how long the oldest one has been waiting. */
export type QueueState = { waiting: number; running: number; oldestSeconds: number }

/** The documents that wait for a slot of this process: pages cut from stored documents, rendered ones, and reports. */
export type DocumentQueue = 'extract' | 'render' | 'stream'

declare module 'fastify' {
  interface FastifyInstance {
    /** Exports the state of a queue of documents. */
    watchQueue(kind: DocumentQueue, readState: () => QueueState): void
    /** Exports the state of a job that this process repeats, for as long as it has one. */
    watchJob(readState: ReadJob): void
    /** Counts a refused sign-in: by `kind`, one of `SignInKind`, and by a reason that `initRefusalCounters` names. */
    refusedSignIns: Counter<'kind' | 'reason'>
  }
}

/** Exports the metrics that this process counts itself: its queues of documents, its jobs and the sign-ins it refused. */
export function registerProcessMetrics(app: FastifyInstance) {
  registerQueues(app)
  registerJobs(app)
  app.decorate('refusedSignIns', createRefusalCounter(app))
}

function registerQueues(app: FastifyInstance) {
  const queues = new Map<DocumentQueue, () => QueueState>()
  app.decorate('watchQueue', (kind: DocumentQueue, readState: () => QueueState) => {
    queues.set(kind, readState)
  })
  new Gauge({
    name: 'portal_document_queue_items',
    help: 'Documents of this process that wait for a slot or are in progress: extracted, rendered or streamed',
    labelNames: ['kind', 'state'] as const,
    registers: [app.metrics],
    collect() {
      for (const [kind, readState] of queues) {
        const { waiting, running } = readState()
        this.set({ kind, state: 'waiting' }, waiting)
        this.set({ kind, state: 'running' }, running)
      }
    },
  })
  new Gauge({
    name: 'portal_document_queue_oldest_seconds',
    help: 'How long the oldest document has been waiting for a slot of this process',
    labelNames: ['kind'] as const,
    registers: [app.metrics],
    collect() {
      for (const [kind, readState] of queues) this.set({ kind }, readState().oldestSeconds)
    },
  })
}

/** Who signs in: staff through an identity provider, members with a password, programs with a service token. */
type SignInKind = 'staff' | 'member' | 'service'

/**
 * Starts the counter of each reason at 0, so that the first refusal already shows as an increase. No reason contains a
 * name, an address or a client.
 */
export function initRefusalCounters(
  { refusedSignIns }: Pick<FastifyInstance, 'refusedSignIns'>,
  kind: SignInKind,
  reasons: readonly string[],
) {
  for (const reason of reasons) refusedSignIns.inc({ kind, reason }, 0)
}

const createRefusalCounter = (app: FastifyInstance) =>
  new Counter({
    name: 'portal_sign_ins_refused_total',
    help: 'Sign-ins of staff and members, and requests of services without a valid token, that this process refused',
    labelNames: ['kind', 'reason'] as const,
    registers: [app.metrics],
  })

type JobState = {
  name: string
  intervalMs: number
  /** When the last round succeeded; until then, when the job was started. */
  succeededAt: Date
  roundSince: Date | undefined
  lastSeconds: number | undefined
  rounds: { succeeded: number; failed: number }
}

/** Returns the state of a job; undefined once it is not repeated anymore. */
export type ReadJob = () => JobState | undefined

/** Work that this process repeats, and what it knows about the rounds. */
export type Job = {
  /** Runs a round and records its duration and outcome; throws what it throws. */
  run<T>(round: (noteFailure: () => void) => Promise<T>): Promise<T>
  /** Ends the state, because the job is not repeated anymore. */
  end(): void
  readState: ReadJob
}

/** Opens a job, whose state `watchJob` exports. A round fails if it throws or notes a failure that it logged itself. */
export function openJob(name: string, intervalMs: number): Job {
  const rounds = { succeeded: 0, failed: 0 }
  const state: JobState = {
    name,
    intervalMs,
    rounds,
    succeededAt: now(),
    roundSince: undefined,
    lastSeconds: undefined,
  }
  let hasEnded = false
  return {
    async run(round) {
      let hasFailed = false
      const since = now()
      state.roundSince = since
      try {
        return await round(() => {
          hasFailed = true
        })
      } catch (error) {
        hasFailed = true
        throw error
      } finally {
        state.roundSince = undefined
        state.lastSeconds = secondsSince(since)
        rounds[hasFailed ? 'failed' : 'succeeded'] += 1
        if (!hasFailed) state.succeededAt = now()
      }
    },
    end() {
      hasEnded = true
    },
    readState: () => (hasEnded ? undefined : state),
  }
}

/** The seconds since then; 0 if the clock went back. */
export const secondsSince = (at: Date) => Math.max(now().getTime() - at.getTime(), 0) / 1000

function registerJobs(app: FastifyInstance) {
  const readers: ReadJob[] = []
  app.decorate('watchJob', (readState: ReadJob) => {
    readers.push(readState)
  })
  const readJobs = () => readers.flatMap((readState) => readState() ?? [])
  const gauge = (name: string, help: string, read: (job: JobState) => number | undefined) =>
    new Gauge({
      name,
      help,
      labelNames: ['job_name'] as const,
      registers: [app.metrics],
      collect() {
        this.reset()
        for (const job of readJobs()) {
          const value = read(job)
          if (value !== undefined) this.set({ job_name: job.name }, value)
        }
      },
    })
  gauge(
    'portal_job_success_timestamp_seconds',
    'When a round of a job last succeeded in this process; until then, when the process started the job',
    ({ succeededAt }) => succeededAt.getTime() / 1000,
  )
  gauge(
    'portal_job_interval_seconds',
    'The pause between two rounds of a job',
    ({ intervalMs }) => intervalMs / 1000,
  )
  gauge(
    'portal_job_duration_seconds',
    'How long the last round of a job took',
    ({ lastSeconds }) => lastSeconds,
  )
  gauge(
    'portal_job_running_seconds',
    'How long the current round of a job has been running; 0 between rounds',
    (job) => (job.roundSince ? secondsSince(job.roundSince) : 0),
  )
  new Counter({
    name: 'portal_job_rounds_total',
    help: 'Rounds of a job in this process, by outcome',
    labelNames: ['job_name', 'outcome'] as const,
    registers: [app.metrics],
    collect() {
      this.reset()
      for (const { name, rounds } of readJobs())
        for (const [outcome, count] of Object.entries(rounds)) this.inc({ job_name: name, outcome }, count)
    },
  })
}
