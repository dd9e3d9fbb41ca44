import { countMissingDocuments } from '#cases/server/incident-queries.ts'
import { sleep } from '#platform/concurrency/sleep.ts'
import type { Config } from '#platform/config/settings.ts'
import { findMissingKeys, recordColumnKey } from '#platform/db/column-encryption/column-key-queries.ts'
import { findColumnKeys } from '#platform/db/column-encryption/column-keys.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { StorageAwayError } from '#platform/pdf/document-store/document-storage.ts'
import { openConfiguredStorage } from '#platform/pdf/document-store/encryption/encrypted-storage.ts'
import { messages } from './startup-messages.ts'

/** How to look for a sample of the documents that the database names. */
type DocumentCheck = {
  /** Where they should be, for messages. */
  place: string
  /** Throws `StorageAwayError` if the store does not respond. */
  count(): Promise<{ checked: number; missing: number }>
  /** Whether the portal serves although most of them are missing. */
  allowsMissing: boolean
}

export function createDocumentCheck(databaseContext: DatabaseContext, config: Config): DocumentCheck {
  const storage = openConfiguredStorage(config)
  return {
    place: storage.place,
    async count() {
      // A database without documents does not ask the store for any.
      await storage.reach()
      return countMissingDocuments(databaseContext, storage)
    },
    allowsMissing: config.ALLOW_MISSING_DOCUMENTS,
  }
}

/** Why the portal cannot become ready, if it cannot, and the message for the operator. */
type Finding = { reason?: string | undefined; text: string }

type Listeners = {
  /** Receives each new message for the operator. */
  say(text: string): void
  /** Receives why the portal is not ready, which anyone may read. */
  wait(reason: string): void
}

const recheckMs = 5_000

/**
 * Waits for a store that cannot be reached, and for documents if most of those in a sample are missing: a wrong DATA_DIR
 * or DOCUMENTS_URL, or a restore without documents. Only tells the operator about a few missing ones.
 */
export const waitForDocuments = (check: DocumentCheck, listeners: Listeners): Promise<void> =>
  waitWhileFound(() => findReasonToWait(check), listeners)

/** Waits for the keys that texts in the database may need, unless they are lost, and records that they may need the current one. */
export async function waitForColumnKeys(
  { owner }: Pick<DatabaseContext, 'owner'>,
  listeners: Listeners,
): Promise<void> {
  await waitWhileFound(async () => {
    const missing = await findMissingKeys(owner)
    if (missing.length === 0) return { text: '' }
    const text = messages.columnKeysMissing(missing)
    if (findColumnKeys(owner)?.allowsMissing) return { text }
    return { reason: messages.waitingForColumnKeys, text: `${text} ${messages.notReadyWithoutKeys}` }
  }, listeners)
  await recordColumnKey(owner)
}

async function waitWhileFound(find: () => Promise<Finding>, { say, wait }: Listeners): Promise<void> {
  for (let said = ''; ; ) {
    const { reason, text } = await find()
    if (text && text !== said) say(text)
    if (!reason) return
    said = text
    wait(reason)
    await sleep(recheckMs, new AbortController().signal)
  }
}

async function findReasonToWait({ place, count, allowsMissing }: DocumentCheck): Promise<Finding> {
  const found = await count().catch((error) => {
    if (error instanceof StorageAwayError) return error
    throw error
  })
  if (found instanceof StorageAwayError) {
    const text = `${found.message} ${messages.notReadyWithoutStore}`
    return { reason: messages.waitingForStore, text }
  }
  const { missing, checked } = found
  if (missing === 0) return { text: '' }
  const text = messages.documentsMissing(missing, checked, place)
  if (missing * 2 <= checked || allowsMissing) return { text }
  return { reason: messages.waitingForDocuments, text: `${text} ${messages.notReadyWithoutDocuments}` }
}
