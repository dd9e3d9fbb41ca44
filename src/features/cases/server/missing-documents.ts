import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { type DatabaseContext, inImportSession } from '#platform/db/database-context.ts'
import { bypassTenantFilter } from '#platform/import/import-lock.ts'
import { documentPath } from '#platform/pdf/document-store/document-store.ts'

/** Enough to detect a wrong DATA_DIR or a database restored without its documents. */
const sampleSize = 100

/** Counts how many of a sample of documents are missing from the data folder. Checks only that the files exist. */
export async function countMissingDocuments(
  databaseContext: Pick<DatabaseContext, 'connect'>,
  dataDir: string,
) {
  const documents = await inImportSession(databaseContext, async ({ db }) => {
    await bypassTenantFilter(db)
    return queryRows(
      db,
      z.object({ sha256: z.string() }),
      sql`select sha256 from document_file limit ${sampleSize}`,
    )
  })
  const checks = documents.map(({ sha256 }) => access(resolve(dataDir, documentPath(sha256))))
  const missing = (await Promise.allSettled(checks)).filter(({ status }) => status === 'rejected')
  return { checked: documents.length, missing: missing.length }
}
