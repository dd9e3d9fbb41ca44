import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { openLog } from '#platform/config/log.ts'
import { type Database, execute, inTransaction, openDatabase, sql } from '#platform/db/database.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { addRun, grantReports } from '#test-support/report-fixture.ts'
import { maxConcurrentRuns } from '../report-limits.ts'
import { claimRun } from './run-queries.ts'
import { executeRun, startRunWorker } from './run-worker.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal()
  await grantReports(portal, 'acme')
  staff = await portal.staffOf('acme')
})
afterAll(() => portal.close())
beforeEach(() => execute(portal.databaseContext.owner, sql`delete from report_run`))

const mine = () => ({ userId: staff.userId, clientId: 'acme', codes: ['ACME1'] })

/** Opens the database with another limit for each statement, for as long as `work` runs. */
async function withTimeout<T>(statementTimeoutMs: number, work: (db: Database) => Promise<T>) {
  const address = { ...inject('testServer').app, database: portal.name }
  const db = openDatabase(address, { connections: maxConcurrentRuns, statementTimeoutMs })
  return work(db).finally(() => db.destroy())
}

type Databases = { db: Database; background: Database }

/** Renders a report while its bills are locked. Returns the error with which that ends. */
async function renderLocked(databases: Databases) {
  const { owner } = portal.databaseContext
  await addRun(owner, mine())
  const run = await claimRun(portal.db)
  if (!run) throw new Error('No run to claim.')
  const deps = { ...databases, config: portal.config, log: openLog('silent') }
  return inTransaction(owner, async (db) => {
    await execute(db, sql`lock table bill in access exclusive mode`)
    return executeRun(deps, run, new AbortController().signal).catch((error: unknown) => error)
  })
}

test('the queries of a report have the timeout of background work, which the database reports itself', async () => {
  const error = await withTimeout(400, (background) => renderLocked({ db: portal.db, background }))
  expect(error).toMatchObject({ code: '57014', message: 'canceling statement due to statement timeout' })
})

test('a failed report is logged with its run ID and error', async () => {
  const { app: db, background, owner } = portal.databaseContext
  const run = await addRun(owner, mine())
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })
  await execute(owner, sql`alter table bill rename to bill_away`)
  const runs = startRunWorker({ db, background, config: portal.config, log })
  try {
    await expect.poll(() => lines, { timeout: 30_000 }).not.toEqual([])
  } finally {
    await runs.stop()
    await execute(owner, sql`alter table bill_away rename to bill`)
  }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { reference: run, err: { code: '42P01' }, msg: 'report run failed' },
  ])
})
