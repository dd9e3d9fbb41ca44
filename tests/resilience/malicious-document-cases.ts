import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'

/** Finds incidents of ALP1 that have records and a file. */
export async function findIncidentsWithRecords({ owner }: DatabaseContext, count: number): Promise<string[]> {
  const found = await inTransaction(owner, async (db) => {
    await execute(db, everyClient)
    return queryRows(
      db,
      z.object({ number: z.string() }),
      sql`
      select distinct incident_number as number from medical_record join document_file using (incident_number)
       where medical_record.client_code = 'ALP1' order by 1 limit ${count}`,
    )
  })
  return found.map(({ number }) => number)
}

const everyClient = sql`select set_config('portal.every_client', 'yes', true)`

/** Replaces an incident's file, as an import before the limits existed would have. */
export async function replaceFile(
  { owner }: DatabaseContext,
  dataDir: string,
  {
    incident,
    bytes,
    pages,
    lastPage = 1,
  }: { incident: string; bytes: Buffer; pages: number; lastPage?: number },
) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  mkdirSync(join(dataDir, 'documents', sha256.slice(0, 2)), { recursive: true })
  writeFileSync(join(dataDir, 'documents', sha256.slice(0, 2), `${sha256.slice(2)}.pdf`), bytes)
  await inTransaction(owner, async (db) => {
    await execute(db, everyClient)
    await execute(
      db,
      sql`
      update document_file set sha256 = ${sha256}, pages = ${pages} where incident_number = ${incident}`,
    )
    await execute(
      db,
      sql`
      delete from medical_record where incident_number = ${incident}
         and id <> (select min(id) from medical_record where incident_number = ${incident})`,
    )
    await execute(
      db,
      sql`
      update medical_record set page_start = 1, page_end = ${lastPage} where incident_number = ${incident}`,
    )
  })
}

/** Replaces the bills of an incident with one for each page. */
export async function addBills({ owner }: DatabaseContext, incident: string, count: number) {
  await inTransaction(owner, async (db) => {
    await execute(db, everyClient)
    await execute(db, sql`delete from bill where incident_number = ${incident}`)
    await execute(
      db,
      sql`
      insert into bill (client_code, itn, incident_number, provider_name, service_from, service_to, currency,
                        total_charges, repriced_amount, processed_on, payment_status, image_page_start, image_page_end)
      select 'ALP1', 'HOSTILE-' || page, ${incident}, 'Clinic', '2026-05-01', '2026-05-01', 'USD', 100, 90,
             '2026-05-30', 'Paid', page, page
        from generate_series(1, ${count}) page`,
    )
  })
}
