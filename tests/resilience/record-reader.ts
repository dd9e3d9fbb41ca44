import { createHash } from 'node:crypto'
import { z } from 'zod'
import { openMedicalRecord } from '#cases/contract.ts'
import { readConfig } from '#platform/config/settings.ts'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { createStaffClient } from './portal-staff.ts'
import type { PortalInstance } from './restore-portal.ts'

const recordCount = 12

export type Pages = { number: string; first: number; last: number; sha256: string }
/** A response to a request for pages: its status, and the hash of the PDF. */
export type Opened = { status: number; hash: string; retryAfter: string | null; ms: number }
export type Reader = Awaited<ReturnType<typeof createStaffClient>>

export async function openRecord(reader: Reader, { number, first, last }: Pages): Promise<Opened> {
  const began = performance.now()
  const fields = { IncidentNumber: number, PageStartNumber: `${first}`, PageEndNumber: `${last}` }
  const answer = await reader.open(openMedicalRecord.path, fields)
  const bytes = Buffer.from(await answer.arrayBuffer().catch(() => new ArrayBuffer(0)))
  const hash = createHash('sha256').update(bytes).digest('hex')
  return {
    status: answer.status,
    hash,
    retryAfter: answer.headers.get('retry-after'),
    ms: performance.now() - began,
  }
}

export async function withReader<T>(
  { env, port }: PortalInstance,
  work: (reader: Reader, records: Pages[]) => Promise<T>,
): Promise<T> {
  const database = await openDatabaseContext(readConfig(env), 'command', () => {})
  try {
    return await work(
      await createStaffClient(database.app, `http://127.0.0.1:${port}`, 'Ada'),
      await listRecords(database),
    )
  } finally {
    await database.close()
  }
}

const record = z.object({ number: z.string(), first: z.number(), last: z.number(), sha256: z.string() })

/** Records of different documents. */
const listRecords = ({ owner }: DatabaseContext) =>
  inTransaction(owner, async (db) => {
    await bypassTenantFilter(db)
    return queryRows(
      db,
      record,
      sql`
      select distinct on (sha256) incident_number as number, page_start as first, page_end as last, sha256
        from medical_record join document_file using (incident_number)
       where medical_record.client_code like 'ALP%'
       order by sha256, id
       limit ${recordCount}`,
    )
  })

export async function openAll(reader: Reader, records: readonly Pages[]): Promise<Opened[]> {
  const opened: Opened[] = []
  for (const each of records) opened.push(await openRecord(reader, each))
  return opened
}

export const haveSameBytes = (found: readonly Opened[], expected: readonly Opened[]) =>
  found.map(({ hash }) => hash).join() === expected.map(({ hash }) => hash).join()
