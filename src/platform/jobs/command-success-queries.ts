import { z } from 'zod'
import { type Database, execute, queryRow, queryRows, sql } from '../db/database.ts'

/** A command that operators run on a schedule. */
type ScheduledCommand = 'backup' | 'audit checkpoint'

const table = z.object({ exists: z.boolean() })

/**
 * Records that a scheduled command succeeded, by the clock of the database. A backup of a database that has not been migrated
 * yet, which lacks the table, is not recorded.
 */
export async function recordCommandSuccess(owner: Database, command: ScheduledCommand) {
  const found = await queryRow(owner, table, sql`select to_regclass('command_success') is not null as exists`)
  if (!found?.exists) return
  await execute(
    owner,
    sql`
    insert into command_success values (${command}, now())
        on conflict (command) do update set succeeded_at = excluded.succeeded_at`,
  )
}

/** The commands that a later version records are listed, too. */
const commandSuccess = z.object({ command: z.string(), succeededAt: z.date() })

/** When each scheduled command last succeeded. Omits those that never did. */
export const listCommandSuccesses = (db: Database) =>
  queryRows(db, commandSuccess, sql`select command, succeeded_at as "succeededAt" from command_success`)
