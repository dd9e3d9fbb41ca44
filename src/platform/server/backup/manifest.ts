import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { documentPath } from '../document-store/document-store.ts'
import { hashFile, readError, writePrivate } from './backup-folder.ts'
import { messages } from './backup-messages.ts'

const format = 1
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const number = z.string().regex(/^-?\d+$/)

const table = z.strictObject({
  name: z.string(),
  /** The stored columns, without generated ones. */
  columns: z.array(z.string()).min(1),
  /** For a partition: its parent table and the partition key value of its rows. */
  partition: z.strictObject({ of: z.string(), value: z.string() }).nullable(),
  rows: number,
  /** The sum of the first eight bytes of each row's SHA-256, independent of row order. */
  checksum: number,
  file: z.string().regex(/^tables\/[\w.-]+$/),
  sha256,
})
export type BackedUpTable = z.infer<typeof table>
export type TableShape = Pick<BackedUpTable, 'name' | 'columns' | 'partition'>

const manifest = z.strictObject({
  format: z.literal(format),
  madeAt: z.iso.datetime(),
  /** The PostgreSQL version of the source. */
  server: z.string(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(table),
  sequences: z.array(z.strictObject({ name: z.string(), lastValue: number })),
  documents: z.strictObject({
    count: z.int().nonnegative(),
    /** The SHA-256 of the file that lists the documents. */
    sha256,
    /** The SHA-256 of each document that the database refers to but that the store has lost. */
    missing: z.array(sha256),
  }),
})
export type Manifest = z.infer<typeof manifest>
export type NewManifest = Omit<Manifest, 'format'>

/** A verified backup: its folder and its manifest. */
export type Backup = { folder: string; manifest: Manifest; documents: string[] }

const manifestFile = 'manifest.json'
const sumFile = 'manifest.json.sha256'
const documentsFile = 'documents.sha256'

/** Lists documents in `sha256sum --check` format. Returns the SHA-256 of the list. */
export async function writeDocumentList(folder: string, documents: readonly string[]): Promise<string> {
  const text = documents.map((each) => `${each}  ${documentPath(each)}\n`).join('')
  await writePrivate(join(folder, documentsFile), text)
  return hashText(text)
}

/** Writes the manifest, which marks a backup as complete: call it last. */
export async function writeManifest(folder: string, contents: NewManifest) {
  const text = `${JSON.stringify({ format, ...contents }, null, 2)}\n`
  await writePrivate(join(folder, sumFile), `${hashText(text)}  ${manifestFile}\n`)
  await writePrivate(join(folder, manifestFile), text)
}

/**
 * Reads a backup and verifies every file except its documents, which are verified when read. Throws a
 * readable error if a file is missing or damaged, or if a newer portal made the backup.
 */
export async function openBackup(path: string): Promise<Backup> {
  const folder = resolve(path)
  if (!existsSync(folder)) throw new Error(messages.noFolder(folder))
  if (!existsSync(join(folder, manifestFile))) throw new Error(messages.incomplete(folder))
  const contents = await readManifest(folder)
  for (const { file, sha256 } of contents.tables) await check(folder, file, sha256)
  await check(folder, documentsFile, contents.documents.sha256)
  const list = await readText(folder, documentsFile)
  const documents = list.split('\n').flatMap((line) => (line ? [line.slice(0, 64)] : []))
  return { folder, manifest: contents, documents }
}

async function readManifest(folder: string): Promise<Manifest> {
  const recorded = (await readText(folder, sumFile)).slice(0, 64)
  await check(folder, manifestFile, recorded)
  const contents: unknown = JSON.parse(await readText(folder, manifestFile))
  const made = z.object({ format: z.number() }).safeParse(contents)
  if (made.success && made.data.format > format) throw new Error(messages.newerFormat(folder))
  return manifest.parse(contents)
}

async function check(folder: string, file: string, sha256: string) {
  if ((await hashFile(folder, file)) !== sha256) throw new Error(messages.damaged(join(folder, file)))
}

const readText = (folder: string, file: string) =>
  readFile(join(folder, file), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw readError(join(folder, file), cause)
  })

const hashText = (text: string) => createHash('sha256').update(text).digest('hex')

/** Counts the contents of a backup for messages. */
export const countContents = ({ tables, documents }: Pick<Manifest, 'tables' | 'documents'>) => ({
  tables: tables.length,
  rows: tables.reduce((sum, each) => sum + Number(each.rows), 0),
  documents: documents.count,
})
