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
}

/** Records who did what to whose rows. Call it in the transaction of the action it records. */
export async function audit(db: Database, event: AuditEvent) {
  await execute(db, auditEntry(event))
}

/** The insert statement, for use as part of a combined statement. */
export const auditEntry = (event: AuditEvent): Sql => sql`
    insert into audit_event (at, actor, action, subject, client_code, address, reference, detail)
    values (${now()}, ${event.actor}, ${event.action}, ${event.subject}, ${findOwner(event)},
            ${event.address ?? null}, ${event.reference ?? null}, ${toSqlJson(createDetail(event))})`

const findOwner = ({ clientCode, clientCodes = [] }: AuditEvent) =>
  clientCode ?? (clientCodes.length === 1 ? clientCodes[0] : null)

const createDetail = ({ clientCodes = [], detail }: AuditEvent) => ({
  ...detail,
  ...(clientCodes.length > 1 && { clients: clientCodes.join(',') }),
})
