import { hash } from 'node:crypto'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, queryRow, type Sql, sql } from '#platform/db/database.ts'

/** How long a page gets only changes, before it gets the whole list again, with what other tables say about its bills. */
const wholeListMs = 15 * 60_000

/**
 * The version of a list says which bills it has, when it was last read whole, and in which snapshot of the database. That
 * of a list that lacks some of the bills begins with "cut".
 */
export type Version = {
  /** The client codes and the run of the database: another one could count its transactions from the start. */
  list: string
  wholeAt: number
  snapshot: string
  isCut: boolean
}

const sentVersion =
  /^(?<cut>cut )?(?<list>[0-9a-f]{16}) (?<wholeAt>\d{1,15}) (?<snapshot>\d+:(?<end>\d+):[\d,]*)$/

const database = z.object({ run: z.string(), hadSnapshot: z.boolean() })

/** Which list a request is about, and what the page already has of it, if changes can bring that up to date. */
export type RequestedList = { list: string; base: Version | undefined }

/** Reads the version that a page sent for a list with some client codes. Treats any other text as no version. */
export async function readSentVersion(
  db: Database,
  codes: readonly string[],
  sent: string | undefined,
): Promise<RequestedList> {
  const parts = sentVersion.exec(sent ?? '')?.groups
  const snapshot = parts?.snapshot ?? ''
  const found = await queryRow(
    db,
    database,
    sql`
    select concat_ws(' ', (select oid from pg_database where datname = current_database()),
                     extract(epoch from pg_postmaster_start_time())) as run,
           pg_input_is_valid(${snapshot}, 'pg_snapshot')
             and ${parts?.end ?? '0'}::numeric <= pg_snapshot_xmax(pg_current_snapshot())::text::numeric as "hadSnapshot"`,
  )
  const list = hash('sha256', [found?.run, ...codes.toSorted()].join(',')).slice(0, 16)
  const wholeAt = Number(parts?.wholeAt)
  const isCurrent = parts?.list === list && Math.abs(now().getTime() - wholeAt) <= wholeListMs
  return {
    list,
    base:
      isCurrent && found?.hadSnapshot
        ? { list, wholeAt, snapshot, isCut: parts?.cut !== undefined }
        : undefined,
  }
}

/** The version of a list that was read in a snapshot: whole, or the changes since `base`. */
export const createVersion = (
  { list }: RequestedList,
  snapshot: string,
  { wholeAt = now().getTime(), isCut = false }: Partial<Version> = {},
) => `${isCut ? 'cut ' : ''}${list} ${wholeAt} ${snapshot}`

/**
 * Whether a bill was written by a transaction that the snapshot of a version does not see. The trigger
 * `authorization_request_notes_change` notes the last transaction in `changed_in`. A transaction ID from the future belongs to
 * the database that the bill was restored from.
 */
export const changedSinceCondition = (changedIn: Sql, { snapshot }: Version): Sql => sql`
  (${changedIn} >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
   and ${changedIn} < pg_snapshot_xmax(pg_current_snapshot())
   and not pg_visible_in_snapshot(${changedIn}, ${snapshot}::pg_snapshot))`
