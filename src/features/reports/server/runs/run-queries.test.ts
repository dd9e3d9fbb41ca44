import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openLog } from '#platform/config/log.ts'
import { now } from '#platform/contract/clock.ts'
import { execute, inTransaction, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { readBacklog } from '#platform/jobs/read-backlog.ts'
import { disableStaff } from '#sign-in/server/staff-people.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { addRun, grantReports } from '#test-support/report-fixture.ts'
import { claimRun, delayRun, releaseRun, reportBacklog, updateProgress } from './run-queries.ts'
import { executeRun } from './run-worker.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal()
  staff = await portal.staffOf('acme')
  await grantReports(portal, 'acme')
})
afterAll(() => portal.close())
beforeEach(() => execute(portal.databaseContext.owner, sql`delete from report_run`))

const databases = () => ({ db: portal.db, background: portal.databaseContext.background })
const mine = () => ({ userId: staff.userId, clientId: 'acme', codes: ['ACME1'] })
const state = z.object({ state: z.string() })
const readState = async (run: string) =>
  (await queryRow(portal.databaseContext.owner, state, sql`select state from report_run where id = ${run}`))
    ?.state

/** Moves the heartbeat of all runs back by a number of seconds. */
const ageHeartbeats = (seconds: number) =>
  execute(
    portal.databaseContext.owner,
    sql`update report_run set heard_at = heard_at - ${seconds} * interval '1 second'`,
  )

test('a run is restarted when its process dies, and fails after the third attempt', async () => {
  const run = await addRun(portal.databaseContext.owner, mine())
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect(await claimRun(portal.db)).toMatchObject({ id: run, attempt })
    expect(await claimRun(portal.db)).toBeUndefined()
    await ageHeartbeats(16)
  }
  expect(await claimRun(portal.db)).toBeUndefined()
  expect(await readState(run)).toBe('failed')
})

test('at most one report per user and two in total run at once', async () => {
  const [second, third] = [await portal.staffOf('acme'), await portal.staffOf('acme')]
  const { owner } = portal.databaseContext
  const first = await addRun(owner, mine())
  await addRun(owner, mine())
  const ofSecond = await addRun(owner, { ...mine(), userId: second.userId })
  await addRun(owner, { ...mine(), userId: third.userId })
  expect((await claimRun(portal.db))?.id).toBe(first)
  expect((await claimRun(portal.db))?.id).toBe(ofSecond)
  expect(await claimRun(portal.db)).toBeUndefined()
})

test('a stopping process releases its run without counting the attempt', async () => {
  const run = await addRun(portal.databaseContext.owner, mine())
  const claimed = await claimRun(portal.db)
  if (claimed) await releaseRun(portal.db, claimed)
  expect(await readState(run)).toBe('waiting')
  expect((await claimRun(portal.db))?.attempt).toBe(1)
})

test('a failed run is retried after a delay, and fails for good after the third attempt', async () => {
  const run = await addRun(portal.databaseContext.owner, mine())
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const claimed = await claimRun(portal.db)
    expect(claimed).toMatchObject({ id: run, attempt })
    if (claimed) await delayRun(portal.db, claimed)
    expect(await claimRun(portal.db)).toBeUndefined()
    await ageHeartbeats(16)
  }
  expect(await readState(run)).toBe('failed')
  expect(await readBacklog(portal.db, reportBacklog)).toMatchObject({ waiting: 0, givenUp: 1 })
})

test('a process with a wrong clock does not take over another’s run', async () => {
  await addRun(portal.databaseContext.owner, mine())
  await claimRun(portal.db)
  freezeClock().forward({ minutes: 10 })
  expect(await claimRun(portal.db)).toBeUndefined()
})

test('a report canceled while it is being claimed stays canceled', async () => {
  const { owner } = portal.databaseContext
  const run = await addRun(owner, mine())
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const cancelling = inTransaction(owner, async (transaction) => {
    await execute(
      transaction,
      sql`update report_run set state = 'cancelled', ended_at = ${now()} where id = ${run}`,
    )
    held.resolve()
    await over.promise
  })
  await held.promise
  const claiming = claimRun(portal.db)
  const waiting = sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  try {
    await expect.poll(() => queryRows(portal.db, z.object({}), waiting)).toHaveLength(1)
  } finally {
    over.resolve()
    await cancelling
  }
  expect(await claiming).toBeUndefined()
  expect(await readState(run)).toBe('cancelled')
})

test('a run stops when its user’s access is turned off', async () => {
  const { userId } = await portal.staffOf('acme')
  const run = await addRun(portal.databaseContext.owner, { ...mine(), userId })
  const claimed = await claimRun(portal.db)
  if (!claimed) throw new Error('No run to claim.')
  expect(await updateProgress(portal.db, claimed, 1)).toBe(true)
  await disableStaff(portal.databaseContext.owner, { who: userId, actor: 'test' })
  expect(await updateProgress(portal.db, claimed, 2)).toBe(false)
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })
  const deps = { ...databases(), config: portal.config, log }
  await executeRun(deps, claimed, new AbortController().signal)
  expect(lines.join('')).toContain('requester lost access')
  expect(await readState(run)).toBe('failed')
})

test('a run of somebody whom the identity provider has not sent through SCIM fails', async () => {
  const run = await addRun(portal.databaseContext.owner, mine())
  const claimed = await claimRun(portal.db)
  if (!claimed) throw new Error('No run to claim.')
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })
  const scim = { OIDC_ISSUER: 'https://login.test', OIDC_PROVISIONING: 'scim' as const }
  const config = { ...portal.config, ...scim }
  await executeRun({ ...databases(), config, log }, claimed, new AbortController().signal)
  expect(lines.join('')).toContain('requester lost access')
  expect(await readState(run)).toBe('failed')
  // Nothing is wrong that an operator could correct.
  expect(await readBacklog(portal.db, reportBacklog)).toMatchObject({ waiting: 0, givenUp: 0 })
})
