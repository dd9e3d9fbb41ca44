import { z } from 'zod'
import { csvLine } from '../contract/csv-line.ts'
import { type Database, queryRows, sql } from '../db/database.ts'

const entry = z.object({
  id: z.number(),
  at: z.date(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  clientCode: z.string().nullable(),
  address: z.string().nullable(),
  reference: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
type Entry = z.infer<typeof entry>

export type AuditSpan = {
  /** The first and last day, both inclusive: YYYY-MM-DD in the time zone. */
  from: string
  to: string
  timeZone: string
}
export const auditFormats = ['csv', 'ndjson'] as const
export type AuditFormat = (typeof auditFormats)[number]

const pageRows = 5000
const columns = ['at', 'actor', 'action', 'subject', 'clientCode', 'address', 'reference', 'detail'] as const

/** The audit entries for a range of days, oldest first, as file text in batches of thousands. */
export async function* exportAudit(
  db: Database,
  span: AuditSpan,
  format: AuditFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(columns)
  for await (const entries of readPages(db, span))
    yield entries.map(format === 'csv' ? asCsv : asJson).join('')
}

async function* readPages(db: Database, { from, to, timeZone }: AuditSpan): AsyncGenerator<Entry[]> {
  let after = 0
  for (let full = true; full; ) {
    const entries = await queryRows(
      db,
      entry,
      sql`
      select id, at, actor, action, subject, client_code as "clientCode", address, reference, detail
        from audit_event
       where id > ${after}
         and at >= ${from}::date::timestamp at time zone ${timeZone}
         and at < (${to}::date + 1)::timestamp at time zone ${timeZone}
       order by id
       limit ${pageRows}`,
    )
    after = entries.at(-1)?.id ?? after
    full = entries.length === pageRows
    yield entries
  }
}

const asJson = ({ id: _, at, ...rest }: Entry) => `${JSON.stringify({ at: at.toISOString(), ...rest })}\n`

const asCsv = (each: Entry) =>
  csvLine([
    each.at.toISOString(),
    each.actor,
    each.action,
    each.subject,
    each.clientCode,
    each.address,
    each.reference,
    JSON.stringify(each.detail),
  ])
