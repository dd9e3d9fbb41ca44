import type { Command } from 'commander'
import { actorOnCommandLine, type Open, withDatabase } from '../cli/with-database.ts'
import { audit } from '../db/audit.ts'
import { recordColumnKey } from '../db/column-encryption/column-key-queries.ts'
import { addDocumentKey, DocumentKeysError } from '../pdf/document-service/encryption/document-keys.ts'
import type { EncryptedStorage } from '../pdf/document-service/encryption/encrypted-storage.ts'
import { encryptDocuments } from '../pdf/document-service/encryption/encryption-worker.ts'
import { countKeys } from './backup-documents.ts'
import { messages } from './backup-messages.ts'

export type EncryptionDeps = {
  /** Opens the database prepared: a key may be made before the portal starts for the first time. */
  open: Open
  /** Opens the database as it is, without migrating or seeding it. */
  openAsIs: Open
  /** The storage that the settings name. */
  openStorage(): EncryptedStorage
  /** The path that DOCUMENTS_KEYS_FILE names. */
  keysFile(): string | undefined
}

const someFailed = 3
const progressEvery = 1_000

/** Adds `documents keys`, `documents encrypt` and `documents rotate-key`. */
export function addEncryptionCommands(parent: Command, deps: EncryptionDeps) {
  const write = (line: string) => parent.configureOutput().writeOut?.(`${line}\n`)

  parent
    .command('keys')
    .description('Counts the stored documents by the key that encrypts them.')
    .action(async () => write(await describeKeys(deps)))

  parent
    .command('encrypt')
    .description(
      'Encrypts every document that does not have the current key again with that key. The portal also does this while it runs.',
    )
    .action(async () => {
      readPath(deps)
      const storage = deps.openStorage()
      await storage.reach()
      const { failed, ...counts } = await withDatabase(deps.openAsIs, async ({ owner }) => {
        const onProgress = (done: number) =>
          done % progressEvery === 0 && write(messages.encryptProgress(done))
        const result = await encryptDocuments({ owner, storage }, { onProgress })
        const { changed, current } = result
        const detail = { key: storage.currentKeyId() ?? 'none', changed, current, failed: result.failed.size }
        await audit(owner, {
          actor: actorOnCommandLine(),
          action: 'documents encrypted',
          subject: storage.place,
          detail,
        })
        return result
      })
      if (failed.size > 0) write(messages.notEncrypted([...failed.keys()].sort()))
      write(messages.encrypted(counts, storage.currentKeyId()))
      if (failed.size > 0) process.exitCode = someFailed
    })

  parent
    .command('rotate-key')
    .description(
      'Adds a new key before those of DOCUMENTS_KEYS_FILE, which it creates if there is none. Running portals use it within a minute for documents and encrypted columns. No one is signed out.',
    )
    .action(async () => {
      const path = readPath(deps)
      const id = await rotateKey(deps, path)
      write(messages.keyAdded(id, path))
    })
}

/** Adds a key to the file. Returns its ID. */
const rotateKey = (deps: EncryptionDeps, path: string) =>
  withDatabase(deps.open, async ({ owner }) => {
    const added = await addDocumentKey(path).catch((error) => {
      if (error instanceof DocumentKeysError) throw error
      const { code = 'unknown' } = error as NodeJS.ErrnoException
      throw new Error(messages.keyNotWritten(path, code), { cause: error })
    })
    // Portals encrypt texts with it from now on.
    await recordColumnKey(owner)
    await audit(owner, {
      actor: actorOnCommandLine(),
      action: 'document key rotated',
      subject: added,
      detail: {},
    })
    return added
  })

function readPath({ keysFile }: EncryptionDeps): string {
  const path = keysFile()
  if (!path) throw new Error(messages.noKeyFile)
  return path
}

async function describeKeys({ openStorage }: EncryptionDeps): Promise<string> {
  const storage = openStorage()
  await storage.reach()
  const hashes: string[] = []
  for await (const sha256 of storage.list()) hashes.push(sha256)
  const counts = await countKeys(storage, hashes)
  const note = (id: string) =>
    id === storage.currentKeyId() ? messages.currentKey : storage.hasKey(id) ? '' : messages.absentKey
  const lines = [...counts].map(([id, count]) =>
    id === undefined ? messages.clearCount(count) : messages.keyCount(id, count, note(id)),
  )
  return lines.sort().join('\n') || messages.noDocuments
}
