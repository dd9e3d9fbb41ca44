import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findNewestNotes } from '#cases/server/note-queries.ts'
import { createBackupFixture } from '#test-support/backup-fixture.ts'
import { useKeys } from '#test-support/column-fixture.ts'
import { bypassTenantFilter } from '../db/bypass-tenant-filter.ts'
import { encryptColumns } from '../db/column-encryption/column-encryption-worker.ts'
import { findMissingKeys } from '../db/column-encryption/column-key-queries.ts'
import { ColumnKeyMissingError } from '../db/column-encryption/column-texts.ts'
import { inTransaction } from '../db/database.ts'
import type { DatabaseContext } from '../db/database-context.ts'
import { addDocumentKey } from '../pdf/document-service/encryption/document-keys.ts'

let fixture: Awaited<ReturnType<typeof createBackupFixture>>
let keysFile: string
beforeAll(async () => {
  fixture = await createBackupFixture()
  keysFile = join(fixture.root, 'keys')
  await addDocumentKey(keysFile)
  const { databaseContext } = fixture.portal
  await useKeys(databaseContext, keysFile)
  await encryptColumns(databaseContext.owner)
})
afterAll(() => fixture.close())

const readNotes = ({ owner }: DatabaseContext) =>
  inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    return findNewestNotes(db, '24000000017', 10)
  })

test('a backup contains encrypted columns as stored, and they can be read after a restore only with the key', async () => {
  const folder = await fixture.backup('encrypted')
  for (const name of await readdir(folder, { recursive: true }))
    if (name.endsWith('.gz'))
      expect(String(gunzipSync(await readFile(join(folder, name)))), name).not.toContain('Called the clinic.')
  const place = await fixture.openTarget()
  await place.restore(folder)
  await useKeys(place.databaseContext, undefined, false)
  expect(await findMissingKeys(place.databaseContext.owner)).toHaveLength(1)
  await expect(readNotes(place.databaseContext)).rejects.toThrow(ColumnKeyMissingError)
  await useKeys(place.databaseContext, keysFile)
  expect(await findMissingKeys(place.databaseContext.owner)).toEqual([])
  expect((await readNotes(place.databaseContext)).map(({ noteText }) => noteText)).toContain(
    'Called the clinic.',
  )
  await place.drop()
})
