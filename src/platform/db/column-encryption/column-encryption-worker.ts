import { z } from 'zod'
import type { Log } from '../../config/log.ts'
import { dailyByKey } from '../../jobs/daily-by-key.ts'
import { idleWorker, startPollWorker, type Worker } from '../../jobs/poll-worker.ts'
import { allowErasure } from '../bypass-tenant-filter.ts'
import { type Database, execute, inTransaction, queryRows, type Sql, sql } from '../database.ts'
import { countKeys, countOthers, recordColumnKey, retireKeys } from './column-key-queries.ts'
import { type ColumnKeys, findColumnKeys, findCurrentKey } from './column-keys.ts'
import { type ColumnMetrics, unreadableReasons } from './column-metrics.ts'
import { nextRowsQuery, type Replacement, replaceTexts, storedKeyId } from './column-row-queries.ts'
import {
  ColumnDamagedError,
  ColumnKeyMissingError,
  decryptText,
  encryptText,
  findEncryptionKeyId,
  readKeyId,
} from './column-texts.ts'
import { type EncryptedColumn, listEncryptedColumns, type RowKey } from './encrypted-columns.ts'

/** Texts that cannot be read for one reason, with the rows of the first ones. */
type Unreadable = { error: ColumnKeyMissingError | ColumnDamagedError; count: number; rows: RowKey[] }

/**
 * How many texts were converted, and how many of those to clear text; how many are in use, and, by reason, how many could
 * not be read.
 */
export type ColumnEncryptionResult = {
  changed: number
  toClear: number
  inUse: number
  failed: Map<string, Unreadable>
}

type Listeners = { stopping?: AbortSignal | undefined; onProgress?: (done: number) => void }

const batchSize = 100

/**
 * Reads every encrypted text. Encrypts each that does not have the current key with that key, or stores it as clear text if
 * there is none. An interrupted run leaves each text readable, and the next one continues. Texts in use are left for the next
 * run.
 */
export async function encryptColumns(
  owner: Database,
  { stopping, onProgress }: Listeners = {},
): Promise<ColumnEncryptionResult> {
  await recordColumnKey(owner)
  const result: ColumnEncryptionResult = { changed: 0, toClear: 0, inUse: 0, failed: new Map() }
  for (const column of listEncryptedColumns()) {
    let last: RowKey | undefined
    do {
      if (stopping?.aborted) return result
      last = await encryptBatch(owner, column, { after: last, result })
      onProgress?.(result.changed)
    } while (last)
  }
  return result
}

const storedRow = z.object({ row: z.array(z.string()), stored: z.string() })
type Stored = z.infer<typeof storedRow>
type Batch = { after: RowKey | undefined; result: ColumnEncryptionResult }

/** Returns the primary key of the last row; undefined after the last batch. */
const encryptBatch = (owner: Database, column: EncryptedColumn, { after, result }: Batch) =>
  inTransaction(owner, async (db) => {
    // Notes and comments are append-only, and a text stays the same.
    await allowErasure(db)
    const found = await queryRows(db, storedRow, nextTextsQuery(column, findColumnKeys(db), after))
    const texts: Replacement[] = []
    for (const each of found) texts.push(...(await storeAgain(db, column, each, result)))
    const changed = texts.length === 0 ? 0 : await execute(db, replaceTexts(column, texts))
    result.changed += changed
    if (!findColumnKeys(db)?.current(column.kind)) result.toClear += changed
    result.inUse += texts.length - changed
    return found.length < batchSize ? undefined : found.at(-1)?.row
  })

/** Selects the next texts. Those in clear stay as they are if there is no current key. */
const nextTextsQuery = (column: EncryptedColumn, keys: ColumnKeys | undefined, after: Batch['after']): Sql =>
  nextRowsQuery(column, {
    condition: keys?.current(column.kind)
      ? sql`${sql.ref(column.column)} <> ''`
      : sql`${storedKeyId(column)} <> ''`,
    after,
    limit: batchSize,
  })

/**
 * What to store in place of a text; nothing if it stays as it is. A key added during the run is for the next one, so that no
 * text is stored again with the key that it already has.
 */
async function storeAgain(
  db: Database,
  column: EncryptedColumn,
  { row, stored }: Stored,
  { failed }: ColumnEncryptionResult,
): Promise<Replacement[]> {
  try {
    const text = await decryptText(db, column, row, stored)
    if (readKeyId(stored) === findEncryptionKeyId(db, column)) return []
    return [{ row, former: stored, next: encryptText(db, column, row, text) }]
  } catch (error) {
    if (!(error instanceof ColumnKeyMissingError || error instanceof ColumnDamagedError)) throw error
    const reason = describeReason(error)
    const { count, rows } = failed.get(reason) ?? { count: 0, rows: [] }
    failed.set(reason, { error, count: count + 1, rows: rows.length < namedRows ? [...rows, row] : rows })
    return []
  }
}

/** The same for all texts that cannot be read for one reason. */
const describeReason = (error: ColumnKeyMissingError | ColumnDamagedError) =>
  error instanceof ColumnDamagedError
    ? `${error.code} ${error.unknownKeyId ? 'unknown key' : ''}`
    : error.message

const namedRows = 20

const intervalMs = 60_000

type WorkerDeps = { owner: Database; metrics: ColumnMetrics; log: Log }

/**
 * Encrypts columns at startup, after a change of the key, and once a day, until stopped. Does nothing without a file of
 * keys.
 */
export function startColumnEncryption(
  { owner, metrics, log }: WorkerDeps,
  { DOCUMENTS_KEYS_FILE }: { DOCUMENTS_KEYS_FILE?: string | undefined },
): Worker {
  const keys = findColumnKeys(owner)
  if (!DOCUMENTS_KEYS_FILE || !keys) return idleWorker
  const encrypt = dailyByKey(describeCurrentKeys(keys), async (_, stopping, noteFailure) => {
    metrics.toEncrypt.set(countOthers(await countKeys(owner), keys))
    const { changed, inUse, failed } = await encryptColumns(owner, { stopping })
    const counts = await countKeys(owner)
    const others = countOthers(counts, keys)
    metrics.toEncrypt.set(others)
    for (const { error } of failed.values()) log.error({ err: error }, 'column encryption failed')
    if (failed.size > 0) noteFailure()
    if (changed > 0) log.info('columns encrypted')
    if (stopping.aborted) return false
    const unreadable = countUnreadable(failed)
    for (const reason of unreadableReasons) metrics.unreadable.set({ reason }, unreadable[reason])
    if (inUse > 0 || others > unreadable.damaged + unreadable.key_missing) return false
    const current = findCurrentKey(keys)
    await retireKeys(owner, [...counts.flatMap((each) => each.keyId ?? []), ...(current ? [current.id] : [])])
    return true
  })
  return startPollWorker({
    job: 'text_encryption',
    intervalMs,
    async poll(stopping, noteFailure) {
      await recordColumnKey(owner)
      await encrypt(stopping, noteFailure)
    },
    log,
    failure: 'column encryption interrupted',
  })
}

/** The current key of each kind of column, in one text. */
const describeCurrentKeys = (keys: ColumnKeys) => () =>
  (['text', 'secret'] as const).map((kind) => keys.current(kind)?.id ?? '').join()

function countUnreadable(failed: ColumnEncryptionResult['failed']) {
  const counts = { damaged: 0, key_missing: 0 }
  for (const { error, count } of failed.values())
    counts[error instanceof ColumnDamagedError ? 'damaged' : 'key_missing'] += count
  return counts
}
