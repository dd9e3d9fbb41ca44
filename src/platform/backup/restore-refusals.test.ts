import { createHash } from 'node:crypto'
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createBackupFixture, restoreInto } from '#test-support/backup-fixture.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { documentPath } from '../pdf/document-service/document-storage.ts'
import { type Manifest, openBackup } from './backup-folder.ts'
import { isEmptyDatabase } from './table-queries.ts'

let fixture: Awaited<ReturnType<typeof createBackupFixture>>
let place: Awaited<ReturnType<typeof fixture.openTarget>>
let whole: string

beforeAll(async () => {
  fixture = await createBackupFixture()
  place = await fixture.openTarget()
  whole = await fixture.backup('whole')
})
afterAll(async () => {
  await place.drop()
  await fixture.close()
})

/** A copy of the whole backup, to be damaged. */
async function copyOf(name: string) {
  const folder = join(fixture.root, name)
  await cp(whole, folder, { recursive: true })
  return folder
}

const tableIn = async (folder: string, table: string) => {
  const { manifest } = await openBackup(folder)
  return manifest.tables.find(({ name }) => name === table) ?? expect.unreachable(table)
}

async function flipByte(path: string) {
  const bytes = await readFile(path)
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(path, bytes)
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Changes a manifest together with its checksum, as only deliberate tampering does. */
async function rewriteManifest(folder: string, change: (manifest: Manifest) => void) {
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(await readFile(path, 'utf8'))
  change(manifest)
  const text = JSON.stringify(manifest)
  await writeFile(path, text)
  await writeFile(`${path}.sha256`, `${sha256(text)}  manifest.json\n`)
}

const damages: [string, string, (folder: string) => Promise<unknown>, RegExp][] = [
  ['a missing folder', 'none', (folder) => rm(folder, { recursive: true }), /Folder not found/],
  [
    'a folder without a manifest',
    'unfinished',
    (folder) => rm(join(folder, 'manifest.json')),
    /not a complete backup/,
  ],
  [
    'a flipped byte in the manifest',
    'manifest',
    (folder) => flipByte(join(folder, 'manifest.json')),
    /manifest\.json is damaged/,
  ],
  [
    'a manifest without its checksum',
    'sum',
    (folder) => rm(join(folder, 'manifest.json.sha256')),
    /manifest\.json\.sha256 is missing/,
  ],
  [
    'a flipped byte in a table',
    'table',
    async (folder) => flipByte(join(folder, (await tableIn(folder, 'patient')).file)),
    /-patient\.copy\.gz is damaged/,
  ],
  [
    'a truncated table',
    'truncated',
    async (folder) => truncate(join(folder, (await tableIn(folder, 'city')).file), 1000),
    /-city\.copy\.gz is damaged/,
  ],
  [
    'a missing table',
    'table-missing',
    async (folder) => rm(join(folder, (await tableIn(folder, 'note')).file)),
    /-note\.copy\.gz is missing/,
  ],
  [
    'a missing list of documents',
    'list',
    (folder) => rm(join(folder, 'documents.sha256')),
    /documents\.sha256 is missing/,
  ],
  [
    'a flipped byte in a document',
    'document',
    async (folder) => flipByte(await documentIn(folder)),
    /\.pdf is missing or damaged/,
  ],
  [
    'a missing document',
    'document-missing',
    async (folder) => rm(await documentIn(folder)),
    /\.pdf is missing or damaged/,
  ],
  [
    'a missing row although every file checksum matches',
    'row',
    (folder) => rewriteTable(folder, 'note', (rows) => rows.slice(1)),
    /note does not have the rows that the backup recorded/,
  ],
  [
    'a changed row although every file checksum matches',
    'changed',
    (folder) => rewriteTable(folder, 'bill', (rows) => rows.map((row) => row.replace('1250.5', '1250.6'))),
    /bill does not have the rows that the backup recorded/,
  ],
  [
    'a missing row that others refer to',
    'referred',
    (folder) => rewriteTable(folder, 'patient', () => []),
    /does not have the rows that the backup recorded/,
  ],
  [
    'the format of a newer portal',
    'format',
    (folder) => rewriteManifest(folder, (manifest) => Object.assign(manifest, { format: 2 })),
    /made by a newer version of the portal, in a format/,
  ],
  [
    'a migration of a newer portal',
    'newer',
    (folder) => rewriteManifest(folder, ({ migrations }) => migrations.push('9999_future')),
    /newer version of the portal: this version does not have its migration 9999_future/,
  ],
  [
    'a different list of migrations',
    'other',
    (folder) => rewriteManifest(folder, ({ migrations }) => migrations.splice(3, 1)),
    /with different migrations/,
  ],
  [
    'columns that the migrations do not create',
    'columns',
    (folder) => rewriteManifest(folder, ({ tables }) => tables[0]?.columns.push('more')),
    /does not have the columns/,
  ],
]

async function documentIn(folder: string) {
  const [document = ''] = (await openBackup(folder)).documents
  return join(folder, documentPath(document))
}

async function rewriteTable(folder: string, name: string, change: (rows: string[]) => string[]) {
  const { file } = await tableIn(folder, name)
  const path = join(folder, file)
  const rows = gunzipSync(await readFile(path))
    .toString()
    .split('\n')
    .slice(0, -1)
  const bytes = gzipSync(
    change(rows)
      .map((row) => `${row}\n`)
      .join(''),
  )
  await writeFile(path, bytes)
  await rewriteManifest(folder, ({ tables }) => {
    for (const table of tables) if (table.name === name) table.sha256 = sha256(bytes)
  })
}

describe('a restore', () => {
  test.each(damages)('rejects %s and leaves the database empty', async (_what, name, damage, sentence) => {
    const folder = await copyOf(name)
    await damage(folder)
    await expect(place.restore(folder)).rejects.toThrow(sentence)
    expect(await isEmptyDatabase(place.databaseContext.owner)).toBe(true)
  })

  test('rejects a database that is not empty', async () => {
    const used = await cloneDatabase(inject('testServer'))
    const restoring = restoreInto(used.databaseContext, join(fixture.root, 'unused'), whole)
    await expect(restoring).rejects.toThrow('The database is not empty')
    await used.drop()
  })

  test('rejects a data folder with other documents and leaves the database empty', async () => {
    const other = await fixture.openTarget()
    await other.storage.put(Buffer.from('%PDF another'))
    await expect(other.restore(whole)).rejects.toThrow('holds documents that this backup does not have')
    expect(await isEmptyDatabase(other.databaseContext.owner)).toBe(true)
    await other.drop()
  })

  test('completes after an earlier restore was killed while copying documents', async () => {
    const other = await fixture.openTarget()
    await other.storage.put(await readFile(await documentIn(whole)))
    await expect(other.restore(whole)).resolves.toEqual([])
    await other.drop()
  })
})
