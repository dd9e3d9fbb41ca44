import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openLog } from '#platform/config/log.ts'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { execute, queryRows, sql, withScope } from '#platform/db/database.ts'
import { runCleanup } from '#platform/jobs/cleanup.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { addBills, addRun, grantReports } from '#test-support/report-fixture.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { cancelReportRun, listReportRuns, openReport, openReportRun, showReportRun } from '../../contract.ts'
import { maxImmediateRows } from '../report-limits.ts'
import { claimRun, reportsCleanup } from './run-queries.ts'
import { executeRun, RunLostError } from './run-worker.ts'

const nobody = '00000000-0000-4000-8000-000000000000'
const runDeps = (log = openLog('silent')) => ({
  db: portal.db,
  background: portal.databaseContext.background,
  config: portal.config,
  log,
})
const never = new AbortController().signal

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal()
  await grantReports(portal, 'acme')
  staff = await portal.staffOf('acme')
  await addBills(portal.databaseContext.owner, 'ACME1', '24000000017', maxImmediateRows + 1)
})
afterAll(() => portal.close())
beforeEach(() => execute(portal.databaseContext.owner, sql`delete from report_run`))
const order = { Clients: 'ACME1', StartDate: '2026-01-01', EndDate: '2026-01-31', ReportCode: 'BILLDETAIL' }
const ordered = async () => {
  const { statusCode, headers } = await staff.open(openReport, order)
  expect(statusCode).toBe(303)
  return String(headers.location).replace('/report/', '')
}
const readState = async (run: string) => (await staff.call(showReportRun, { run })).json().state
const listed = async () => listReportRuns.response.parse((await staff.call(listReportRuns, {})).json()).runs
const mine = () => ({ userId: staff.userId, clientId: 'acme', codes: ['ACME1'] })

test('a large report redirects to its progress, and an identical request redirects to the same run', async () => {
  const run = await ordered()
  expect(await portal.lastAudited()).toMatchObject({
    action: 'report ordered',
    detail: { rows: maxImmediateRows + 1 },
  })
  expect((await staff.call(showReportRun, { run })).json()).toEqual({
    id: run,
    name: 'Bill Detail',
    period: '1/1/2026 – 1/31/2026',
    state: 'waiting',
    rowsDone: 0,
    rows: maxImmediateRows + 1,
    keptUntil: null,
  })
  expect(await ordered()).toBe(run)
})

test('a large report returns 404 to everyone except its requester', async () => {
  const run = await addRun(portal.databaseContext.owner, { ...mine(), pdf: Buffer.from('%PDF-') })
  for (const other of [await portal.staffOf('acme'), await portal.staffOf('other')]) {
    expect((await other.call(showReportRun, { run })).statusCode).toBe(404)
    expect((await other.call(cancelReportRun, { run })).statusCode).toBe(404)
    expect((await other.open(openReportRun, { Run: run })).statusCode).toBe(404)
  }
  for (const none of [nobody, 'xyz'])
    expect((await staff.call(showReportRun, { run: none })).statusCode).toBe(404)
  expect((await staff.open(openReportRun, { Run: run })).statusCode).toBe(200)
})

test('a requester who loses access to one of a report’s clients loses the report', async () => {
  const run = await addRun(portal.databaseContext.owner, {
    ...mine(),
    codes: ['ACME1', 'GONE'],
    pdf: Buffer.from('%PDF-'),
  })
  expect((await staff.call(showReportRun, { run })).statusCode).toBe(404)
  expect((await staff.open(openReportRun, { Run: run })).statusCode).toBe(404)
})

test.each([
  ['whose client lost the report', sql`delete from client_report where client_id = 'acme'`],
  [
    'whose client lost the feature',
    sql`update client set patient_search = false, current_activity = false where id = 'acme'`,
  ],
  [
    'whose requester lost access to its clients',
    sql`insert into staff_grant (user_id, kind, client_code, granted_at)
        select distinct user_id, 'client code', 'ACME2', now() from report_run`,
  ],
])('a large report %s returns 404 and is not rendered', async (_, taken) => {
  const { owner } = portal.databaseContext
  const [done, waiting] = [
    await addRun(owner, { ...mine(), pdf: Buffer.from('%PDF-') }),
    await addRun(owner, mine()),
  ]
  expect(await listed()).toHaveLength(2)
  const claimed = await claimRun(portal.db)
  if (!claimed) throw new Error('No run to claim.')
  try {
    await execute(owner, taken)
    for (const run of [done, waiting]) expect((await staff.call(showReportRun, { run })).statusCode).toBe(404)
    expect((await staff.open(openReportRun, { Run: done })).statusCode).toBe(404)
    expect(await listed()).toEqual([])
    const lines: string[] = []
    await executeRun(runDeps(openLog('info', { write: (line) => lines.push(line) })), claimed, never)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { reference: waiting, msg: 'report run rejected: requester lost access' },
    ])
  } finally {
    await execute(owner, sql`delete from staff_grant`)
    await execute(owner, sql`delete from client_report where client_id = 'acme'`)
    await grantReports(portal, 'acme')
    await execute(
      owner,
      sql`update client set patient_search = true, current_activity = true where id = 'acme'`,
    )
  }
  expect(await readState(waiting)).toBe('failed')
})

/** Moves the heartbeat of all runs back by a number of seconds. */
const ageHeartbeats = (seconds: number) =>
  execute(
    portal.databaseContext.owner,
    sql`update report_run set heard_at = heard_at - ${seconds} * interval '1 second'`,
  )
const pdf = Buffer.from('%PDF-')
const minutesAgo = (minutes: number) => timeAgo(minutes * 60_000)

test('the user’s reports in progress or available are listed, newest first', async () => {
  const runs = [
    { name: 'Over', pdf, at: minutesAgo(61) },
    { name: 'Kept', pdf, at: minutesAgo(59) },
    { name: 'Cancelled', state: 'cancelled', at: minutesAgo(3) },
    { name: 'Failed', state: 'failed', at: minutesAgo(2) },
    { name: 'Waiting' },
  ]
  for (const run of runs) await addRun(portal.databaseContext.owner, { ...mine(), ...run })
  expect((await listed()).map(({ name }) => name)).toEqual(['Waiting', 'Kept'])
  for (const other of [await portal.staffOf('acme'), await portal.staffOf('other')])
    expect((await other.call(listReportRuns, {})).json()).toEqual({ runs: [] })
})

test('an expired or incomplete report returns 404 rather than an empty file', async () => {
  const { owner } = portal.databaseContext
  const old = await addRun(owner, { ...mine(), pdf, at: minutesAgo(61) })
  const empty = await addRun(owner, { ...mine(), state: 'done' })
  const opened = await portal.timesAudited('report opened')
  for (const Run of [old, empty]) expect((await staff.open(openReportRun, { Run })).statusCode).toBe(404)
  expect((await staff.call(showReportRun, { run: old })).statusCode).toBe(404)
  expect(await portal.timesAudited('report opened')).toBe(opened)
})

test('row-level security shows a run and its parts only to users who see all its clients', async () => {
  await addRun(portal.databaseContext.owner, {
    ...mine(),
    codes: ['ACME1', 'ACME2'],
    pdf: Buffer.from('%PDF-'),
  })
  for (const table of [sql`report_run`, sql`report_part`]) {
    const all = sql`select from ${table}`
    const seenBy = (codes: string[]) =>
      withScope(portal.db, scopeOfCodes(codes), (db) => queryRows(db, z.object({}), all))
    expect(await queryRows(portal.db, z.object({}), all)).toHaveLength(0)
    expect(await seenBy(['ACME1'])).toHaveLength(0)
    expect(await seenBy(['ACME1', 'ACME2', 'OTHER1'])).toHaveLength(1)
  }
})

test('a report that is not ready cannot be opened', async () => {
  const run = await addRun(portal.databaseContext.owner, mine())
  expect((await staff.open(openReportRun, { Run: run })).statusCode).toBe(409)
})

test('a large report is streamed in order, under its file name, and is not cacheable', async () => {
  const parts = Array.from({ length: 12 }, (_, at) => Buffer.alloc(70_000 + at, `part ${at} `))
  const Run = await addRun(portal.databaseContext.owner, { ...mine(), pdf: parts })
  const response = await staff.open(openReportRun, { Run })
  expect(response.rawPayload.equals(Buffer.concat(parts))).toBe(true)
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(response.rawPayload.length),
    'cache-control': 'no-store',
    'content-disposition': 'inline; filename="Bill-Detail-2026-01-01-2026-06-30.pdf"',
  })
})

test('a large report contains every row, is audited when opened, and expires after an hour', async () => {
  const clock = freezeClock()
  const run = await ordered()
  const claimed = await claimRun(portal.db)
  expect(claimed?.id).toBe(run)
  if (claimed) await executeRun(runDeps(), claimed, never)
  const { keptUntil, ...done } = (await staff.call(showReportRun, { run })).json()
  expect(done).toMatchObject({ state: 'done', rowsDone: maxImmediateRows + 1 })
  expect(Date.parse(keptUntil) - now().getTime()).toBe(60 * 60_000)
  const response = await staff.open(openReportRun, { Run: run })
  expect(await portal.lastAudited()).toMatchObject({ action: 'report opened', subject: 'ACME1' })
  const pages = await pdfPages(response.rawPayload)
  const rows = pages.flatMap(({ text }) => text.match(/\bMANY\d+\b/g) ?? [])
  expect(new Set(rows).size).toBe(maxImmediateRows + 1)
  clock.forward({ minutes: 61 })
  await runCleanup({ db: portal.db, jobs: reportsCleanup, log: openLog('silent') })
  expect(await queryRows(portal.databaseContext.owner, z.object({}), sql`select from report_run`)).toEqual([])
}, 300_000)

test('canceling a report stops its worker, and the report cannot be opened', async () => {
  const run = await ordered()
  const claimed = await claimRun(portal.db)
  if (!claimed) throw new Error('No run to claim.')
  const stopped = expect(executeRun(runDeps(), claimed, never)).rejects.toThrow(RunLostError)
  expect((await staff.call(cancelReportRun, { run })).json().state).toBe('cancelled')
  expect(await portal.lastAudited()).toMatchObject({ action: 'report cancelled' })
  await stopped
  expect(await readState(run)).toBe('cancelled')
  expect((await staff.open(openReportRun, { Run: run })).statusCode).toBe(409)
})

test('a worker that lost its run to another worker stops with an error', async () => {
  await ordered()
  const late = await claimRun(portal.db)
  await ageHeartbeats(16)
  const next = await claimRun(portal.db)
  expect(next?.attempt).toBe(2)
  if (!late) throw new Error('No run to claim.')
  await expect(executeRun(runDeps(), late, never)).rejects.toThrow(RunLostError)
}, 300_000)

test('a fifth unfinished report is rejected with a link to the list', async () => {
  for (let count = 0; count < 4; count += 1)
    await addRun(portal.databaseContext.owner, { ...mine(), name: `${count}` })
  const seen = await staff.open(openReport, order)
  expect([seen.statusCode, seen.headers['retry-after']]).toEqual([429, '30'])
  expect(seen.body).toContain('You already have 4 large reports in progress.')
  expect(seen.body).toContain('<a href="/reports">Your large reports</a>')
})
