import { hash } from 'node:crypto'
import { z } from 'zod'
import { type ClientScope, type Database, queryRow, sql, withScope } from '#platform/server/database.ts'

/** Hashes a letter's ticket for storage. The hash cannot be used as a ticket. */
export const ticketHash = (ticket: string) => hash('sha256', ticket, 'buffer')

const issued = z.object({ number: z.string() })
const letter = z.object({ client: z.string(), pdf: z.instanceof(Uint8Array) })

/** Finds the number of the letter that a user issued with a ticket; undefined if there is none. */
export async function findIssuedNumber(db: Database, scope: ClientScope, ticket: string, userId: string) {
  const query = sql`
    select number from vob where ticket_hash = ${ticketHash(ticket)} and issued_by = ${userId}::uuid`
  return (await withScope(db, scope, (scoped) => queryRow(scoped, issued, query)))?.number
}

/** Finds an issued letter, if this user issued it. */
export const findLetter = (scoped: Database, number: string, userId: string, signal: AbortSignal) =>
  queryRow(
    scoped,
    letter,
    sql`
    select client_code as client, pdf
      from vob
     where number = ${number}
       and issued_by = ${userId}::uuid`,
    { signal },
  )
