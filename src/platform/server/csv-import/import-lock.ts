import { z } from 'zod'
import { type Database, execute, rowOf, sql } from '../database.ts'

/** Lets one import of a kind run at a time; `wait` is told when another one runs. The turn ends with the connection. */
export async function takeTurn(db: Database, kind: string, wait: () => void) {
  const key = sql`hashtext(${kind})`
  const turn = await rowOf(
    db,
    z.object({ mine: z.boolean() }),
    sql`select pg_try_advisory_lock(${key}) as mine`,
  )
  if (turn?.mine) return
  wait()
  await execute(db, sql`select pg_advisory_lock(${key})`)
}

/** Row-level security holds the owner too: an import may see and write the rows of every client. No other role may. */
export async function seeEveryClient(db: Database) {
  await execute(db, sql`select set_config('portal.every_client', 'yes', false)`)
}
