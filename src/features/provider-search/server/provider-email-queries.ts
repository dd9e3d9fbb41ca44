import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, queryRow, queryRows, sql } from '#platform/server/database.ts'
import { toSqlJson } from '#platform/server/sql-json.ts'
import { provider } from '../contract.ts'
import type { Definition } from './definitions.ts'

const minute = 60_000
const day = 24 * 60 * minute

const listed = z.object({ provider: provider.omit({ distance: true, tin: true }) })

/** The networks' providers with these hashes, in the order of the hashes. */
export async function listProviders(db: Database, networks: Definition['networks'], hashes: string[]) {
  const labels = toSqlJson(Object.fromEntries(networks.map(({ code, label }) => [code, label])))
  const rows = await queryRows(
    db,
    listed,
    sql`
    select (answer || '}')::jsonb || jsonb_build_object('network', ${labels}::jsonb ->> network_code) as provider
      from provider
     where hash = any(${hashes}::text[])
       and network_code = any(${networks.map(({ code }) => code)}::text[])
       and not hidden
     order by array_position(${hashes}::text[], hash)`,
  )
  return rows.map((row) => row.provider)
}

/** The stored record of an email: enough to count it and to recognize a repeated request. */
export type SentEmail = {
  definitionKey: string
  visitor: string
  recipientHash: Buffer
  requestHash: Buffer
  providers: number
}

const counts = z.object({
  sameRequest: z.number(),
  recipient: z.number(),
  visitor: z.number(),
  all: z.number(),
})

/**
 * Counts the emails of the last day and the repeats of this request within the last minute. Takes a lock, so
 * that concurrent requests wait.
 */
export async function countEmails(db: Database, { recipientHash, requestHash, visitor }: SentEmail) {
  await execute(db, sql`select pg_advisory_xact_lock(hashtext('provider_email'))`)
  const [lastMinute, lastDay] = [new Date(now().getTime() - minute), new Date(now().getTime() - day)]
  const row = await queryRow(
    db,
    counts,
    sql`
    select count(*) filter (where request_hash = ${requestHash} and made_at > ${lastMinute}) as "sameRequest",
           count(*) filter (where recipient_hash = ${recipientHash})                     as recipient,
           count(*) filter (where visitor = ${visitor})                                  as visitor,
           count(*)                                                                      as "all"
      from provider_email
     where made_at > ${lastDay}`,
  )
  return row ?? { sameRequest: 0, recipient: 0, visitor: 0, all: 0 }
}

/** Records an email and deletes records older than a day. */
export async function recordEmail(db: Database, email: SentEmail) {
  const { definitionKey, visitor, recipientHash, requestHash, providers } = email
  await execute(db, sql`delete from provider_email where made_at <= ${new Date(now().getTime() - day)}`)
  await execute(
    db,
    sql`
    insert into provider_email (definition_key, visitor, recipient_hash, request_hash, providers, made_at)
    values (${definitionKey}, ${visitor}, ${recipientHash}, ${requestHash}, ${providers}, ${now()})`,
  )
}
