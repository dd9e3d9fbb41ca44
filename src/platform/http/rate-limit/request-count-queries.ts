import { hash } from 'node:crypto'
import { z } from 'zod'
import { now } from '../../contract/clock.ts'
import { type Database, queryRows, sql } from '../../db/database.ts'
import type { CleanupJob } from '../../jobs/cleanup.ts'

/** Requests that a process counted under a key, and the end of the window, in milliseconds since 1970. */
export type Total = { requests: number; endsAt: number }
export type Added = Total & { key: string }

/**
 * Adds counts to those of all processes and returns the totals by key. A window ends when
 * the first of the windows of the processes does, so that a fast clock does not prolong it. Rejects if the database is away.
 */
export type AddCounts = (counts: readonly Added[]) => Promise<Map<string, Total>>

const row = z.object({ keyHash: z.instanceof(Buffer), requests: z.number(), endsAt: z.date() })

/** The table holds hashes, because addresses are personal data; they stay until the cleanup after their window. */
export const createSharedCounts =
  (db: Database): AddCounts =>
  async (counts) => {
    if (counts.length === 0) return new Map()
    const keys = new Map(counts.map(({ key }) => [hash('sha256', key, 'base64'), key]))
    const hashes = [...keys.keys()].map((each) => Buffer.from(each, 'base64'))
    // In the order of the keys, so that two processes never wait for each other.
    const rows = await queryRows(
      db,
      row,
      sql`
      insert into request_count as counted (key_hash, requests, ends_at)
      select key_hash, requests, ends_at
        from unnest(${hashes}::bytea[], ${counts.map(({ requests }) => requests)}::bigint[],
                    ${counts.map(({ endsAt }) => new Date(endsAt))}::timestamptz[]) as added (key_hash, requests, ends_at)
       order by key_hash
          on conflict (key_hash) do update
         set requests = excluded.requests + case when counted.ends_at > ${now()} then counted.requests else 0 end,
             ends_at = case when counted.ends_at > ${now()} 
                            then least(counted.ends_at, excluded.ends_at) else excluded.ends_at end
      returning key_hash as "keyHash", requests, ends_at as "endsAt"`,
      { isPrepared: true },
    )
    return new Map(
      rows.map(({ keyHash, requests, endsAt }) => [
        keys.get(keyHash.toString('base64')) ?? '',
        { requests, endsAt: endsAt.getTime() },
      ]),
    )
  }

export const requestCountCleanup: CleanupJob[] = [
  {
    name: 'request_count',
    statements: () => [
      sql`
      delete from request_count
       where key_hash in (select key_hash from request_count where ends_at <= ${now()} for update skip locked)`,
    ],
  },
]
