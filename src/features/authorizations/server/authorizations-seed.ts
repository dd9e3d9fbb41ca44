import { z } from 'zod'
import { inMemoryCsv } from '#platform/server/csv/in-memory-csv.ts'
import { noRejects } from '#platform/server/csv/rejects.ts'
import { bypassTenantFilter } from '#platform/server/csv-import/import-lock.ts'
import { queryRow, queryRows, sql } from '#platform/server/database.ts'
import type { DatabaseContext } from '#platform/server/database-context.ts'
import { inImportSession } from '#platform/server/import-session.ts'
import type { SeedPart } from '#seed/seed-demo-data.ts'
import { importRows, type TableImport } from './import/import-rows.ts'
import { createItnImport } from './import/itn-file.ts'
import { lookupImport } from './import/lookup-file.ts'
import { demoItns, demoLookups, incidentForItn } from './itn-seed.ts'

/** Loads the pending bills of the demo data through the regular import. */
export const authorizationsPart: SeedPart = {
  name: 'pending authorizations',
  isEmpty: async (db) => {
    const run = await queryRow(db, z.object({}), sql`select from import_run where kind = 'itns' limit 1`)
    return run === undefined
  },
  async load(databaseContext, date) {
    const itns = demoItns(date, await listIncidents(databaseContext))
    await importDemoRows(databaseContext, lookupImport(false), 'lookups.csv', demoLookups)
    await importDemoRows(
      databaseContext,
      createItnImport(() => new Date(date)),
      'itns.csv',
      itns,
    )
    return `${itns.length} pending authorizations`
  },
}

async function importDemoRows(
  databaseContext: DatabaseContext,
  kind: TableImport,
  name: string,
  rows: Parameters<typeof inMemoryCsv>[1],
) {
  const request = { source: inMemoryCsv(name, rows), actor: 'portal', rejects: noRejects }
  const { rejected } = await importRows(databaseContext, kind, request)
  if (rejected > 0) throw new Error(`The import rejected ${rejected} rows of the demo file ${name}.`)
}

const listIncidents = (databaseContext: DatabaseContext) =>
  inImportSession(databaseContext, async ({ db }) => {
    await bypassTenantFilter(db)
    return queryRows(
      db,
      incidentForItn,
      sql`
      select i.client_code as client, i.incident_number as "incidentNumber", i.policy_number as policy,
             i.date_of_incident as day, p.last_name || ', ' || p.first_name as "patientName"
        from incident i
        join patient p using (client_code, patient_code)
       order by i.date_of_incident desc, i.incident_number`,
    )
  })
