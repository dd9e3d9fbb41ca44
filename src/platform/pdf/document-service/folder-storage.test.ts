import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { DocumentStorage } from './document-storage.ts'
import { openFolderStorage } from './folder-storage.ts'
import { removeLeftovers } from './temporary-files.ts'

const bytes = Buffer.from('%PDF of a case')
let folder: string
let storage: DocumentStorage

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'))
  storage = openFolderStorage(folder)
  onTestFinished(() => rm(folder, { recursive: true }))
})

const pathOf = (sha256: string) => join(folder, 'documents', sha256.slice(0, 2), `${sha256.slice(2)}.pdf`)

const contentOf = async (sha256: string) => readFile((await storage.open(sha256)).path ?? '', 'utf8')

test('lets no one else enter the folders of the documents', async () => {
  const sha256 = await storage.put(bytes)
  for (const path of [join(folder, 'documents'), dirname(pathOf(sha256))])
    expect((await stat(path)).mode & 0o777).toBe(0o700)
})

test('reports a missing document', async () => {
  await expect(storage.open('0'.repeat(64))).rejects.toMatchObject({
    fault: 'DocumentMissing',
    code: '0'.repeat(64),
  })
})

test.each([
  ['overwritten', (path: string) => writeFile(path, '%PDF of a cafe')],
  ['cut off', (path: string) => truncate(path, 5)],
  ['emptied', (path: string) => truncate(path, 0)],
])(
  'never serves a document that was %s, even if it was intact when it was last opened',
  async (_fault, spoil) => {
    const sha256 = await storage.put(bytes)
    expect(await contentOf(sha256)).toBe('%PDF of a case')
    await spoil(pathOf(sha256))
    await expect(storage.open(sha256)).rejects.toMatchObject({ fault: 'DocumentDamaged', code: sha256 })
  },
)

test.each([
  ['cut off', (path: string) => truncate(path, 5)],
  ['overwritten', (path: string) => writeFile(path, '%PDF of a cafe')],
])('repairs a document that was %s when it is stored again', async (_fault, spoil) => {
  const sha256 = await storage.put(bytes)
  await spoil(pathOf(sha256))
  await storage.put(bytes)
  expect(await contentOf(sha256)).toBe('%PDF of a case')
})

test('does not read a device file in place of a document and repairs it when stored again', async () => {
  const sha256 = await storage.put(bytes)
  await rm(pathOf(sha256))
  await symlink('/dev/zero', pathOf(sha256))
  await expect(storage.open(sha256)).rejects.toMatchObject({ fault: 'DocumentUnreadable' })
  await storage.put(bytes)
  expect(await contentOf(sha256)).toBe('%PDF of a case')
})

test('stores the same document once and leaves no temporary file', async () => {
  const sha256 = await storage.put(bytes)
  expect(await storage.put(Buffer.from(bytes))).toBe(sha256)
  expect(await readdir(join(folder, 'documents', sha256.slice(0, 2)))).toEqual([`${sha256.slice(2)}.pdf`])
})

test('removes old leftovers of killed processes but no document', async () => {
  const sha256 = await storage.put(bytes)
  const place = join('documents', sha256.slice(0, 2))
  const document = join(place, `${sha256.slice(2)}.pdf`)
  const [old, young] = [join(place, 'old.unfinished'), join(place, 'young.unfinished')]
  const [oldExtract, youngExtract] = [join('extracts', 'old.pdf'), join('extracts', 'young.pdf')]
  await mkdir(join(folder, 'extracts'))
  for (const path of [old, young, oldExtract, youngExtract]) await writeFile(join(folder, path), bytes)
  for (const path of [document, old, oldExtract]) await utimes(join(folder, path), 0, 0)
  await removeLeftovers(folder, new AbortController().signal)
  const left = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = left.filter((entry) => entry.isFile()).map(({ name }) => name)
  expect(files.sort()).toEqual([`${sha256.slice(2)}.pdf`, 'young.pdf', 'young.unfinished'].sort())
})

test('finds nothing to remove in a data folder without documents', async () => {
  await removeLeftovers(join(folder, 'none'), new AbortController().signal)
})

test('names the file when a document cannot be written', async () => {
  const sha256 = await storage.put(bytes)
  await rm(pathOf(sha256))
  await mkdir(pathOf(sha256))
  await expect(storage.put(bytes)).rejects.toThrow(`Cannot write ${pathOf(sha256)} (EISDIR).`)
  expect(await readdir(join(folder, 'documents', sha256.slice(0, 2)))).toEqual([`${sha256.slice(2)}.pdf`])
})
