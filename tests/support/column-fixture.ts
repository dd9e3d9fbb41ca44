import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { z } from 'zod'
import { addNote, listNotes } from '#cases/activity-contract.ts'
import { openLog } from '#platform/config/log.ts'
import { startColumnEncryption } from '#platform/db/column-encryption/column-encryption-worker.ts'
import { countKeys, countOthers, recordColumnKey } from '#platform/db/column-encryption/column-key-queries.ts'
import {
  attachColumnKeys,
  findColumnKeys,
  openColumnKeys,
} from '#platform/db/column-encryption/column-keys.ts'
import { createColumnMetrics } from '#platform/db/column-encryption/column-metrics.ts'
import { execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { addDocumentKey, DocumentKeysError } from '#platform/pdf/document-service/encryption/document-keys.ts'
import { openCasePortal } from './case-portal-fixture.ts'

/**
 * Lets a database context use a file of keys, as a process with these settings does: its current key is recorded in the
 * database, as a start does it.
 */
export async function useKeys(
  context: Pick<DatabaseContext, 'owner' | 'app' | 'background'>,
  keysFile: string | undefined,
  isOn = true,
  hasSecrets = false,
) {
  const settings = { DOCUMENTS_KEYS_FILE: keysFile, ENCRYPT_COLUMNS: isOn, ENCRYPT_SECRETS: hasSecrets }
  const columnKeys = openColumnKeys(settings)
  for (const db of [context.owner, context.app, context.background]) attachColumnKeys(db, columnKeys)
  await recordColumnKey(context.owner).catch(ignoreKeysError)
  return columnKeys
}

/** Tests can name a file that is missing or wrong. */
const ignoreKeysError = (error: unknown) => {
  if (!(error instanceof DocumentKeysError)) throw error
}

/** The condition of the newest note that a person wrote. */
export const lastNote = sql`id = (select id from note where written_by is not null order by written_at desc, id limit 1)`

/** A portal whose columns are encrypted with a file of keys. */
export async function openEncryptedPortal() {
  const portal = await openCasePortal()
  const folder = await mkdtemp(join(tmpdir(), 'column-keys-'))
  const keysFile = join(folder, 'keys')
  await addDocumentKey(keysFile)
  await useKeys(portal.databaseContext, keysFile)
  return {
    ...portal,
    folder,
    keysFile,
    currentKeyId: () => findColumnKeys(portal.databaseContext.owner)?.current('text')?.id,
    /** How many texts do not have the current key. */
    countLeft: async () => {
      const { owner } = portal.databaseContext
      return countOthers(await countKeys(owner), findColumnKeys(owner))
    },
    useKeys: (path: string | undefined, isOn = true, hasSecrets = false) =>
      useKeys(portal.databaseContext, path, isOn, hasSecrets),
    /** What is stored in a column of the only row that meets a condition. */
    readStored: async (table: string, column: string, condition = sql`true`) => {
      const stored = sql`select ${sql.ref(column)} as stored from ${sql.table(table)} where ${condition}`
      const row = await portal.asOwner((db) => queryRow(db, z.object({ stored: z.string() }), stored))
      return row?.stored ?? ''
    },
    /** Changes a row as someone with full access to the database could. */
    tamper: (change: ReturnType<typeof sql>) =>
      portal.asOwner(async (db) => {
        await execute(db, sql`select set_config('portal.erasing', 'yes', true)`)
        return execute(db, change)
      }),
    /** The tables that have a text in any column. */
    findTables: async (text: string) => {
      const name = z.object({ name: z.string() })
      const tables = await queryRows(
        portal.databaseContext.owner,
        name,
        sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
      )
      const searches = tables.map(
        ({ name: table }) =>
          sql`(select ${table}::text as name from ${sql.table(table)} t where strpos(t::text, ${text}) > 0 limit 1)`,
      )
      const found = await portal.asOwner((db) => queryRows(db, name, sql.join(searches, sql` union all `)))
      return found.map(({ name: table }) => table)
    },
    close: async () => {
      await portal.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A portal with encrypted columns and a person who writes and reads the notes of a case. */
export async function openEncryptedNotes() {
  const portal = await openEncryptedPortal()
  const staff = await portal.staffOf('acme')
  const { owner } = portal.databaseContext
  const incidentNumber = '24000000017'
  return {
    ...portal,
    staff,
    owner,
    incidentNumber,
    write: (noteText: string, noteId = randomUUID()) =>
      staff.call(addNote, { incidentNumber, noteId, noteText }),
    list: async () =>
      (await staff.call(listNotes, { incidentNumber })).json().notes as { noteText: string }[],
    /** Starts the background job with its metrics and the lines of its log. */
    startWorker(
      settings: Parameters<typeof startColumnEncryption>[1] = { DOCUMENTS_KEYS_FILE: portal.keysFile },
    ) {
      const [registry, lines]: [Registry, string[]] = [new Registry(), []]
      const log = openLog('info', { write: (line: string) => lines.push(line) })
      const metrics = createColumnMetrics(registry)
      return { registry, lines, worker: startColumnEncryption({ owner, metrics, log }, settings) }
    },
  }
}
