import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { now } from '../contract/clock.ts'
import { type CheckedSeal, checkSeal, findChainStart, readSeals, type Seal } from './audit-chain-queries.ts'
import { redactionAction } from './audit-redaction-queries.ts'
import { allowErasure } from './bypass-tenant-filter.ts'
import { type Database, execute, inTransaction, queryRow, sql } from './database.ts'

/**
 * An archive of the audit trail: a compressed file with a header, which names the seal before it, and one line for each
 * sealed entry. It can be verified without the database.
 */
const format = 'portal-audit-archive-1' as const

const header = z.object({ format: z.literal(format), position: z.number(), hash: z.hex() })
export const archivedSeal = z.object({
  position: z.number(),
  hash: z.hex(),
  sealedAt: z.iso.datetime(),
  eventId: z.number(),
  salt: z.hex().nullable(),
  redactedHash: z.hex().nullable(),
  content: z.string(),
})

/** Where the chain of an archive begins and ends, and the SHA-256 of its file. */
export type Archive = { start: Seal; end: Seal; entries: number; sha256: string }

/** Entries to archive that the receiver of the audit stream does not have yet. */
export class UnsentEntriesError extends Error {
  override name = 'UnsentEntriesError'
}

/** An archive that does not verify. `position` is that of the first seal that is wrong; 0 if it is not an archive. */
export class ArchiveFaultError extends Error {
  override name = 'ArchiveFaultError'
  readonly position: number

  constructor(position: number) {
    super(`The archive is wrong at seal ${position}.`)
    this.position = position
  }
}

type ArchiveRequest = {
  before: Date
  path: string
  actor: string
  /** Throws `UnsentEntriesError` if an entry has not been sent yet. */
  mustBeSent: boolean
  /** Records the archive in the trail, in the transaction that removes the entries. */
  record: (db: Database, archive: Archive) => Promise<void>
}

/**
 * Moves the sealed entries from before a time into a new file. The file is complete, on disk and verified before the
 * entries leave the database, in one transaction. Returns undefined if there are none. Throws `ArchiveFaultError` if an
 * entry was altered; nothing is removed then.
 */
export function archiveEntries(owner: Database, { before, path, actor, mustBeSent, record }: ArchiveRequest) {
  return inTransaction(owner, async (db): Promise<Archive | undefined> => {
    await allowErasure(db)
    await execute(db, sql`select pg_advisory_xact_lock(hashtext('audit seal'))`)
    const start = await findChainStart(db)
    const last = await findLastBefore(db, before, start)
    if (last === undefined) return undefined
    if (mustBeSent && (await isUnsent(db, last))) throw new UnsentEntriesError()
    await writeArchive(path, listLines(db, start, last))
    const archive = await verifyArchive(path)
    await removeArchived(db, last)
    const { end, entries, sha256 } = archive
    await execute(
      db,
      sql`
      insert into audit_archive (last_position, last_hash, entries, sha256, archived_at, archived_by)
      values (${end.position}, ${end.hash}, ${entries}, ${sha256}, ${now()}, ${actor})`,
    )
    await record(db, archive)
    return archive
  })
}

/** The first moment of a day in a time zone. */
export async function findStartOfDay(db: Database, day: string, timeZone: string): Promise<Date> {
  const start = sql`select ${day}::date::timestamp at time zone ${timeZone} as at`
  const row = await queryRow(db, z.object({ at: z.date() }), start)
  if (!row) throw new Error('The database knows no such day.')
  return row.at
}

/** The last seal before the first one whose entry is younger, or missing; undefined if there is none to archive. */
async function findLastBefore(db: Database, before: Date, { position }: Seal): Promise<number | undefined> {
  const row = await queryRow(
    db,
    z.object({ last: z.number().nullable() }),
    sql`
    select coalesce(min(s.position) filter (where e.id is null or e.at >= ${before}) - 1, max(s.position)) as last
      from audit_seal s left join audit_event e on e.id = s.event_id
     where s.position > ${position}`,
  )
  return row?.last && row.last > position ? row.last : undefined
}

/** Waits for a batch that is being sent. A stream that was never started has nothing to send. */
const isUnsent = async (db: Database, last: number) =>
  (await queryRow(db, z.object({}), sql`select from audit_stream where position < ${last} for share`)) !==
  undefined

async function* listLines(db: Database, start: Seal, last: number): AsyncGenerator<string> {
  yield formatLine({ format, position: start.position, hash: start.hash.toString('hex') })
  for (let after = start.position; after < last; ) {
    const seals = (await readSeals(db, after)).filter(({ position }) => position <= last)
    for (const seal of seals) {
      if (seal.content === null) throw new ArchiveFaultError(seal.position)
      yield formatLine(toArchivedSeal(seal))
      after = seal.position
    }
    if (seals.length === 0) throw new ArchiveFaultError(after + 1)
  }
}

/** A seal as it is stored outside the database. */
export function toArchivedSeal({
  position,
  hash,
  sealedAt,
  eventId,
  salt,
  redactedHash,
  content,
}: CheckedSeal) {
  const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null
  return {
    position,
    hash: hash.toString('hex'),
    sealedAt: sealedAt.toISOString(),
    eventId,
    salt: hex(salt),
    redactedHash: hex(redactedHash),
    content,
  }
}

/** A seal that was stored outside the database. */
export function fromArchivedSeal({
  hash,
  salt,
  redactedHash,
  sealedAt,
  ...rest
}: ReturnType<typeof toArchivedSeal>): CheckedSeal {
  const bytes = (hex: string | null) => (hex === null ? null : Buffer.from(hex, 'hex'))
  return {
    ...rest,
    sealedAt: new Date(sealedAt),
    hash: Buffer.from(hash, 'hex'),
    salt: bytes(salt),
    redactedHash: bytes(redactedHash),
  }
}

const formatLine = (value: object) => `${JSON.stringify(value)}\n`

/** Never replaces a file. It is on disk once its stream is closed. */
const writeArchive = (path: string, lines: AsyncGenerator<string>) =>
  pipeline(
    Readable.from(lines),
    createGzip(),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  )

/**
 * The redactions of a batch stay as long as an entry of the trail has their hash, so that both can be compared. An
 * erasure that was applied again has two.
 */
async function removeArchived(db: Database, last: number) {
  const archived = sql`select event_id from audit_seal where position <= ${last}`
  await execute(
    db,
    sql`
    delete from audit_redaction
     where batch in (select e.subject from audit_event e where e.action = ${redactionAction}
                      group by e.subject having bool_and(e.id in (${archived})))`,
  )
  await execute(db, sql`delete from audit_event where id in (${archived})`)
  await execute(db, sql`delete from audit_seal where position <= ${last}`)
}

/**
 * Compares every entry of an archive with its seal; `onSeal` sees each seal, in order. Throws `ArchiveFaultError` at the
 * first one that is wrong.
 */
export async function verifyArchive(path: string, onSeal: (seal: Seal) => void = () => {}): Promise<Archive> {
  const bytes = createReadStream(path)
  const digest = createHash('sha256')
  bytes.on('data', (chunk) => digest.update(chunk))
  const text = bytes.pipe(createGunzip())
  bytes.on('error', (error) => text.destroy(error))
  let first: Seal | undefined
  let last: Seal = { position: 0, hash: Buffer.alloc(0) }
  let entries = 0
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (first === undefined) {
      const { position, hash } = parseLine(header, line, 0)
      first = { position, hash: Buffer.from(hash, 'hex') }
      last = first
      continue
    }
    const each = fromArchivedSeal(parseLine(archivedSeal, line, last.position + 1))
    if (checkSeal(last, each)) throw new ArchiveFaultError(last.position + 1)
    last = each
    entries += 1
    onSeal(each)
  }
  if (first === undefined) throw new ArchiveFaultError(0)
  const { position, hash } = last
  return { start: first, end: { position, hash }, entries, sha256: digest.digest('hex') }
}

function parseLine<Schema extends z.ZodType>(
  schema: Schema,
  line: string,
  position: number,
): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    throw new ArchiveFaultError(position)
  }
}

/** Whether the database knows an archive by its end and its file. */
export const isKnownArchive = async (db: Database, { end, sha256 }: Archive): Promise<boolean> =>
  (await queryRow(
    db,
    z.object({}),
    sql`
    select from audit_archive
     where last_position = ${end.position} and last_hash = ${end.hash} and sha256 = ${sha256}`,
  )) !== undefined
