import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type DocumentStore,
  DocumentUnavailableError,
  documentPath,
} from '../pdf/document-store/document-store.ts'
import { messages } from './backup-messages.ts'

const atOnce = 4

/**
 * Copies documents from one store to another and verifies the SHA-256 of each. Returns, in order, the
 * documents copied and those that the source store has lost.
 */
export async function copyDocuments(
  named: readonly string[],
  from: DocumentStore,
  to: DocumentStore,
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

/** Which of these documents are missing from a store or damaged in it. */
export async function findMissingDocuments(
  store: DocumentStore,
  named: readonly string[],
): Promise<string[]> {
  const lost = new Set<string>()
  await forEach(named, async (sha256) => {
    await store.locate(sha256).catch(() => lost.add(sha256))
  })
  return named.filter((each) => lost.has(each))
}

/** Rejects a data folder that contains any other documents, because no row would refer to them. */
export async function rejectOtherDocuments(dataDir: string, named: readonly string[]) {
  const folder = resolve(dataDir, 'documents')
  const expected = new Set(named.map(documentPath))
  const found = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const isOther = (path: string) => path.endsWith('.pdf') && !expected.has(`documents/${path}`)
  if (found.some(isOther)) throw new Error(messages.documentsInUse(folder))
}

async function copy(sha256: string, from: DocumentStore, to: DocumentStore) {
  const bytes = await readFile(await from.locate(sha256))
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
