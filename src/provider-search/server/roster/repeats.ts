import { z } from 'zod'
import type { CsvSource } from '#platform/server/csv/csv-file.ts'
import type { Rejects } from '#platform/server/csv/rejects.ts'
import { type Database, execute, rowsOf, sql } from '#platform/server/database.ts'
import type { IncomingTable } from './incoming-tables.ts'
import { messages } from './roster-messages.ts'

type Reading = { source: CsvSource; rejects: Rejects }

const uniqueViolation = '23505'
const repeat = z.object({ line: z.number(), id: z.string() })

/**
 * Gives the tables that came in the providers' primary key. Rows whose id stands in the file before are taken out
 * and rejected; gives how many they were.
 */
export async function takeOutRepeats(
  db: Database,
  tables: readonly IncomingTable[],
  reading: Reading,
): Promise<number> {
  await execute(db, sql`create temporary table roster_repeat (line integer, id text) on commit drop`)
  let repeats = 0
  for (const each of tables) {
    const taken = await keyTable(db, each.table)
    each.rows -= taken
    repeats += taken
  }
  if (repeats > 0) await rejectRepeats(db, reading)
  return repeats
}

/** The key itself finds out, for the price of an index that is needed anyway, whether there are any. */
async function keyTable(db: Database, table: string): Promise<number> {
  const addKey = sql`alter table ${sql.table(table)} add primary key (hash, network_code)`
  await execute(db, sql`savepoint unkeyed`)
  try {
    await execute(db, addKey)
    return 0
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error
    await execute(db, sql`rollback to savepoint unkeyed`)
    const repeats = await moveRepeats(db, table)
    await execute(db, addKey)
    return repeats
  }
}

function moveRepeats(db: Database, table: string): Promise<number> {
  return execute(
    db,
    sql`
    with repeated as (
      select hash, min(line) as line from ${sql.table(table)} group by hash having count(*) > 1
    ), taken as (
      delete from ${sql.table(table)} as provider
       using repeated
       where provider.hash = repeated.hash and provider.line > repeated.line
      returning provider.line, roster_id
    )
    insert into roster_repeat select * from taken`,
  )
}

/** Reads the roster once more, for the rows as they came. */
async function rejectRepeats(db: Database, { source, rejects }: Reading) {
  let repeats = await repeatsAfter(db, 0)
  for await (const records of source.read()) {
    for (const record of records) {
      const [next] = repeats
      if (!next) return
      if (record.line < next.line) continue
      await rejects.add(record, messages.repeated(next.id))
      repeats.shift()
      if (repeats.length === 0) repeats = await repeatsAfter(db, next.line)
    }
  }
}

const repeatsAfter = (db: Database, line: number) =>
  rowsOf(db, repeat, sql`select line, id from roster_repeat where line > ${line} order by line limit 1000`)
