import { Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import type { Log } from '../../config/log.ts'
import { dailyByKey } from '../../jobs/daily-by-key.ts'
import { idleWorker, startPollWorker, type Worker } from '../../jobs/poll-worker.ts'
import { allowErasure } from '../bypass-tenant-filter.ts'
import { type Database, execute, inTransaction, queryRows, type Sql, sql } from '../database.ts'
import { countKeys, countOthers, forgetKeys, recordColumnKey } from './column-key-queries.ts'
import { type ColumnKeys, findColumnKeys } from './column-keys.ts'
import { isRow, nextRowsQuery, storedKeyId } from './column-row-queries.ts'
import { ColumnDamagedError, ColumnKeyMissingError, decryptText, encryptText } from './column-texts.ts'
import { type EncryptedColumn, listEncryptedColumns } from './encrypted-columns.ts'

type Unreadable = { error: ColumnKeyMissingError | ColumnDamagedError; count: number }

/** How many texts were converted and, by reason, how many could not be read. */
export type ColumnEncryptionResult = { changed: number; failed: Map<string, Unreadable> }

type Listeners = { stopping?: AbortSignal | undefined; onProgress?: (done: number) => void }

const batchSize = 200

/**
 * Encrypts every text that does not have the current key with that key, or stores it as clear text if there is none. An
 * interrupted run leaves each text readable, and the next one continues. Texts in use are left for the next run.
 */
export async function encryptColumns(
  owner: Database,
  { stopping, onProgress }: Listeners = {},
): Promise<ColumnEncryptionResult> {
  const result: ColumnEncryptionResult = { changed: 0, failed: new Map() }
  for (const column of listEncryptedColumns()) {
    let last: readonly string[] | undefined
    do {
      if (stopping?.aborted) return result
      last = await encryptBatch(owner, column, { after: last, result })
      onProgress?.(result.changed)
    } while (last)
  }
  return result
}

const storedRow = z.object({ row: z.array(z.string()), stored: z.string() })
type Batch = { after: readonly string[] | undefined; result: ColumnEncryptionResult }

/** Returns the primary key of the last row; undefined after the last batch. */
const encryptBatch = (owner: Database, column: EncryptedColumn, { after, result }: Batch) =>
  inTransaction(owner, async (db) => {
    // Notes and comments are append-only, and a text stays the same.
    await allowErasure(db)
    const found = await queryRows(db, storedRow, otherTextsQuery(column, findColumnKeys(owner), after))
    for (const { row, stored } of found) {
      const text = tryToDecrypt(owner, column, { row, stored, result })
      if (text === undefined) continue
      const next = encryptText(owner, column, row, text)
      result.changed += await execute(
        db,
        sql`
        update ${sql.table(column.table)} set ${sql.ref(column.column)} = ${next}
         where ${isRow(column, row)}`,
      )
    }
    return found.length < batchSize ? undefined : found.at(-1)?.row
  })

/** Selects and locks the next texts with another key. Skips locked ones: waiting for an import could stop it. */
const otherTextsQuery = (column: EncryptedColumn, keys: ColumnKeys | undefined, after: Batch['after']): Sql =>
  nextRowsQuery(column, {
    condition: sql`${storedKeyId(column)} <> ${keys?.current()?.id ?? ''}`,
    ...{ after, limit: batchSize, locking: sql`for update skip locked` },
  })

type Stored = z.infer<typeof storedRow> & Pick<Batch, 'result'>

/** Undefined if the text cannot be read, which is counted. */
function tryToDecrypt(db: Database, column: EncryptedColumn, { row, stored, result }: Stored) {
  try {
    return decryptText(db, column, row, stored)
  } catch (error) {
    if (!(error instanceof ColumnKeyMissingError || error instanceof ColumnDamagedError)) throw error
    const { count } = result.failed.get(error.message) ?? { count: 0 }
    result.failed.set(error.message, { error, count: count + 1 })
    return undefined
  }
}

const intervalMs = 60_000

type WorkerDeps = { owner: Database; metrics: Registry; log: Log }

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
  const left = new Gauge({
    name: 'portal_column_texts_to_encrypt',
    help: 'Texts in encrypted columns that did not have the current key when this process last counted them',
    registers: [metrics],
  })
  const findKeyId = () => keys.current()?.id
  const encrypt = dailyByKey(findKeyId, async (keyId, stopping) => {
    left.set(countOthers(await countKeys(owner), keyId))
    const { changed, failed } = await encryptColumns(owner, { stopping })
    const counts = await countKeys(owner)
    const others = countOthers(counts, keyId)
    left.set(others)
    for (const { error } of failed.values()) log.error({ err: error }, 'column encryption failed')
    if (changed > 0) log.info('columns encrypted')
    const unreadable = [...failed.values()].reduce((sum, { count }) => sum + count, 0)
    if (stopping.aborted || others > unreadable) return false
    await forgetKeys(owner, [...counts.flatMap((each) => each.keyId ?? []), ...(keyId ? [keyId] : [])])
    return true
  })
  return startPollWorker({
    intervalMs,
    async poll(stopping) {
      await recordColumnKey(owner, keys)
      await encrypt(stopping)
    },
    log,
    failure: 'column encryption interrupted',
  })
}
