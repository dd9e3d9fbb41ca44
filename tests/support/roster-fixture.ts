import { mkdtempSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { csvFile } from '#platform/import/csv-file.ts'
import { rejectsFile } from '#platform/import/rejects.ts'
import type { RosterImport } from '#provider-search/server/roster/import-options.ts'
import { importRoster } from '#provider-search/server/roster/import-roster.ts'
import { setUpDatabase } from './set-up-database.ts'

type Options = Partial<Omit<RosterImport, 'source' | 'rejects' | 'warnings' | 'actor'>>

const linesOf = async (path: string) =>
  (await readFile(path, 'utf8').catch(() => '')).split('\r\n').slice(1, -1)

/** A fixture for roster imports in tests: text in, imported and rejected rows out. */
export function createRosterFixture(database: { databaseContext: DatabaseContext }) {
  const folder = mkdtempSync(join(tmpdir(), 'rosters-'))
  let files = 0
  let networks = 0

  return {
    folder,
    /** Adds a network and returns its code, which is a new one unless given. */
    async addNetwork(code = `net${++networks}`) {
      await execute(
        database.databaseContext.owner,
        sql`insert into network (code, label, family) values (${code}, ${code}, 'domestic')`,
      )
      return code
    },
    /** Imports a text as a file. `rejects` and `warnings` are the lines of these files without the header. */
    async import(text: string | Buffer, options: Options = {}) {
      files += 1
      const path = join(folder, `roster-${files}.csv`)
      const paths = { rejects: `${path}.rejects.csv`, warnings: `${path}.warnings.csv` }
      await writeFile(path, text)
      const source = await csvFile(path)
      const rejects = await rejectsFile(paths.rejects, source.header)
      const warnings = await rejectsFile(paths.warnings, source.header)
      const result = await importRoster(database.databaseContext, {
        source,
        actor: 'test',
        rejects,
        warnings,
        ...options,
      })
      return { ...result, rejects: await linesOf(paths.rejects), warnings: await linesOf(paths.warnings) }
    },
    /** The providers of a network by id, as returned by a search that shows tax ids. */
    async providers(network: string) {
      const row = z.object({ json: z.string() })
      const query = sql`
        select provider_json || ',"tin":' || coalesce(to_json(tin)::text, 'null') || '}' as json
          from provider
         where network_code = ${network}
         order by roster_id`
      const rows = await queryRows(database.databaseContext.app, row, query)
      return rows.map(({ json }) => z.record(z.string(), z.unknown()).parse(JSON.parse(json)))
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Sets up a database and a roster fixture for the tests of a file. */
export function setUpRosterFixture() {
  const database = setUpDatabase()
  const fixture = createRosterFixture(database)
  afterAll(fixture.close)
  return { database, fixture }
}

export const rosterHeader =
  'id,name,tin,addressOne,addressTwo,city,state,zipcode,country,phone,fax,contact,providerType,specialty,network,latitude,longitude,preferred,hideVOB,vobMessage'
