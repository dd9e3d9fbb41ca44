import { z } from 'zod'
import { queryRow, sql } from '#platform/db/database.ts'
import { inMemoryCsv } from '#platform/import/csv-file.ts'
import type { DocumentStore } from '#platform/pdf/document-store/document-store.ts'
import type { SeedPart } from '#seed/seed-demo-data.ts'
import { demoRows } from './case-rows-seed.ts'
import { demoDocument, demoFileCount } from './documents-seed.ts'
import { importCases } from './import/import-cases.ts'

/** Loads the demo patients and their cases through the regular import. */
export const casesPart = (store: DocumentStore): SeedPart => ({
  name: 'cases',
  isEmpty: async (db) => {
    const finished = sql`select from import_run where kind = 'cases' and finished_at is not null limit 1`
    return (await queryRow(db, z.object({}), finished)) === undefined
  },
  async load(databaseContext, date) {
    const files = await Promise.all(
      Array.from({ length: demoFileCount }, (_, number) => demoDocument(number)),
    )
    const { rows, fileOf } = demoRows(date, files)
    const csv = Object.entries(rows).map(([name, made]) => [`${name}.csv`, inMemoryCsv(`${name}.csv`, made)])
    const documents = Array.from(fileOf, ([number, { bytes }]) => ({
      name: `${number}.pdf`,
      read: async () => bytes,
    }))
    const folder = { name: 'demo data', files: Object.fromEntries(csv), documents }
    const results = await importCases(databaseContext, { folder, store, actor: 'portal' })
    const rejected = results.filter((result) => result.rejected > 0)
    if (rejected.length > 0)
      throw new Error(`The import rejected rows of the demo data: ${JSON.stringify(rejected)}`)
    return `${rows.patients.length} patients with ${rows.incidents.length} incidents`
  },
})
