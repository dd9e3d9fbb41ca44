import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { countKeys, findMissingDocuments } from '../backup/backup-documents.ts'
import { listBackups } from '../backup/backup-folder.ts'
import { findDocuments } from '../backup/missing-documents.ts'
import { hourMs, now } from '../contract/clock.ts'
import type { Database } from '../db/database.ts'
import type { DatabaseContext } from '../db/database-context.ts'
import { StorageAwayError } from '../pdf/document-service/document-storage.ts'
import type { EncryptedStorage } from '../pdf/document-service/encryption/encrypted-storage.ts'
import { messages } from './doctor-messages.ts'
import { failed, type Outcome, ok, warning } from './doctor-report.ts'

/** Enough to notice a key that is missing or has changed. */
const sampleSize = 200
const neededNodeMajor = 24
const minFree = { ok: { share: 0.1, bytes: 5e9 }, warning: { share: 0.02, bytes: 5e8 } }

export function checkVersions(
  portal: string,
  postgres: string | undefined,
  node = process.versions.node,
): Outcome {
  const found = messages.versions(portal, node, postgres)
  const isNewEnough = Number.parseInt(node, 10) >= neededNodeMajor
  return isNewEnough ? ok(found) : failed(found, messages.oldNode(neededNodeMajor))
}

type DocumentSource = {
  storage: EncryptedStorage
  /** The SHA-256 of every document that the database refers to. */
  namedDocuments(db: Database): Promise<string[]>
  /** Whether to verify the bytes of every document, too. */
  isComplete: boolean
}

/** Checks that the portal can write documents, and that those in the database exist. */
export async function checkDocuments(
  databaseContext: Pick<DatabaseContext, 'connect' | 'owner'>,
  { storage, namedDocuments, isComplete }: DocumentSource,
): Promise<Outcome> {
  const fault = await storage.tryToWrite().catch((error) => {
    if (error instanceof StorageAwayError) return error.message
    throw error
  })
  if (fault) return failed(fault, messages.documentsUnwritableAdvice)
  const { named, missing, accepted } = await findDocuments(databaseContext, { storage, namedDocuments })
  const absent = new Set([...missing, ...accepted])
  const stored = named.filter((sha256) => !absent.has(sha256))
  const every = isComplete ? 1 : Math.ceil(stored.length / sampleSize)
  const chosen = stored.filter((_, index) => index % every === 0)
  const keys = await checkKeys(storage, chosen)
  if (keys?.status === 'failed') return keys
  const damaged = isComplete ? await findMissingDocuments(storage, chosen) : []
  if (missing.length + damaged.length > 0)
    return failed(
      messages.documentsLost([...missing, ...damaged], named.length),
      missing.length > 0 ? messages.documentsMissingAdvice(missing.length) : messages.documentsAdvice,
    )
  return keys ?? ok(messages.documentsFine(named.length, accepted.length, isComplete))
}

/** Undefined if all of these documents are encrypted as the settings say. */
async function checkKeys(storage: EncryptedStorage, hashes: readonly string[]): Promise<Outcome | undefined> {
  const counts = await countKeys(storage, hashes)
  for (const [id, count] of counts)
    if (id !== undefined && !storage.hasKey(id))
      return failed(messages.documentKeyMissing(id, count, hashes.length), messages.documentKeyAdvice)
  const others = hashes.length - (counts.get(storage.currentKeyId()) ?? 0)
  if (others === 0) return undefined
  const isClear = storage.currentKeyId() === undefined
  return warning(messages.documentsOtherKey(others, hashes.length, isClear), messages.documentsOtherKeyAdvice)
}

export async function checkDiskSpace(dataDir: string): Promise<Outcome> {
  if (!existsSync(dataDir)) return failed(messages.noFolder(resolve(dataDir)), messages.noFolderAdvice)
  const { bavail, blocks, bsize } = await statfs(resolve(dataDir))
  return judgeSpace(bavail * bsize, blocks * bsize)
}

/** A share alone would alarm too late on a small disk, and too early on a large one. */
export function judgeSpace(free: number, total: number): Outcome {
  const found = messages.space(free, total)
  const isAbove = ({ share, bytes }: typeof minFree.ok) => free >= Math.min(total * share, bytes)
  if (isAbove(minFree.ok)) return ok(found)
  return (isAbove(minFree.warning) ? warning : failed)(found, messages.spaceAdvice)
}

/** Checks the age of the newest complete backup in a folder. Does not verify its files. */
export async function checkBackups(folder: string, maxHours: number): Promise<Outcome> {
  const backups = await listBackups(folder).catch((error: NodeJS.ErrnoException) => error)
  if (backups instanceof Error) {
    const reason = backups.code ? `${backups.code}.` : backups.message
    return failed(messages.unreadableBackups(folder, reason), messages.backupAdvice)
  }
  const { newest, unfinished } = backups
  if (!newest) return failed(messages.noBackup(folder), messages.backupAdvice)
  const hours = Math.floor((now().getTime() - newest.madeAt.getTime()) / hourMs)
  const found = messages.backupFine(newest.path, hours)
  if (hours >= maxHours) return failed(found, messages.backupAdvice)
  if (unfinished.length > 0)
    return warning(`${found} ${messages.unfinishedBackups(unfinished)}`, messages.unfinishedAdvice)
  return ok(found)
}
