import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { storeContent } from '#clients/server/content-store.ts'
import { queryRow, sql } from '#platform/db/database.ts'
import type { CsvSource } from '#platform/import/csv-file.ts'
import type { CsvRecord } from '#platform/import/csv-records.ts'
import type { SeedPart } from '#seed/seed-demo-data.ts'
import { importRoster } from './roster/import-roster.ts'
import { type Column, columns } from './roster/roster-columns.ts'
import { type DemoProvider, demoProviders } from './seed/providers-seed.ts'

const folder = new URL('../introductions/', import.meta.url)

/** Demo content: an introduction for each standard search. */
const demoIntroductions: SeedPart = {
  name: 'introductions',
  isEmpty: async (db) => !(await queryRow(db, z.object({}), sql`select from content limit 1`)),
  load: async ({ owner }) => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.html')).sort()
    for (const file of files) {
      const html = await readFile(new URL(file, folder), 'utf8')
      await storeContent(owner, `search/${file.replace('.html', '')}`, html, {
        actor: 'portal',
        videoHosts: [],
      })
    }
    return `${files.length} introductions`
  },
}

const demoRoster: SeedPart = {
  name: 'providers',
  isEmpty: async (db) => !(await queryRow(db, z.object({}), sql`select from provider limit 1`)),
  load: async (databaseContext) => {
    const providers = await demoProviders(databaseContext.owner)
    const source = createRoster('demonstration', () => providers().map(asText))
    const { outcome, read, rejected } = await importRoster(databaseContext, {
      source,
      actor: 'portal',
      strict: true,
    })
    if (outcome === 'refused') throw new Error(`The importer rejected ${rejected} demo providers.`)
    return `${read.toLocaleString('en-US')} providers`
  },
}

/** The parts of the demo data for the provider search. */
export const providerSearchParts: readonly SeedPart[] = [demoIntroductions, demoRoster]

function asText(provider: DemoProvider): Record<keyof DemoProvider, string> {
  const cells = Object.entries(provider).map(([column, value]) => [
    column,
    value === null ? '' : String(value),
  ])
  return Object.fromEntries(cells)
}

/** A generated row; null and missing values become empty cells. */
export type RowValues = { [Name in Column]?: string | number | boolean | null }

/** Creates a roster from generated rows; `rows` is called again each time the roster is read. */
export function createRoster(name: string, rows: () => Iterable<RowValues>): CsvSource {
  return {
    name,
    header: [...columns],
    delimiter: ',',
    progress: () => 0,
    async *read() {
      let line = 0
      let batch: CsvRecord[] = []
      for (const row of rows()) {
        line += 1
        batch.push({ line, fields: columns.map((column) => String(row[column] ?? '')) })
        if (batch.length === 1000) {
          yield batch
          batch = []
        }
      }
      yield batch
    },
  }
}
