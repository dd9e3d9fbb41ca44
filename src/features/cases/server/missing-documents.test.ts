import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDocumentStorage } from '#platform/pdf/document-store/encryption/encrypted-storage.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { countMissingDocuments } from './incident-queries.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>

beforeAll(async () => {
  portal = await openCasePortal()
})
afterAll(() => portal.close())

test('counts the documents that are missing from the data folder', async () => {
  const elsewhere = join(tmpdir(), 'portal-without-documents')
  expect(await countMissingDocuments(portal.databaseContext, openDocumentStorage(elsewhere))).toEqual({
    checked: 1,
    missing: 1,
  })
})

test('counts no missing documents when the data folder contains them all', async () => {
  expect(
    await countMissingDocuments(portal.databaseContext, openDocumentStorage(portal.config.DATA_DIR)),
  ).toEqual({
    checked: 1,
    missing: 0,
  })
})
