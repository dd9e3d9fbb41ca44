import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Duplex, PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { isDatabaseLost } from '../db/database-errors.ts'
import { documentPath } from '../pdf/document-service/document-storage.ts'
import { syncFolder } from '../pdf/document-service/folder-storage.ts'
import { messages } from './backup-messages.ts'

/**
 * Writes a folder that gets its name only when it is complete and synced to disk; until then, it is named
 * `FOLDER.unfinished`. A failure or interruption removes it; only a kill leaves it behind under that name.
 */
export async function withNewFolder<T>(path: string, work: (unfinished: string) => Promise<T>): Promise<T> {
  const folder = resolve(path)
  if (existsSync(folder)) throw new Error(messages.folderExists(folder))
  const unfinished = `${folder}.unfinished`
  await mkdir(unfinished, { mode: 0o700 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EEXIST') throw new Error(messages.unfinishedExists(unfinished), { cause })
    throw writeError(folder, cause)
  })
  const remove = () => rmSync(unfinished, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    const result = await work(unfinished)
    await syncFolder(unfinished)
    await rename(unfinished, folder)
    await syncFolder(dirname(folder))
    return result
  } catch (error) {
    remove()
    throw writeError(folder, error)
  } finally {
    process.off('exit', remove)
  }
}

/** Writes a file that only its owner can read, and syncs it to disk. */
export const writePrivate = (path: string, content: string | Uint8Array) =>
  writeFile(path, content, { mode: 0o600, flag: 'wx', flush: true })

export async function makePrivateFolder(path: string) {
  await mkdir(path, { mode: 0o700 })
}

/** Streams a new file like `writePrivate`, through `stage` such as a compression. Returns the SHA-256 of what is written. */
export async function writeHashed(
  path: string,
  source: Readable | AsyncIterable<string>,
  stage: Duplex = new PassThrough(),
): Promise<string> {
  const hash = createHash('sha256')
  async function* hashing(chunks: AsyncIterable<Buffer | string>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  const output = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(source, stage, hashing, output)
  return hash.digest('hex')
}

/** The SHA-256 of a backup file. Throws a readable error if the file is missing or unreadable. */
async function hashFile(folder: string, file: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(join(folder, file))) hash.update(chunk)
  } catch (cause) {
    throw readError(join(folder, file), cause as NodeJS.ErrnoException)
  }
  return hash.digest('hex')
}

function readError(path: string, cause: NodeJS.ErrnoException): Error {
  const { code = cause.name } = cause
  return new Error(code === 'ENOENT' ? messages.missing(path) : messages.unreadable(path, code), { cause })
}

/** Turns file system errors into readable errors and passes on all others. */
function writeError(folder: string, error: unknown): unknown {
  const { syscall, code } = error as NodeJS.ErrnoException
  if (!syscall || !code || isDatabaseLost(error)) return error
  return new Error(messages.unwritable(folder, code), { cause: error })
}

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

/** Lists the backups in a folder: the newest complete one, and the names of unfinished ones. Verifies no tables. */
export async function listBackups(parent: string) {
  const entries = await readdir(parent, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const unfinished = folders.filter((name) => name.endsWith('.unfinished'))
  const complete = folders
    .filter((name) => !unfinished.includes(name) && existsSync(join(parent, name, manifestFile)))
    .map((name) => join(parent, name))
  const made = await Promise.all(
    complete.map(async (path) => ({ path, madeAt: new Date((await readManifest(path)).madeAt) })),
  )
  const newest = made.toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime())[0]
  return { newest, unfinished }
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
