import { hash } from 'node:crypto'
import { z } from 'zod'
import { audit } from '#platform/db/audit.ts'
import { type ClientScope, type Database, execute, queryRow, sql, withScope } from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'

const allocated = z.object({ last: z.int() })

/** Allocates the next number of a year. A number is never reused, even if no letter gets it. */
export async function allocateNumber(db: Database, year: string): Promise<string> {
  const row = await queryRow(
    db,
    allocated,
    sql`
    insert into vob_year as y (year, last_number) values (${year}::int, 1)
        on conflict (year) do update set last_number = y.last_number + 1
    returning last_number as last`,
  )
  return `VOB-${year}-${String(row?.last).padStart(6, '0')}`
}

type IssuedVob = {
  number: string
  issuedAt: Date
  networkCode: string
  providerHash: string
  providerName: string
  policyNumber: string
  patientName: string
  /** YYYY-MM-DD */
  dateOfService: string
  fields: Record<string, string>
  pdf: Uint8Array
}

export type Issuer = {
  scope: ClientScope
  clientCode: string
  userId: string
  address: string
  reference: string
  /** The ticket that requested the letter. */
  ticket: string
}

/** Stores an issued letter with its issuer and an audit entry. */
export async function saveVob(db: Database, vob: IssuedVob, issuer: Issuer) {
  const { number, issuedAt, providerHash, networkCode, pdf } = vob
  const { scope, clientCode, userId, address, reference, ticket } = issuer
  await withScope(db, scope, async (scoped) => {
    await execute(
      scoped,
      sql`
      insert into vob (number, client_code, issued_at, issued_by, network_code, provider_hash, provider_name,
                       policy_number, patient_name, date_of_service, fields, pdf, pdf_sha256, ticket_hash)
      values (${number}, ${clientCode}, ${issuedAt}, ${userId}::uuid, ${networkCode}, ${providerHash},
              ${vob.providerName}, ${vob.policyNumber}, ${vob.patientName}, ${vob.dateOfService}::date,
              ${toSqlJson(vob.fields)}, ${Buffer.from(pdf)}, ${hash('sha256', pdf, 'buffer')},
              ${ticketHash(ticket)})`,
    )
    await audit(scoped, {
      actor: userId,
      action: 'verification of benefits issued',
      subject: number,
      clientCode,
      address,
      reference,
      detail: { provider: providerHash, network: networkCode },
    })
  })
}

/** Hashes a letter's ticket for storage. The hash cannot be used as a ticket. */
const ticketHash = (ticket: string) => hash('sha256', ticket, 'buffer')

const issued = z.object({ number: z.string() })

/** Finds the number of the letter that a user issued with a ticket; undefined if there is none. */
export async function findIssuedNumber(db: Database, scope: ClientScope, ticket: string, userId: string) {
  const query = sql`
    select number from vob where ticket_hash = ${ticketHash(ticket)} and issued_by = ${userId}::uuid`
  return (await withScope(db, scope, (scoped) => queryRow(scoped, issued, query)))?.number
}
