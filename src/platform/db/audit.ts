import { now } from '../contract/clock.ts'
import { type Database, execute, type Sql, sql } from './database.ts'
import { toSqlJson } from './sql-values.ts'

export type AuditEvent = {
  actor: string
  action: string
  subject: string
  clientCode?: string
  /**
   * The client codes, if there may be several. A single one is stored like `clientCode`; several are stored
   * in the detail.
   */
  clientCodes?: readonly string[]
  address?: string
  reference?: string
  detail?: Record<string, string | number | boolean | null>
  /** What a read showed besides its subject: incidents, ITNs, letters, or "CLIENT PATIENT" without an incident. */
  shown?: readonly string[]
}

/** The most rows that an entry names. One with more names the first ones, and "*CLIENT" for all rows of each code. */
export const maxShown = 1000

/** Records who did what to whose rows. Call it in the transaction of the action it records. */
export async function audit(db: Database, event: AuditEvent) {
  await execute(db, auditEntry(event))
}

const maxPerStatement = 1000

/** Records events that each have their own subject and detail, a thousand per statement. */
export async function auditMany(db: Database, events: readonly Omit<AuditEvent, 'shown'>[]) {
  for (let from = 0; from < events.length; from += maxPerStatement) {
    const rows = events.slice(from, from + maxPerStatement).map(
      (event) =>
        sql`(${now()}::timestamptz, ${event.actor}, ${event.action}, ${event.subject}, ${findOwner(event)},
               ${event.address ?? null}, ${event.reference ?? null}, ${toSqlJson(createDetail(event))}::jsonb)`,
    )
    await execute(
      db,
      sql`
      insert into audit_event (at, actor, action, subject, client_code, address, reference, detail)
      values ${sql.join(rows)}`,
    )
  }
}

/**
 * The insert statement, for use as part of a combined statement. It names `shown` only if there is something to store:
 * a backup of a database that has not been migrated yet leaves an entry, too.
 */
export function auditEntry(event: AuditEvent): Sql {
  const shown = listShown(event)
  return sql`
    insert into audit_event (at, actor, action, subject, client_code, address, reference, detail
                             ${shown ? sql`, shown` : sql``})
    values (${now()}, ${event.actor}, ${event.action}, ${event.subject}, ${findOwner(event)},
            ${event.address ?? null}, ${event.reference ?? null}, ${toSqlJson(createDetail(event))}
            ${shown ? sql`, ${shown}::text[]` : sql``})`
}

const findOwner = ({ clientCode, clientCodes = [] }: AuditEvent) =>
  clientCode ?? (clientCodes.length === 1 ? clientCodes[0] : null)

function listShown({ shown = [], clientCode, clientCodes = [] }: AuditEvent) {
  if (shown.length === 0) return undefined
  const distinct = [...new Set(shown)]
  if (distinct.length <= maxShown) return distinct
  const codes = clientCode === undefined ? clientCodes : [clientCode]
  return [...distinct.slice(0, maxShown), ...nameAllRows(codes)]
}

/** What an entry shows if any row of some client codes may have been shown. */
export const nameAllRows = (codes: readonly string[]): string[] => codes.map((code) => `*${code}`)

const createDetail = ({ clientCodes = [], detail }: AuditEvent) => ({
  ...detail,
  ...(clientCodes.length > 1 && { clients: clientCodes.join(',') }),
})
