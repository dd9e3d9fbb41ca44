import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig } from '#platform/config/settings.ts'
import { setClock } from '#platform/contract/clock.ts'
import { type Database, execute, sql } from '#platform/db/database.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import type { PortalInstance } from './decisions.ts'
import { root, run, waitUntilReady } from './portal-run.ts'

const preload = fileURLToPath(new URL('moved-clock-preload.ts', import.meta.url))

export type MovedClock = {
  /** Connections on which `clock_timestamp()` is moved. */
  databaseContext: DatabaseContext
  /** Moves every clock to an instant, or by milliseconds from the real time. */
  moveTo(time: Date | number): Promise<void>
  /** Starts a portal whose clock is moved, and waits until it is ready. */
  start(folder?: string): ReturnType<typeof startPortal>
}

/**
 * Runs `work` with a clock that it can move while the portal runs: the one of the portal's process, of its database, and
 * of this process, which creates sessions and imports bills. Each clock keeps running from where it was moved to.
 */
export async function withMovedClock<Result>(
  owner: Database,
  installation: PortalInstance,
  work: (clock: MovedClock) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-clock-'))
  const file = join(folder, 'milliseconds')
  const setFile = (movedBy: number) => {
    writeFileSync(`${file}.new`, String(movedBy))
    renameSync(`${file}.new`, file)
  }
  let movedBy = 0
  setFile(movedBy)
  await replaceDatabaseClock(owner)
  const databaseContext = await openDatabaseContext(
    readConfig({ DATA_DIR: installation.dataDir }),
    'command',
    () => {},
  )
  const restore = setClock(() => new Date(Date.now() + movedBy))
  try {
    return await work({
      databaseContext,
      async moveTo(time) {
        movedBy = typeof time === 'number' ? time : time.getTime() - Date.now()
        setFile(movedBy)
        await execute(
          owner,
          sql`update moved_clock.movement set by = make_interval(secs => ${movedBy / 1000})`,
        )
      },
      start: (cwd = root) => startPortal(installation, file, cwd),
    })
  } finally {
    restore()
    await databaseContext.close()
    await execute(owner, sql`alter database portal reset search_path`)
    await execute(owner, sql`drop schema moved_clock cascade`)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startPortal({ env, port }: PortalInstance, file: string, cwd: string) {
  const words = [process.execPath, '--import', preload, 'src/app/main.ts']
  const portal = run(words, { env: { ...env, MOVED_CLOCK_FILE: file }, cwd })
  await waitUntilReady(portal, port)
  return portal
}

/** Puts a function before `clock_timestamp()` of PostgreSQL, on all connections that are opened from now on. */
async function replaceDatabaseClock(owner: Database) {
  await execute(owner, sql`create schema moved_clock`)
  await execute(owner, sql`create table moved_clock.movement as select interval '0' as by`)
  await execute(
    owner,
    sql`
    create function moved_clock.clock_timestamp() returns timestamptz language sql volatile as
    'select pg_catalog.clock_timestamp() + by from moved_clock.movement'`,
  )
  await execute(owner, sql`grant usage on schema moved_clock to public`)
  await execute(owner, sql`grant select on moved_clock.movement to public`)
  await execute(owner, sql`alter database portal set search_path = moved_clock, pg_catalog, "$user", public`)
}
