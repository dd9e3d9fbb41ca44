import { type DocumentStorage, DocumentUnavailableError } from '../pdf/document-service/document-storage.ts'
import type { EncryptedStorage } from '../pdf/document-service/encryption/encrypted-storage.ts'
import { messages } from './backup-messages.ts'

const atOnce = 4

/**
 * Copies documents from one storage to another and verifies the SHA-256 of each. Returns, in order, the
 * documents copied and those that the source storage has lost.
 */
export async function copyDocuments(
  named: readonly string[],
  from: DocumentStorage,
  to: DocumentStorage,
): Promise<{ copied: string[]; lost: string[] }> {
  const lost = new Set<string>()
  await forEach(named, async (sha256) => {
    await copy(sha256, from, to).catch((error) => {
      if (!(error instanceof DocumentUnavailableError)) throw error
      lost.add(sha256)
    })
  })
  return { copied: named.filter((each) => !lost.has(each)), lost: named.filter((each) => lost.has(each)) }
}

/** Which of these documents are missing from a storage or damaged in it. */
export async function findMissingDocuments(
  storage: DocumentStorage,
  named: readonly string[],
): Promise<string[]> {
  const lost = new Set<string>()
  await forEach(named, async (sha256) => {
    if (!(await isIntact(storage, sha256))) lost.add(sha256)
  })
  return named.filter((each) => lost.has(each))
}

/** How many documents each key encrypts, by its ID; those in clear text or missing are under `undefined`. */
export async function countKeys(
  storage: Pick<EncryptedStorage, 'findKeyId'>,
  hashes: readonly string[],
): Promise<Map<string | undefined, number>> {
  const counts = new Map<string | undefined, number>()
  await forEach(hashes, async (sha256) => {
    const id = await storage.findKeyId(sha256)
    counts.set(id, (counts.get(id) ?? 0) + 1)
  })
  return counts
}

export type MoveOptions = {
  /** Only counts what would be moved. */
  isDryRun: boolean
  /** Removes each original once its copy has been read back. */
  removesOriginals: boolean
  onProgress?: (done: number) => void
}

/** How many documents were moved or already there, and the SHA-256 of those that neither storage has intact. */
export type MoveResult = { moved: number; present: number; lost: string[] }

/**
 * Copies documents to another storage and reads each copy back. A document that is already there is only verified, so an
 * interrupted move continues where it stopped.
 */
export async function moveDocuments(
  named: readonly string[],
  { from, to }: { from: DocumentStorage; to: DocumentStorage },
  { isDryRun, removesOriginals, onProgress }: MoveOptions,
): Promise<MoveResult> {
  const result: MoveResult = { moved: 0, present: 0, lost: [] }
  let done = 0
  await forEach(named, async (sha256) => {
    const outcome = await (isDryRun ? planMove : moveOne)(sha256, from, to)
    if (outcome === 'lost') result.lost.push(sha256)
    else result[outcome] += 1
    if (removesOriginals && !isDryRun && outcome !== 'lost') await from.remove(sha256)
    done += 1
    onProgress?.(done)
  })
  return { ...result, lost: result.lost.toSorted() }
}

async function moveOne(sha256: string, from: DocumentStorage, to: DocumentStorage) {
  if (await isIntact(to, sha256)) return 'present'
  const bytes = await from.read(sha256).catch(undefinedIfUnavailable)
  if (!bytes) return 'lost'
  await to.put(bytes)
  await to.read(sha256)
  return 'moved'
}

async function planMove(sha256: string, from: DocumentStorage, to: DocumentStorage) {
  if (await to.has(sha256)) return 'present'
  return (await from.has(sha256)) ? 'moved' : 'lost'
}

const isIntact = async (storage: DocumentStorage, sha256: string) =>
  (await storage.read(sha256).catch(undefinedIfUnavailable)) !== undefined

function undefinedIfUnavailable(error: unknown): undefined {
  if (!(error instanceof DocumentUnavailableError)) throw error
}

/** Rejects a storage that contains any other documents, because no row would refer to them. */
export async function rejectOtherDocuments(storage: DocumentStorage, named: readonly string[]) {
  const expected = new Set(named)
  for await (const sha256 of storage.list())
    if (!expected.has(sha256)) throw new Error(messages.documentsInUse(storage.place))
}

async function copy(sha256: string, from: DocumentStorage, to: DocumentStorage) {
  const bytes = await from.read(sha256)
  if ((await to.put(bytes)) !== sha256) throw new DocumentUnavailableError('DocumentDamaged', sha256)
}

/**
 * Processes several items concurrently. After a failure, starts no more of them and fails once those in
 * progress have finished.
 */
async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>) {
  const rest = items.values()
  const faults: unknown[] = []
  const one = async () => {
    for (const item of rest) {
      if (faults.length > 0) return
      await work(item).catch((error) => faults.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  if (faults.length > 0) throw faults[0]
}
