import { hash } from 'node:crypto'
import { z } from 'zod'
import { type ClientScope, type Database, rowOf, sql, withScope } from '#platform/server/database.ts'

/** As what the ticket of a letter is kept: who has it here cannot use it. */
export const ticketHash = (ticket: string) => hash('sha256', ticket, 'buffer')

const issued = z.object({ number: z.string() })
const letter = z.object({ client: z.string(), pdf: z.instanceof(Uint8Array) })

/** The number of the letter that a person issued with a ticket; undefined where there is none of theirs. */
export async function numberIssued(db: Database, scope: ClientScope, ticket: string, userId: string) {
  const query = sql`
    select number from vob where ticket_hash = ${ticketHash(ticket)} and issued_by = ${userId}::uuid`
  return (await withScope(db, scope, (scoped) => rowOf(scoped, issued, query)))?.number
}

/** A letter as it was issued, for the person who issued it. */
export const letterOf = (scoped: Database, number: string, userId: string, signal: AbortSignal) =>
  rowOf(
    scoped,
    letter,
    sql`
    select client_code as client, pdf
      from vob
     where number = ${number}
       and issued_by = ${userId}::uuid`,
    { signal },
  )
