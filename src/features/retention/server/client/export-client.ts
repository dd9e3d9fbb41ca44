import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { loadState } from '#clients/server/client-snapshot-queries.ts'
import { formatClients, inlinePicture } from '#clients/server/clients-commands.ts'
import {
  makePrivateFolder,
  withNewFolder,
  writeHashed,
  writePrivate,
} from '#platform/backup/backup-folder.ts'
import { now } from '#platform/contract/clock.ts'
import { audit, nameAllRows } from '#platform/db/audit.ts'
import { findEncryptedColumn } from '#platform/db/column-encryption/encrypted-columns.ts'
import { type ClientScope, type Database, type Sql, withScope } from '#platform/db/database.ts'
import {
  type DocumentStorage,
  DocumentUnavailableError,
  hashBytes,
} from '#platform/pdf/document-service/document-storage.ts'
import { syncFolder } from '#platform/pdf/document-service/folder-storage.ts'
import { findExportScope } from '#sign-in/server/staff-principal.ts'
import { clientMessages } from '../../client-messages.ts'
import { sumCounts } from '../data-kinds.ts'
import { decryptRow } from '../person-data.ts'
import {
  auditQuery,
  beginExport,
  documentRow,
  documentsQuery,
  exportedTables,
  letterRow,
  lettersQuery,
  readBatches,
  rowText,
  tableQuery,
  tablesLeftOut,
} from './client-rows.ts'
import { type ClientData, staffQuery } from './client-staff.ts'

type ExportRequest = {
  clientId: string
  /** The folder to create. */
  folder: string
  actor: string
  company: string
  storage: Pick<DocumentStorage, 'read'>
}

/**
 * What an export has: `sha256` is that of its list of files, `missing` the files of documents that the portal has lost.
 */
export type ExportResult = { rows: number; documents: number; missing: readonly string[]; sha256: string }

const format = 'portal-client-1'

/**
 * Writes everything that belongs to a client into a new folder, in clear text and as of one moment. Holds neither a
 * list of rows nor more than one document in memory. Row-level security limits the rows, and so does the condition of
 * each query. Throws a readable error for an unknown client, and if the folder exists; a failure leaves no folder.
 */
export async function exportClient(owner: Database, request: ExportRequest): Promise<ExportResult> {
  const { clientId: id, folder, actor } = request
  const scope = await findExportScope(owner, id)
  if (!scope) throw new Error(clientMessages.unknown(id))
  return withNewFolder(folder, (unfinished) =>
    withScope(
      owner,
      scope,
      async (db) => {
        if (!(await beginExport(db, { id, codes: scope }))) throw new Error(clientMessages.codesChanged(id))
        const result = await writeExport(db, { ...request, codes: scope, folder: unfinished })
        await auditExport(db, { id, scope, actor }, result)
        return result
      },
      { isSnapshot: true },
    ),
  )
}

type Exported = { id: string; scope: ClientScope; actor: string }

/** The entry names every row of the client as shown. */
const auditExport = (db: Database, { id, scope, actor }: Exported, result: ExportResult) =>
  audit(db, {
    actor,
    action: 'client data exported',
    subject: id,
    clientCodes: scope,
    detail: { ...result, missing: result.missing.length },
    shown: nameAllRows(scope),
  })

type Writing = Omit<ExportRequest, 'actor'> & { codes: ClientScope }

async function writeExport(db: Database, { storage, company, ...request }: Writing): Promise<ExportResult> {
  const client: ClientData = { id: request.clientId, codes: request.codes }
  const list = await openFileList(request.folder)
  try {
    const takenAt = now().toISOString()
    await list.addText('README.txt', clientMessages.readme({ ...client, company, takenAt, tablesLeftOut }))
    await list.addText('configuration.yaml', await formatConfiguration(db, client))
    await makePrivateFolder(join(request.folder, 'data'))
    const tables = await writeTables(db, client, list)
    const documents = await writeDocuments(db, client, { list, storage, folder: request.folder })
    await syncFolder(join(request.folder, 'data'))
    const contents = { format, client: client.id, codes: client.codes, takenAt, tables, documents }
    await list.addText('manifest.json', `${JSON.stringify(contents, null, 2)}\n`)
    const rows = sumCounts(tables)
    return { rows, documents: documents.count, missing: documents.missing, sha256: await list.finish() }
  } finally {
    await list.close()
  }
}

async function formatConfiguration(db: Database, { id }: ClientData): Promise<string> {
  const { clients } = await loadState(db)
  return formatClients({ clients: clients.filter((client) => client.id === id) }, inlinePicture)
}

/** Writes each table, the staff and the audit trail as JSON Lines. Returns how many rows each has. */
async function writeTables(
  db: Database,
  client: ClientData,
  list: FileList,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const write = async (name: string, query: Sql) => {
    counts[name] = await list.addLines(`data/${name}.jsonl`, readLines(db, name, query))
  }
  for (const table of Object.keys(exportedTables)) await write(table, await tableQuery(db, table, client))
  await write('staff', staffQuery(client))
  await write('audit', auditQuery(client))
  return counts
}

/** The rows of a query as lines, with encrypted texts in clear text. */
async function* readLines(db: Database, name: string, query: Sql): AsyncGenerator<string[]> {
  const encrypted = findEncryptedColumn(name)
  const decrypt = async (text: string) =>
    encrypted ? JSON.stringify(await decryptRow(db, encrypted, JSON.parse(text))) : text
  for await (const rows of readBatches(db, name, { row: rowText, query }))
    yield await Array.fromAsync(rows, ({ text }) => decrypt(text))
}

type Target = { list: FileList; storage: ExportRequest['storage']; folder: string }

/** Writes the documents and letters as PDF files, and a list of them. Returns how many, and those that are missing. */
async function writeDocuments(db: Database, client: ClientData, { list, storage, folder }: Target) {
  for (const name of ['documents', 'documents/cases', 'documents/bills', 'documents/letters'])
    await makePrivateFolder(join(folder, name))
  const missing: string[] = []
  async function* lines(): AsyncGenerator<string[]> {
    for await (const rows of readBatches(db, 'documents', {
      row: documentRow,
      query: documentsQuery(client),
    }))
      for (const row of rows) {
        const file = formatPath(row.folder, row.name)
        const bytes = await storage.read(row.sha256).catch(undefinedIfUnavailable)
        if (bytes) yield [await list.addDocument(file, bytes)]
        else missing.push(file)
      }
    for await (const rows of readBatches(db, 'letters', { row: letterRow, query: lettersQuery(client) }))
      for (const { name, pdf } of rows) yield [await list.addDocument(formatPath('letters', name), pdf)]
  }
  const count = await list.addLines('documents.jsonl', lines())
  for (const name of ['cases', 'bills', 'letters']) await syncFolder(join(folder, 'documents', name))
  return { count, missing }
}

/** Incident numbers may have any character. */
const formatPath = (folder: string, name: string) => `documents/${folder}/${encodeURIComponent(name)}.pdf`

function undefinedIfUnavailable(error: unknown): undefined {
  if (!(error instanceof DocumentUnavailableError)) throw error
}

type FileList = Awaited<ReturnType<typeof openFileList>>

const listName = 'files.sha256'

/** The files of an export, with a list of them that `sha256sum --check` verifies. */
async function openFileList(folder: string) {
  const list = await open(join(folder, listName), 'wx', 0o600)
  const hash = createHash('sha256')
  const add = async (file: string, sha256: string) => {
    const line = `${sha256}  ${file}\n`
    hash.update(line)
    await list.write(line)
  }
  return {
    async addText(file: string, text: string) {
      await writePrivate(join(folder, file), text)
      await add(file, hashBytes(Buffer.from(text)))
    },
    /** Writes lines in batches. Returns how many. */
    async addLines(file: string, batches: AsyncIterable<readonly string[]>): Promise<number> {
      let count = 0
      async function* joined() {
        for await (const lines of batches) {
          count += lines.length
          yield lines.map((line) => `${line}\n`).join('')
        }
      }
      await add(file, await writeHashed(join(folder, file), joined()))
      return count
    },
    /** Returns the line of `documents.jsonl`. */
    async addDocument(file: string, bytes: Uint8Array): Promise<string> {
      const sha256 = hashBytes(bytes)
      await writePrivate(join(folder, file), bytes)
      await add(file, sha256)
      return JSON.stringify({ file, bytes: bytes.length, sha256 })
    },
    /** Syncs the list to disk. Returns its SHA-256. */
    async finish(): Promise<string> {
      await list.sync()
      return hash.digest('hex')
    },
    close: () => list.close(),
  }
}
