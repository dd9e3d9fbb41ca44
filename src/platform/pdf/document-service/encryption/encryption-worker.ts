import type { Log } from '#platform/config/log.ts'
import {
  type Database,
  execute,
  inTransaction,
  sql,
  tryAdvisoryLock,
  trySharedAdvisoryLock,
} from '#platform/db/database.ts'
import { dailyByKey } from '#platform/jobs/daily-by-key.ts'
import { idleWorker, startPollWorker, type Worker } from '#platform/jobs/poll-worker.ts'
import { DocumentKeyMissingError, DocumentUnavailableError } from '../document-storage.ts'
import type { EncryptedStorage } from './encrypted-storage.ts'
import { openConfiguredStorage } from './encrypted-storage.ts'

type Deps = { owner: Database; storage: EncryptedStorage }

/**
 * How many documents were stored again, have the current key already, or are in use and left for later; and, by
 * SHA-256, why others could not be read.
 */
export type EncryptionResult = {
  changed: number
  current: number
  busy: number
  failed: Map<string, DocumentUnavailableError | DocumentKeyMissingError>
}

type Listeners = { stopping?: AbortSignal | undefined; onProgress?: (done: number) => void }

/** Stores every document that does not have the current key again with it, one after the other. */
export async function encryptDocuments(
  { owner, storage }: Deps,
  { stopping, onProgress }: Listeners = {},
): Promise<EncryptionResult> {
  const result: EncryptionResult = { changed: 0, current: 0, busy: 0, failed: new Map() }
  let done = 0
  for await (const sha256 of storage.list()) {
    if (stopping?.aborted) break
    try {
      const outcome = await encryptDocument(owner, storage, sha256)
      if (outcome !== 'gone') result[outcome] += 1
    } catch (error) {
      if (!(error instanceof DocumentUnavailableError || error instanceof DocumentKeyMissingError))
        throw error
      result.failed.set(sha256, error)
    }
    done += 1
    onProgress?.(done)
  }
  return result
}

async function encryptDocument(owner: Database, storage: EncryptedStorage, sha256: string) {
  if (await isCurrent(storage, sha256)) return 'current'
  return inTransaction(owner, async (db) => {
    // A slow store must not end the transaction and its locks.
    await execute(db, sql`set local idle_in_transaction_session_timeout = '15min'`)
    if (!(await tryToLock(db, sha256))) return 'busy'
    if (!(await storage.has(sha256))) return 'gone'
    if (await isCurrent(storage, sha256)) return 'current'
    await storage.reencrypt(sha256)
    return 'changed'
  })
}

const isCurrent = async (storage: EncryptedStorage, sha256: string) =>
  (await storage.findKeyId(sha256)) === storage.currentKeyId()

/** Neither a removal nor another process works on the document, and no erasure or move is running. */
const tryToLock = async (db: Database, sha256: string): Promise<boolean> =>
  (await trySharedAdvisoryLock(db, 'erasure')) && (await tryAdvisoryLock(db, 'stored document', sha256))

/** Waits until the document is not being stored again, so that it does not come back after it has been removed. */
export const lockStoredDocument = (db: Database, sha256: string) =>
  execute(db, sql`select pg_advisory_xact_lock(hashtext('stored document'), hashtext(${sha256}))`)

const intervalMs = 60_000

/**
 * Encrypts the stored documents at the start, after a change of the key, and once a day, until stopped. Without a file of
 * keys, there is nothing to do.
 */
export function startEncryption(
  owner: Database,
  config: Parameters<typeof openConfiguredStorage>[0],
  log: Log,
): Worker {
  if (!config.DOCUMENTS_KEYS_FILE) return idleWorker
  const storage = openConfiguredStorage(config)
  const findKeyId = () => storage.currentKeyId()
  return startPollWorker({
    job: 'document_encryption',
    intervalMs,
    poll: dailyByKey(findKeyId, async (_keyId, stopping, noteFailure) => {
      const { changed, busy, failed } = await encryptDocuments({ owner, storage }, { stopping })
      for (const error of failed.values()) log.error({ err: error }, 'document encryption failed')
      if (failed.size > 0) noteFailure()
      if (changed > 0) log.info('documents encrypted')
      return !stopping.aborted && busy === 0
    }),
    log,
    failure: 'document encryption interrupted',
  })
}
