import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { openBackup } from '#platform/backup/backup-folder.ts'
import { portalApplication } from '#platform/db/database-context.ts'
import type { PortalInstance } from './restore-portal.ts'

/** Runs `work` with a connection to the embedded database that sees every row. */
export async function queryAllRows<T>(
  { dataDir }: Pick<PortalInstance, 'dataDir'>,
  work: (client: pg.Client) => Promise<T>,
) {
  const server = await openEmbeddedPostgres({ application: portalApplication, dataDir, purpose: 'command' })
  const client = new pg.Client({ ...server.superuser, database: portalApplication.database })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await server.close()
  }
}

/** Leaves out what the backup and the restore themselves write. */
const ofCommands: Record<string, string> = {
  audit_event: `where action not in ('backup made', 'backup restored')`,
  command_success: `where command <> 'backup'`,
}

/** Lists the tables whose rows differ from those of a backup, and the documents that the backup lacks. */
export async function findDifferences(installation: PortalInstance, folder: string): Promise<string[]> {
  const { manifest, documents } = await openBackup(folder)
  return queryAllRows(installation, async (client) => {
    await client.query(`set timezone = 'UTC'`)
    const differences: string[] = []
    for (const { name, columns, file } of manifest.tables) {
      const saved = await text(createReadStream(join(folder, file)).pipe(createGunzip()))
      const [table, ...list] = [name, ...columns].map((each) => client.escapeIdentifier(each))
      const own = ofCommands[name] ?? ''
      const query = `copy (select ${list.join(', ')} from ${table} ${own}) to stdout`
      const restored = await text(client.query(copyTo(query)))
      if (sorted(saved) !== sorted(restored)) differences.push(name)
    }
    const { rows } = await client.query<{ sha256: string }>('select distinct sha256 from document_file')
    const unsaved = rows.filter(({ sha256 }) => !documents.includes(sha256))
    return [...differences, ...unsaved.map(({ sha256 }) => `document ${sha256}`)]
  })
}

const sorted = (rows: string) => rows.split('\n').sort().join('\n')

/** Lists the bills of the load that have a decision in the restored portal. */
export const listRestoredDecisions = (installation: PortalInstance) =>
  queryAllRows(installation, async (client) => {
    const { rows } = await client.query<{ itn: string }>(
      `select itn from authorization_decision where itn like 'LOAD-%'`,
    )
    return rows.map(({ itn }) => itn)
  })
