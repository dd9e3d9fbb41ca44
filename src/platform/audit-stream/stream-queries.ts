import { z } from 'zod'
import { now } from '../contract/clock.ts'
import { findChainStart, findLastSeal, readSeals } from '../db/audit-chain-queries.ts'
import { type Database, execute, queryRow, sql } from '../db/database.ts'
import type { BacklogSource } from '../jobs/read-backlog.ts'
import { type StreamRecord, toStreamRecord } from './stream-records.ts'

/** The sealed entries that the receiver does not have yet. The serving role can read them only through this function. */
export const streamBacklog: BacklogSource = {
  queue: 'audit',
  items: sql`select since, failed from audit_stream_backlog()`,
}

/** Starts the stream with the next entry that is sealed, unless it was started before. */
export async function beginStream(owner: Database) {
  const last = await findLastSeal(owner)
  await execute(
    owner,
    sql`insert into audit_stream (position, due_at) values (${last?.position ?? 0}, ${now()}) on conflict do nothing`,
  )
}

const lockedStream = z.object({ position: z.number(), attempts: z.number(), batchSize: z.number() })

/**
 * Locks the row of the stream until the transaction ends, if an entry waits and the next attempt is due; undefined
 * otherwise, or while another process holds the lock.
 */
export const lockStream = (db: Database) =>
  queryRow(
    db,
    lockedStream,
    sql`
    select a.position, a.attempts, a.batch_size as "batchSize"
      from audit_stream a
     where a.due_at <= ${now()} and exists (select from audit_seal s where s.position > a.position)
       for update of a skip locked`,
  )

/** Keeps a batch below what receivers accept, unless one entry alone is longer. */
const maxBatchLength = 500_000

/** The next records after a position: at most `limit`, fewer if they are long. */
export async function readRecords(db: Database, after: number, limit: number): Promise<StreamRecord[]> {
  const records: StreamRecord[] = []
  let previousHash = await findHash(db, after)
  let length = 0
  for (const seal of await readSeals(db, after, limit)) {
    const record = toStreamRecord(seal, previousHash)
    length += record.json.length
    if (records.length > 0 && length > maxBatchLength) break
    records.push(record)
    previousHash = seal.hash
  }
  return records
}

/** The hash at a position or, if the database no longer has it, the one before the first seal that it has. */
async function findHash(db: Database, position: number): Promise<Buffer> {
  const found = await queryRow(
    db,
    z.object({ hash: z.instanceof(Buffer) }),
    sql`select hash from audit_seal where position = ${position}`,
  )
  return (found ?? (await findChainStart(db))).hash
}

const maxBatchSize = 100

export const recordSent = (db: Database, position: number) =>
  execute(
    db,
    sql`
    update audit_stream
       set position = ${position}, attempts = 0, due_at = ${now()}, error = null, sent_at = ${now()},
           batch_size = least(batch_size * 2, ${maxBatchSize})`,
  )

type Failure = { attempts: number; error: string; dueAt: Date }

/**
 * Halves the next batch: a slow receiver gets through a small one, and an entry that the receiver refuses ends up alone.
 */
export const recordFailure = (db: Database, { attempts, error, dueAt }: Failure) =>
  execute(
    db,
    sql`
    update audit_stream
       set attempts = ${attempts}, error = ${error}, due_at = ${dueAt}, batch_size = greatest(batch_size / 2, 1)`,
  )

const state = z.object({
  position: z.number(),
  attempts: z.number(),
  error: z.string().nullable(),
  sentAt: z.date().nullable(),
  waiting: z.number(),
})

/** How far the receiver got; undefined if the stream was never started. */
export const findStreamState = (owner: Database) =>
  queryRow(
    owner,
    state,
    sql`
    select position, attempts, error, sent_at as "sentAt",
           (select count(*)::int from audit_stream_backlog()) as waiting
      from audit_stream`,
  )

/** Makes the stream continue after a position. Waits for a batch that is being sent. */
export const moveStream = (db: Database, position: number) =>
  execute(
    db,
    sql`
    insert into audit_stream (position, due_at) values (${position}, ${now()})
        on conflict (id) do update
       set position = excluded.position, attempts = 0, due_at = excluded.due_at, error = null`,
  )
