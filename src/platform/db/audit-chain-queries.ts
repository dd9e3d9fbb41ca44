import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Log } from '../config/log.ts'
import { now } from '../contract/clock.ts'
import { startPollWorker, type Worker } from '../jobs/poll-worker.ts'
import {
  type Database,
  execute,
  inTransaction,
  queryRow,
  queryRows,
  sql,
  tryAdvisoryLock,
} from './database.ts'

/**
 * The chain over the audit trail. Requests only append entries. A background job seals them in batches: a seal has the
 * hash of the seal before it and of the content of its entry. A changed, removed, inserted or reordered entry no longer
 * matches; a chain that was computed again as a whole no longer matches a checkpoint outside the database.
 */

const batchSize = 1000
const intervalMs = 30_000
/** No transaction is open for longer, so an entry without a seal below one that is older was inserted. */
const settledAfterMs = 6 * 60 * 60_000

/** The hash before the first seal. */
const firstHash = Buffer.alloc(32)

/** Everything in entry `e`, as text that is the same in every session. */
export const sealedContent = sql`
  jsonb_build_array(e.id, (extract(epoch from e.at) * 1000000)::bigint, e.actor, e.action, e.subject, e.client_code,
                    e.address, e.reference, e.detail, to_jsonb(e.shown))::text as content`

export type Seal = { position: number; hash: Buffer }
type Sealed = Seal & { sealedAt: Date; eventId: number; salt: Buffer | null }

/** Seals from before salts have none. */
const hashSeal = (
  before: Buffer,
  { position, sealedAt, salt }: Pick<Sealed, 'position' | 'sealedAt' | 'salt'>,
  content: string,
) =>
  createHash('sha256')
    .update(before)
    .update(salt ?? '')
    .update(`${position} ${sealedAt.getTime()} ${content}`)
    .digest()

const hash = z.instanceof(Buffer)
const seal = z.object({
  position: z.number(),
  hash,
  sealedAt: z.date(),
  eventId: z.number(),
  salt: hash.nullable(),
})
const sealColumns = sql`s.position, s.hash, s.sealed_at as "sealedAt", s.event_id as "eventId", s.salt`

/** The last seal in the database, also if it was archived; undefined without any. */
export const findLastSeal = async (db: Database): Promise<Seal | undefined> => {
  const last = await queryRow(
    db,
    seal,
    sql`select ${sealColumns} from audit_seal s order by s.position desc limit 1`,
  )
  if (last) return last
  const { position, hash } = await findChainStart(db)
  return position > 0 ? { position, hash } : undefined
}

/** The seal before the first one in the database: the last one of the last archive. */
export const findChainStart = async (db: Database): Promise<Seal> =>
  (await queryRow(
    db,
    seal.pick({ position: true, hash: true }),
    sql`select last_position as position, last_hash as hash from audit_archive order by last_position desc limit 1`,
  )) ?? { position: 0, hash: firstHash }

/**
 * The last entry whose seal is so much older than the newest seal that no entry below it can still be without one. The
 * time since the newest seal does not count: nothing was sealed in it, for example while the portal was stopped.
 */
const settledQuery = () => sql`
  coalesce((select event_id from audit_seal
             where sealed_at < (select sealed_at from audit_seal order by position desc limit 1)
                                 - make_interval(secs => ${settledAfterMs / 1000})
             order by position desc
             limit 1), 0)`

const unsealed = z.object({ id: z.number(), content: z.string() })

/**
 * Seals all entries that have none, in the order of their numbers, and returns how many. An entry that another
 * transaction commits later is sealed in a later round. Does nothing while another process seals.
 */
export async function sealAuditEntries(owner: Database, stopping?: AbortSignal): Promise<number> {
  let sealed = 0
  let after: number | undefined
  while (!stopping?.aborted) {
    const batch = await inTransaction(owner, (db) => sealBatch(db, after))
    sealed += batch.length
    after = batch.at(-1)
    if (batch.length < batchSize) return sealed
  }
  return sealed
}

/** Returns the numbers of the entries that it sealed. */
async function sealBatch(db: Database, after: number | undefined): Promise<number[]> {
  if (!(await tryAdvisoryLock(db, 'audit seal'))) return []
  const entries = await queryRows(
    db,
    unsealed,
    sql`
    select e.id, ${sealedContent}
      from audit_event e
     where e.id > ${after === undefined ? settledQuery() : sql`${after}::bigint`}
       and not exists (select from audit_seal s where s.event_id = e.id)
     order by e.id
     limit ${batchSize}`,
  )
  const sealedAt = now()
  let last: Seal = (await findLastSeal(db)) ?? { position: 0, hash: firstHash }
  const seals = entries.map(({ id, content }) => {
    const position = last.position + 1
    const salt = randomBytes(16)
    last = { position, hash: hashSeal(last.hash, { position, sealedAt, salt }, content) }
    return { ...last, salt, eventId: id }
  })
  if (seals.length > 0) {
    await execute(
      db,
      sql`
      insert into audit_seal (position, event_id, sealed_at, hash, salt)
      select position, event_id, ${sealedAt}, hash, salt
        from unnest(${seals.map(({ position }) => position)}::bigint[], ${seals.map(({ eventId }) => eventId)}::bigint[],
                    ${seals.map((each) => each.hash)}::bytea[], ${seals.map(({ salt }) => salt)}::bytea[])
               as sealed (position, event_id, hash, salt)`,
    )
  }
  return entries.map(({ id }) => id)
}

/** Seals the entries of all processes every half minute until stopped. */
export const startAuditSealing = (owner: Database, log: Log): Worker =>
  startPollWorker({
    job: 'audit_sealing',
    intervalMs,
    poll: (stopping) => sealAuditEntries(owner, stopping),
    log,
    failure: 'sealing the audit trail failed',
  })

/** What is wrong with the chain at a position, or with an entry. */
export type ChainFault =
  | { kind: 'changed' | 'removed'; position: number; eventId: number }
  | { kind: 'seals missing'; position: number; last: number }
  | { kind: 'inserted'; eventId: number }

/** `redacted` counts the sealed entries whose text was erased. */
export type ChainReport = { seals: number; redacted: number; waiting: number; faults: ChainFault[] }

/** Enough to see what happened; a chain that was changed as a whole has as many as entries. */
const maxFaults = 100

const checkedSeal = seal.extend({ content: z.string().nullable(), redactedHash: hash.nullable() })

/** A seal with its entry, whose content is null if the entry was removed. */
export type CheckedSeal = z.output<typeof checkedSeal>

/**
 * Compares every seal with its entry. `onSeal` sees each stored seal, in order. After a fault, continues with the stored
 * hash, so that each changed entry is one fault.
 */
export async function verifyAuditChain(
  db: Database,
  onSeal: (seal: Seal) => void = () => {},
): Promise<ChainReport> {
  const report: ChainReport = { seals: 0, redacted: 0, waiting: 0, faults: [] }
  let last = await findChainStart(db)
  for (let isFull = true; isFull; ) {
    const page = await readSeals(db, last.position)
    for (const each of page) {
      const fault = checkSeal(last, each)
      if (fault && report.faults.length < maxFaults) report.faults.push(fault)
      last = each
      report.seals += 1
      if (each.redactedHash) report.redacted += 1
      onSeal(each)
    }
    isFull = page.length === batchSize
  }
  return { ...report, ...(await checkUnsealed(db, report.faults)) }
}

export const readSeals = (db: Database, after: number, limit = batchSize) =>
  queryRows(
    db,
    checkedSeal,
    sql`
    select ${sealColumns}, e.content,
           (select content_hash from audit_redaction r where r.event_id = s.event_id order by id desc limit 1)
             as "redactedHash"
      from audit_seal s
      left join lateral (select ${sealedContent} from audit_event e where e.id = s.event_id) as e on true
     where s.position > ${after}
     order by s.position
     limit ${limit}`,
  )

export function checkSeal(before: Seal, each: CheckedSeal): ChainFault | undefined {
  const { position, eventId, content, redactedHash } = each
  if (position !== before.position + 1)
    return { kind: 'seals missing', position: before.position + 1, last: position - 1 }
  if (content === null) return { kind: 'removed', position, eventId }
  // The seal of an entry whose text was erased is the one of the original; the entry itself has another hash.
  const isIntact = redactedHash
    ? createHash('sha256').update(content).digest().equals(redactedHash)
    : hashSeal(before.hash, each, content).equals(each.hash)
  return isIntact ? undefined : { kind: 'changed', position, eventId }
}

/** Entries without a seal: those that the next round seals, and those that no round has seen, which were inserted. */
async function checkUnsealed(db: Database, found: ChainFault[]) {
  const rows = await queryRows(
    db,
    z.object({ id: z.number(), isSettled: z.boolean(), count: z.number() }),
    sql`
    select min(e.id) as id, e.id <= settled.id as "isSettled", count(*)::int as count
      from audit_event e, (select ${settledQuery()} as id) as settled
     where not exists (select from audit_seal s where s.event_id = e.id)
     group by e.id <= settled.id, case when e.id <= settled.id then e.id end
     order by 1
     limit ${maxFaults}`,
  )
  const inserted = rows.filter(({ isSettled }) => isSettled)
  return {
    waiting: rows.find(({ isSettled }) => !isSettled)?.count ?? 0,
    faults: [...found, ...inserted.map(({ id }) => ({ kind: 'inserted' as const, eventId: id }))],
  }
}
