import { z } from 'zod'
import { dayIn } from '#platform/contract/calendar.ts'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, rowOf, sql } from '#platform/server/database.ts'
import type { DatabaseContext } from '#platform/server/database-context.ts'
import { isProduction } from '#platform/server/production-rules.ts'
import type { Config } from '#platform/server/settings.ts'

/** What one feature brings to the demonstration. */
export type DemoPart = {
  /** Under which name it is recorded that it is whole, and said what is being loaded. */
  name: string
  /** Whether the database has nothing yet of what this part brings. */
  isEmpty(db: Database): Promise<boolean>
  /**
   * Loads it, dated from a day (YYYY-MM-DD), and gives what it loaded, as people say it. It may have been
   * killed in its middle before: it begins again, whatever it left.
   */
  load(databaseContext: DatabaseContext, date: string): Promise<string>
}

type Settings = Parameters<typeof isProduction>[0] &
  Pick<Config, 'DEMO_DATA' | 'DEMO_DATE' | 'PORTAL_TIME_ZONE'>

/**
 * Loads the demonstration into an empty database where the settings want it: the parts in their order, each
 * of them once. A loading that was killed is taken up again; several processes do it once between them.
 */
export async function loadDemonstration(
  parts: readonly DemoPart[],
  databaseContext: DatabaseContext,
  settings: Settings,
) {
  const wanted = settings.DEMO_DATA ?? !settings.DATABASE_URL
  if (!wanted || isProduction(settings)) return
  const guard = await databaseContext.connect()
  try {
    await guard.query(`select pg_advisory_lock(hashtext('demonstration'))`)
    if (await isToBeLoaded(databaseContext.owner, parts)) await load(parts, databaseContext, settings)
  } finally {
    await guard.end()
  }
}

/** The day that the demonstration is dated from (YYYY-MM-DD); undefined when none was loaded. */
export async function demoDate(db: Database): Promise<string | undefined> {
  const row = await rowOf(db, z.object({ dated: z.string() }), sql`select dated from demonstration`)
  return row?.dated
}

async function isToBeLoaded(db: Database, parts: readonly DemoPart[]): Promise<boolean> {
  const begun = await rowOf(
    db,
    z.object({ finished: z.boolean() }),
    sql`select finished_at is not null as finished from demonstration`,
  )
  if (begun) return !begun.finished
  for (const part of parts) if (!(await part.isEmpty(db))) return false
  return true
}

async function load(parts: readonly DemoPart[], databaseContext: DatabaseContext, settings: Settings) {
  const { owner, say } = databaseContext
  const date = settings.DEMO_DATE ?? dayIn(settings.PORTAL_TIME_ZONE, now())
  await execute(
    owner,
    sql`insert into demonstration (dated, started_at) values (${date}, ${now()}) on conflict do nothing`,
  )
  const dated = (await demoDate(owner)) ?? date
  for (const { name, load } of parts) {
    if (await isWhole(owner, name)) continue
    say(`Loading the demonstration's ${name} …`)
    say(`Loaded ${await load(databaseContext, dated)}.`)
    await execute(owner, sql`insert into demonstration_part (name, loaded_at) values (${name}, ${now()})`)
  }
  await execute(owner, sql`update demonstration set finished_at = ${now()}`)
}

async function isWhole(db: Database, name: string): Promise<boolean> {
  return Boolean(await rowOf(db, z.object({}), sql`select from demonstration_part where name = ${name}`))
}
