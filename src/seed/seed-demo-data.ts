import { z } from 'zod'
import { isProduction } from '#platform/config/production-rules.ts'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { dayInTimeZone } from '#platform/contract/date-format.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'

/** The demo data of one feature. */
export type SeedPart = {
  /** The name used to record completion and report progress. */
  name: string
  /** Whether the database has no data of this part yet. */
  isEmpty(db: Database): Promise<boolean>
  /**
   * Loads the data with dates relative to a day (YYYY-MM-DD) and returns a summary for people. An earlier run
   * may have been killed midway, so it starts over whatever data it finds.
   */
  load(databaseContext: DatabaseContext, date: string): Promise<string>
}

type Settings = Parameters<typeof isProduction>[0] &
  Pick<Config, 'DEMO_DATA' | 'DEMO_DATE' | 'PORTAL_TIME_ZONE'>

/**
 * Loads the demo data into an empty database if the settings allow it: each part once, in order. Resumes a killed
 * load; concurrent processes load it only once. Gets the parts only if there is something to load, because their
 * modules make a start slower.
 */
export async function seedDemoData(
  getParts: () => Promise<readonly SeedPart[]>,
  databaseContext: DatabaseContext,
  settings: Settings,
) {
  const wanted = settings.DEMO_DATA ?? !settings.DATABASE_URL
  if (!wanted || isProduction(settings)) return
  const guard = await databaseContext.connect()
  try {
    await guard.query(`select pg_advisory_lock(hashtext('demonstration'))`)
    if (await isFinished(databaseContext.owner)) return
    const parts = await getParts()
    if (await isToBeLoaded(databaseContext.owner, parts)) await load(parts, databaseContext, settings)
  } finally {
    await guard.end()
  }
}

/** The base date of the demo data (YYYY-MM-DD); undefined if none was loaded. */
export async function demoDate(db: Database): Promise<string | undefined> {
  const row = await queryRow(db, z.object({ dated: z.string() }), sql`select dated from demonstration`)
  return row?.dated
}

async function isFinished(db: Database): Promise<boolean> {
  return Boolean(
    await queryRow(db, z.object({}), sql`select from demonstration where finished_at is not null`),
  )
}

/** Whether a load was begun, or nothing is there yet. */
async function isToBeLoaded(db: Database, parts: readonly SeedPart[]): Promise<boolean> {
  if (await demoDate(db)) return true
  for (const part of parts) if (!(await part.isEmpty(db))) return false
  return true
}

async function load(parts: readonly SeedPart[], databaseContext: DatabaseContext, settings: Settings) {
  const { owner, print } = databaseContext
  const date = settings.DEMO_DATE ?? dayInTimeZone(settings.PORTAL_TIME_ZONE, now())
  await execute(
    owner,
    sql`insert into demonstration (dated, started_at) values (${date}, ${now()}) on conflict do nothing`,
  )
  const dated = (await demoDate(owner)) ?? date
  for (const { name, load } of parts) {
    if (await isWhole(owner, name)) continue
    print(`Loading demo data: ${name}…`)
    print(`Loaded ${await load(databaseContext, dated)}.`)
    await execute(owner, sql`insert into demonstration_part (name, loaded_at) values (${name}, ${now()})`)
  }
  await execute(owner, sql`update demonstration set finished_at = ${now()}`)
}

async function isWhole(db: Database, name: string): Promise<boolean> {
  return Boolean(await queryRow(db, z.object({}), sql`select from demonstration_part where name = ${name}`))
}
