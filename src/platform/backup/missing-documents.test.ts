import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { listDocumentHashes } from '#cases/server/incident-queries.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { type AddCommand, runCommand } from '#test-support/run-command.ts'
import { setUpS3Server } from '#test-support/s3-server.ts'
import { queryRows, sql } from '../db/database.ts'
import { documentPath } from '../pdf/document-service/document-storage.ts'
import { openDocumentStorage } from '../pdf/document-service/encryption/encrypted-storage.ts'
import { addMissingCommands, findDocuments, forgetRestored } from './missing-documents.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let sha256: string
const s3 = setUpS3Server()

beforeAll(async () => {
  portal = await openCasePortal()
  ;[sha256 = ''] = await portal.asOwner(listDocumentHashes)
})
afterAll(() => portal.close())
afterEach(() => {
  process.exitCode = undefined
})

const openFolder = () => openDocumentStorage(portal.config.DATA_DIR)
const find = (storage: Parameters<typeof findDocuments>[1]['storage'] = openFolder()) =>
  findDocuments(portal.databaseContext, { storage, namedDocuments: listDocumentHashes })

/** Takes the document away; the returned function puts it back. */
async function lose() {
  const path = join(portal.config.DATA_DIR, documentPath(sha256))
  await rename(path, `${path}.lost`)
  const restore = () => rename(`${path}.lost`, path).catch(() => {})
  onTestFinished(restore)
  return restore
}

const addCommands: AddCommand = (program, openAsIs) =>
  addMissingCommands(program.command('documents'), {
    openAsIs,
    openStorage: openFolder,
    namedDocuments: listDocumentHashes,
  })

async function run(...words: string[]) {
  const printed = await runCommand(portal, addCommands, ['documents', ...words])
  return { printed, code: process.exitCode }
}

const listAccepted = async () =>
  (
    await queryRows(
      portal.databaseContext.owner,
      z.object({ sha256: z.string() }),
      sql`select sha256 from missing_document`,
    )
  ).map((row) => row.sha256)

test('finds documents that are missing from a folder or a store, and none that are there', async () => {
  expect(await find()).toEqual({ named: [sha256], missing: [], accepted: [] })
  const store = openDocumentStorage(s3.folder, s3.server.options)
  expect(await find(store)).toEqual({ named: [sha256], missing: [sha256], accepted: [] })
  for (let other = 0; other < 3; other += 1)
    s3.server.objects.set(documentPath(String(other).repeat(64)), Buffer.from('%PDF'))
  s3.server.objects.set(documentPath(sha256), Buffer.from('%PDF'))
  expect(await find(store)).toEqual({ named: [sha256], missing: [], accepted: [] })
})

test('does not take a document for missing that is erased while the store is listed', async () => {
  const names = [[sha256], []]
  const storage = openDocumentStorage(s3.folder)
  const namedDocuments = async () => names.shift() ?? []
  const found = await findDocuments(portal.databaseContext, { storage, namedDocuments })
  expect(found).toMatchObject({ missing: [] })
})

test('takes no document for missing if the folder or the store cannot be listed', async () => {
  const store = openDocumentStorage(s3.folder, s3.server.options)
  s3.server.failNext(503, 503, 503)
  await expect(find(store)).rejects.toThrow('cannot be used (503)')
  await writeFile(join(s3.folder, 'documents'), 'a file')
  await expect(find(openDocumentStorage(s3.folder))).rejects.toThrow('documents cannot be read (ENOTDIR)')
})

test('accepts missing documents only with their number, and records each', async () => {
  await lose()
  const { printed, code } = await run('missing')
  expect(printed).toMatch(new RegExp(`^Missing from .* \\(1 of 1 document\\): ${sha256}\\. Restore`))
  expect(code).toBe(3)
  for (const wrong of ['2', '0', 'all', '-1'])
    await expect(run('accept-missing', wrong)).rejects.toThrow(/1 document is missing, not 2|invalid/)
  await expect(run('accept-missing')).rejects.toThrow('missing required argument')
  expect(await listAccepted()).toEqual([])
  process.exitCode = undefined
  expect((await run('accept-missing', '1')).printed).toContain('Accepted that 1 document is lost.')
  expect(await portal.lastAudited()).toMatchObject({ action: 'missing document accepted', subject: sha256 })
  expect(await find()).toEqual({ named: [sha256], missing: [], accepted: [sha256] })
  expect(await run('missing')).toEqual({
    printed: `Accepted as lost (1 document): ${sha256}.\n`,
    code: undefined,
  })
  await expect(run('accept-missing', '1')).rejects.toThrow('0 documents are missing, not 1')
})

test('a document that is back and lost again is missing again', async () => {
  const restore = await lose()
  if ((await listAccepted()).length === 0) await run('accept-missing', '1')
  await forgetRestored(portal.databaseContext.owner, await find())
  expect(await listAccepted()).toEqual([sha256])
  await restore()
  expect((await run('missing')).printed).toMatch(/^Every document that the database names \(1\) is in /)
  expect(await listAccepted()).toEqual([])
  await lose()
  expect(await find()).toMatchObject({ missing: [sha256], accepted: [] })
})
