import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { listDocumentHashes } from '#cases/server/incident-queries.ts'
import { openBackup } from '#platform/backup/backup-folder.ts'
import { type BackupSource, createBackup } from '#platform/backup/create-backup.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { openDatabase } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { openDocumentStorage } from '#platform/pdf/document-service/encryption/encrypted-storage.ts'
import { isStagingTable } from '#provider-search/server/roster/staging-tables.ts'
import { openCasePortal, templateWithFewPlaces } from './case-portal-fixture.ts'
import { cloneDatabase } from './database.ts'
import { createRosterFixture } from './roster-fixture.ts'

const roster = 'id,name,tin,city,zipcode\n1,Mercy Zürich,12-3,Miami,33131\n2,O"Hara; \\N\tClinic,,,33131\n'

/** Creates backups of a portal with cases and providers, and empty targets for restores. */
export async function createBackupFixture() {
  const portal = await openCasePortal({}, templateWithFewPlaces)
  const rosters = createRosterFixture(portal)
  await rosters.addNetwork('coastal')
  await rosters.import(roster, { network: 'coastal' })
  const root = await mkdtemp(join(tmpdir(), 'backups-'))
  const source: BackupSource = {
    storage: openDocumentStorage(portal.config.DATA_DIR),
    namedDocuments: listDocumentHashes,
    isStaging: isStagingTable,
  }
  let targets = 0

  return {
    portal,
    root,
    source,
    /** Backs up to a folder with this name and returns its path. */
    async backup(name: string, other: Partial<BackupSource> = {}) {
      const folder = join(root, name)
      await createBackup(portal.databaseContext, folder, { ...source, ...other })
      return folder
    },
    openTarget: () => {
      targets += 1
      return openEmptyTarget(join(root, `place-${targets}`))
    },
    close: async () => {
      await rm(root, { recursive: true, force: true })
      await rosters.close()
      await portal.close()
    },
  }
}

/** Opens an empty database and an empty data folder. */
async function openEmptyTarget(dataDir: string) {
  const database = await cloneDatabase(inject('testServer'), 'template0')
  const storage = openDocumentStorage(dataDir)
  return {
    ...database,
    dataDir,
    storage,
    restore: (folder: string) => restoreInto(database.databaseContext, dataDir, folder),
  }
}

/** Restores the backup in a folder into a database and a data folder. */
export const restoreInto = async (databaseContext: DatabaseContext, dataDir: string, folder: string) =>
  restoreBackup(databaseContext, await openBackup(folder), {
    openStorage: () => openDocumentStorage(dataDir),
    namedDocuments: listDocumentHashes,
  })

/** Opens a database as superuser, which sees every row. */
export function openAsSuperuser(database: string) {
  const address = { ...inject('testServer').superuser, database }
  const owner = openDatabase(address, { connections: 2, statementTimeoutMs: 60_000 })
  const connect = async () => {
    const client = new pg.Client(address)
    await client.connect()
    return client
  }
  return { owner, connect, close: () => owner.destroy() }
}
