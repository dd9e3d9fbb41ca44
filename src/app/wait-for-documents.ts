import { listDocumentHashes } from '#cases/server/incident-queries.ts'
import { type FoundDocuments, findDocuments, forgetRestored } from '#platform/backup/missing-documents.ts'
import { sleep } from '#platform/concurrency/sleep.ts'
import type { Config } from '#platform/config/settings.ts'
import { findMissingKeys, recordColumnKey } from '#platform/db/column-encryption/column-key-queries.ts'
import { findColumnKeys } from '#platform/db/column-encryption/column-keys.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { StorageAwayError } from '#platform/pdf/document-service/document-storage.ts'
import { openConfiguredStorage } from '#platform/pdf/document-service/encryption/encrypted-storage.ts'
import { messages } from './startup-messages.ts'

/** How to look for the documents that the database names. */
type DocumentCheck = {
  /** Where they should be, for messages. */
  place: string
  /** Throws `StorageAwayError` if the store does not respond. */
  find(): Promise<FoundDocuments>
  /** Whether the portal serves although documents are missing that no operator accepted as lost. */
  allowsMissing: boolean
}

export function createDocumentCheck(
  databaseContext: Pick<DatabaseContext, 'connect' | 'owner'>,
  config: Config,
): DocumentCheck {
  const storage = openConfiguredStorage(config)
  return {
    place: storage.place,
    async find() {
      const found = await findDocuments(databaseContext, { storage, namedDocuments: listDocumentHashes })
      await forgetRestored(databaseContext.owner, found)
      return found
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
 * Waits for a store that cannot be reached, and for every document that the database names, until it is there or an
 * operator has accepted that it is lost.
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

async function findReasonToWait({ place, find, allowsMissing }: DocumentCheck): Promise<Finding> {
  const found = await find().catch((error) => {
    if (error instanceof StorageAwayError) return error
    throw error
  })
  if (found instanceof StorageAwayError) {
    const text = `${found.message} ${messages.notReadyWithoutStore}`
    return { reason: messages.waitingForStore, text }
  }
  const { named, missing, accepted } = found
  const text = [
    ...(missing.length > 0 ? [messages.documentsMissing(missing, named.length, place)] : []),
    ...(accepted.length > 0 ? [messages.documentsAccepted(accepted.length, place)] : []),
  ].join(' ')
  if (missing.length === 0 || allowsMissing) return { text }
  return {
    reason: messages.waitingForDocuments(missing.length, named.length),
    text: `${text} ${messages.notReadyWithoutDocuments(missing.length)}`,
  }
}
