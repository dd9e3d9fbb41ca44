import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createFairQueue } from '../concurrency/fair-queue.ts'
import type { Log } from '../config/log.ts'
import { now, timeAgo } from '../contract/clock.ts'
import { type Database, execute, type Sql, sql } from '../db/database.ts'
import { toSqlJson } from '../db/sql-values.ts'
import type { CleanupJob } from '../jobs/cleanup.ts'
import { countInBatches } from '../jobs/count-in-batches.ts'
import type { Refusal, RefusalReason } from './problem.ts'
import { ipBucket } from './rate-limit/ip-bucket.ts'

export type UnauthenticatedDeps = {
  db: Database
  log: Log
  /** The sender of a request; undefined before authentication. */
  findActor: (request: FastifyRequest) => string | undefined
  /**
   * How to find the person or member account whose session has the cookie of a request, whether or not it is active;
   * undefined for a request without such a cookie.
   */
  findCookieOwner: (request: FastifyRequest) => (() => Promise<string | undefined>) | undefined
}

const minuteMs = 60_000

declare module 'fastify' {
  interface FastifyInstance {
    refusedRequests: {
      /** Adds the counts so far to those in the database. If that fails, they are added later. */
      flush(): Promise<void>
    }
  }
}

/** Refusals in one minute with the same reason, endpoint, sender and address. */
type RefusalCount = {
  minute: Date
  reason: RefusalReason
  endpoint: string
  actor: string
  address: string
  requests: number
  firstAt: Date
  lastAt: Date
  reference: string
}

const visitor = 'visitor'

/** The lookups of the owners of cookies, which follow the response. A request that finds no place is a visitor’s. */
const ownerQueue = {
  concurrency: 2,
  maxQueued: 500,
  maxQueuedPerKey: 50,
  messages: { full: 'full', shareFull: 'full' },
}

/** Counts the refusals that a `Problem` names, without making the response wait. */
export function countUnauthenticated(
  app: FastifyInstance,
  { db, log, findActor, findCookieOwner }: UnauthenticatedDeps,
) {
  const lookUp = createFairQueue(ownerQueue)
  const limitRows = createRowLimiter()
  const lookups = new Set<Promise<void>>()
  const counts = countInBatches<RefusalCount>(app, {
    job: 'refused_requests',
    getKey: toKey,
    merge: (one, other) => ({
      ...one,
      requests: one.requests + other.requests,
      firstAt: new Date(Math.min(one.firstAt.getTime(), other.firstAt.getTime())),
      lastAt: new Date(Math.max(one.lastAt.getTime(), other.lastAt.getTime())),
    }),
    write: (batch) => write(db, batch),
    log,
    failure: 'failed to write counts of refused requests',
  })
  app.decorate('refusedRequests', {
    flush: async () => {
      await Promise.all(lookups)
      await counts.flush()
    },
  })
  app.addHook('onSend', async (request) => {
    if (!request.refusal) return
    const count = toRefusalCount(request, request.refusal)
    const actor = request.refusal.actor ?? findActor(request)
    const findOwner = actor === undefined ? findCookieOwner(request) : undefined
    const add = (sender = visitor) => counts.add(limitRows({ ...count, actor: sender }, request))
    if (!findOwner) return add(actor)
    const lookup = lookUp({ key: ipBucket(request.ip) }, findOwner)
      .catch(() => undefined)
      .then(add)
      .finally(() => lookups.delete(lookup))
    lookups.add(lookup)
  })
}

function toRefusalCount(request: FastifyRequest, { reason }: Refusal): Omit<RefusalCount, 'actor'> {
  const { config, url } = request.routeOptions
  const at = now()
  return {
    minute: new Date(Math.floor(at.getTime() / minuteMs) * minuteMs),
    reason,
    endpoint: `${request.method} ${config.contract?.path ?? url}`,
    address: ipBucket(request.ip),
    requests: 1,
    firstAt: at,
    lastAt: at,
    reference: request.id,
  }
}

const toKey = ({ minute, reason, endpoint, actor, address }: RefusalCount) =>
  [minute.getTime(), reason, endpoint, actor, address].join('\n')

/** The most rows of a process in a minute that name endpoint and address: of visitors, and of known senders. */
const maxNamed = 200

/** Limits the rows of a minute: beyond `maxNamed`, refusals are counted by kind of endpoint, without an address. */
function createRowLimiter() {
  let minute = 0
  const named = { visitors: new Set<string>(), known: new Set<string>() }
  return (count: RefusalCount, { routeOptions }: FastifyRequest): RefusalCount => {
    if (count.minute.getTime() > minute) {
      minute = count.minute.getTime()
      named.visitors.clear()
      named.known.clear()
    }
    const keys = count.actor === visitor ? named.visitors : named.known
    const key = toKey(count)
    if (keys.has(key) || keys.size < maxNamed) {
      keys.add(key)
      return count
    }
    return { ...count, endpoint: `${routeOptions.config.contract?.access ?? 'other'} endpoints`, address: '' }
  }
}

/** Processes lock the rows in one order, so that they cannot wait for each other. */
const write = (db: Database, batch: RefusalCount[]) =>
  execute(
    db,
    sql`
    insert into refused_request
           (minute_started_at, reason, endpoint, actor, address, requests, first_at, last_at, reference)
    select minute, reason, endpoint, actor, address, requests, "firstAt", "lastAt", reference
      from jsonb_to_recordset(${toSqlJson(batch)}::jsonb)
           as counted (minute timestamptz, reason text, endpoint text, actor text, address text, requests bigint,
                       "firstAt" timestamptz, "lastAt" timestamptz, reference text)
     order by minute, reason, endpoint, actor, address
        on conflict (minute_started_at, reason, endpoint, actor, address)
        do update set requests = refused_request.requests + excluded.requests,
                      first_at = least(refused_request.first_at, excluded.first_at),
                      last_at = greatest(refused_request.last_at, excluded.last_at)`,
  )

/** How people who have done nothing wrong can be refused: their session ended, or they opened an address by hand. */
const harmless: readonly RefusalReason[] = ['no sign-in', 'no token', 'session ended']

/** A minute and the time in which every process has written its counts. */
const countedMs = minuteMs + 30_000

/** Moves the counts of minutes that are over into the audit trail, an entry each. */
export const refusalCleanup: CleanupJob[] = [
  {
    name: 'refused_request',
    statements: () => [
      sql`
      with counted as (
        delete from refused_request
         where (minute_started_at, reason, endpoint, actor, address) in (
                 select minute_started_at, reason, endpoint, actor, address
                   from refused_request
                  where minute_started_at < ${timeAgo(countedMs)}
                    for update skip locked)
        returning *)
      insert into audit_event (at, actor, action, subject, address, reference, detail)
      select last_at, actor,
             case when reason = any(${harmless}::text[]) then 'requests without sign-in refused'
                  else 'unverified requests refused' end,
             endpoint, nullif(address, ''), reference,
             jsonb_build_object('reason', reason, 'requests', requests, 'first', ${toText(sql`first_at`)},
                                'last', ${toText(sql`last_at`)})
        from counted
       order by first_at, reason, endpoint, actor, address`,
    ],
  },
]

/** An instant as the details of entries have it. */
function toText(instant: Sql): Sql {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
}
