import type { Command } from 'commander'
import { type Open, withDatabase } from '../cli/with-database.ts'
import type { ChunkIndex } from '../pdf/document-service/chunk-index.ts'
import type { DocumentStorage } from '../pdf/document-service/document-storage.ts'
import { type Backup, countContents, openBackup } from './backup-folder.ts'
import { messages } from './backup-messages.ts'
import { type BackupSource, createBackup } from './create-backup.ts'
import { checkDocuments, restoreBackup } from './restore-backup.ts'

type BackupCommandDeps = Pick<BackupSource, 'namedDocuments' | 'isStaging'> & {
  /** Opens the database as it is, without migrating or seeding it. */
  openAsIs: Open
  /** Opens the documents that the settings name; the hashes of their chunks go into the index. */
  openStorage(chunkIndex?: ChunkIndex): DocumentStorage
}

const doneWithWarnings = 3

/**
 * Adds `backup FOLDER` and `restore FOLDER`. Exit code 3 means that something could not be saved or restored.
 */
export function addBackupCommands(program: Command, parts: BackupCommandDeps) {
  addBackup(program, parts)
  addRestore(program, parts)
}

function addBackup(
  program: Command,
  { openAsIs, openStorage, namedDocuments, isStaging }: BackupCommandDeps,
) {
  const command = program
    .command('backup')
    .description('Backs up the database and the documents into a new folder, while the portal runs.')
    .argument('<folder>', 'a folder that does not exist yet')
  command.action(async (folder: string) => {
    const storage = openStorage()
    const manifest = await withDatabase(openAsIs, (databaseContext) =>
      createBackup(databaseContext, folder, { storage, namedDocuments, isStaging }),
    )
    const { missing } = manifest.documents
    finish(command, messages.backedUp(folder, countContents(manifest)), [
      ...(missing.length > 0 ? [messages.documentsLost(missing)] : []),
    ])
  })
}

function addRestore(program: Command, { openAsIs, openStorage, namedDocuments }: BackupCommandDeps) {
  const command = program
    .command('restore')
    .description('Restores a backup into an empty database and an empty document store, and compares both.')
    .argument('<folder>', 'a folder that "backup" wrote')
    .option('--check', 'only check that the backup is complete and undamaged; restores nothing')
  command.action(async (folder: string, { check = false }: { check?: boolean }) => {
    const backup = await openBackup(folder)
    if (check) return checkOnly(command, backup)
    const warnings = await withDatabase(openAsIs, (databaseContext) =>
      restoreBackup(databaseContext, backup, { openStorage, namedDocuments }),
    )
    finish(command, messages.restored(folder, countContents(backup.manifest)), warnings)
  })
}

async function checkOnly(command: Command, backup: Backup) {
  await checkDocuments(backup)
  const counts = countContents(backup.manifest)
  const { missing } = backup.manifest.documents
  if (missing.length === 0) return finish(command, messages.isWhole(backup.folder, counts), [])
  finish(command, messages.isUndamaged(backup.folder, counts), [messages.documentsMissing(missing)])
}

function finish(command: Command, sentence: string, warnings: readonly string[]) {
  for (const line of [...warnings, sentence]) command.configureOutput().writeOut?.(`${line}\n`)
  process.exitCode = warnings.length > 0 ? doneWithWarnings : 0
}
