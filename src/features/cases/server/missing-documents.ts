import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { bypassTenantFilter } from '#platform/server/csv-import/import-lock.ts'
import { rowsOf, sql } from '#platform/server/database.ts'
import type { DatabaseContext } from '#platform/server/database-context.ts'
import { documentPath } from '#platform/server/document-store/document-store.ts'
import { inImportSession } from '#platform/server/import-session.ts'

/** Sample size: enough to detect a wrong DATA_DIR or a database restored without its documents. */
const sample = 100

/** Counts how many of a sample of documents in the database are missing from the data folder. Checks existence only. */
export async function missingDocuments(databaseContext: Pick<DatabaseContext, 'connect'>, dataDir: string) {
  const named = await inImportSession(databaseContext, async ({ db }) => {
    await bypassTenantFilter(db)
    return rowsOf(db, z.object({ sha256: z.string() }), sql`select sha256 from document_file limit ${sample}`)
  })
  const looks = named.map(({ sha256 }) => access(resolve(dataDir, documentPath(sha256))))
  const missing = (await Promise.allSettled(looks)).filter(({ status }) => status === 'rejected')
  return { lookedFor: named.length, missing: missing.length }
}
