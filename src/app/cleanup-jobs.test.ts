import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openLog } from '#platform/config/log.ts'
import { now, timeAgo } from '#platform/contract/clock.ts'
import { queryRow, queryRows, sql, withScope } from '#platform/db/database.ts'
import { runCleanup } from '#platform/jobs/cleanup.ts'
import { addPendingBills, withEveryClient } from '#test-support/authorization-fixture.ts'
import { addVisitor } from '#test-support/member-fixture.ts'
import { insertRow, openPortal } from '#test-support/portal-fixture.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { cleanupJobs, ownerCleanupJobs } from './start-portal.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'alpine', ['ALP1'])
})
afterAll(() => portal.close())

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const idRow = z.object({ id: z.string() })
const firstId = async (query: ReturnType<typeof sql>) =>
  (await queryRow(portal.databaseContext.owner, idRow, query))?.id

/** How long each table keeps a row, and the columns of a row of that age. */
async function retainedRows(): Promise<Record<string, [number, (at: Date, key: string) => object]>> {
  const { userId } = await signInStaff(portal, 'alpine')
  await addVisitor(portal, 'alpine')
  const staffSession = await firstId(sql`select id from staff_session`)
  const account = await firstId(sql`select id from member_account`)
  const memberSession = { account_id: account, address: 'here' }
  await portal.insert('member_session', {
    ...memberSession,
    key_hash: 'own',
    started_at: now(),
    seen_at: now(),
  })
  const session = await firstId(sql`select id from member_session`)
  const staff = { user_id: userId, client_id: 'alpine' }
  const bills = ['current', 'expired'].map((itn) => ({ itn, client: 'ALP1' }))
  await addPendingBills(portal.databaseContext.owner, bills)
  const run = { ...staff, client_codes: ['ALP1'], report_code: 'x', name: 'x', rows: 1, state: 'done' }
  const mail = { recipient: 'ada@example.com', subject: 'x', body_text: 'x', body_html: 'x' }
  const email = { definition_key: 'x', visitor: 'x', recipient_hash: 'x', request_hash: 'x', providers: 1 }
  const attempt = { state: 'x', nonce: 'x', code_verifier: 'x', return_to: '/' }
  const refusal = { reason: 'no sign-in', endpoint: 'GET /', actor: 'visitor', address: '', requests: 1 }
  return {
    refused_request: [
      1.5 * minute,
      (at) => ({ ...refusal, minute_started_at: at, first_at: at, last_at: at, reference: 'x' }),
    ],
    ticket: [
      minute,
      (made_at, key_hash) => ({ key_hash, session_id: staffSession, path: '/', fields: '{}', made_at }),
    ],
    emergency_refusal: [hour, (at) => ({ user_id: userId, case_hash: 'x', at })],
    reading_alert: [30 * day, (raised_at) => ({ user_id: userId, raised_at, rows: 2, row_limit: 1 })],
    sign_in_attempt: [15 * minute, (made_at, key_hash) => ({ ...attempt, key_hash, made_at })],
    staff_session: [
      day,
      (at, key_hash) => ({ ...staff, key_hash, id_token: '', address: 'x', started_at: at, renewed_at: at }),
    ],
    used_logout_token: [0, (expires_at, token_hash) => ({ token_hash, expires_at })],
    member_session: [day, (at, key_hash) => ({ ...memberSession, key_hash, started_at: at, seen_at: at })],
    login_throttle: [10 * minute, (answered_at, key_hash) => ({ key_hash, answered_at })],
    wrong_card: [
      15 * minute,
      (asked_at) => ({ session_id: session, account_id: account, place: 'x', asked_at }),
    ],
    request_count: [0, (ends_at, key_hash) => ({ key_hash, ends_at, requests: 1 })],
    provider_email: [day, (made_at) => ({ ...email, made_at })],
    captcha_used: [minute, (expires_at, nonce) => ({ nonce, expires_at })],
    outbox: [30 * day, (at) => ({ ...mail, made_at: at, due_at: at, sent_at: at })],
    decision_notification: [
      30 * day,
      (at) => ({
        id: randomUUID(),
        position: at.getTime(),
        created_at: at,
        due_at: at,
        sent_at: at,
      }),
    ],
    decision_answer: [
      7 * day,
      (answered_at, key) => ({
        user_id: userId,
        key,
        request_hash: 'x',
        status: 200,
        answer: '{}',
        answered_at,
      }),
    ],
    authorization_lease: [
      0,
      (expires_at, itn) => ({ itn, user_id: userId, client_code: 'ALP1', expires_at }),
    ],
    retention_run: [400 * day, (at) => ({ started_at: at, finished_at: at })],
    report_run: [hour, (at) => ({ ...run, first_day: at, last_day: at, ordered_at: at, ended_at: at })],
  }
}

const counts = (tables: string[]) =>
  Promise.all(
    tables.map(async (table) => {
      const query = sql`select from ${sql.table(table)}`
      const { owner } = portal.databaseContext
      return [table, (await withEveryClient(owner, (db) => queryRows(db, z.object({}), query))).length]
    }),
  )

/** Has a test of its own, since the age of a key alone does not decide. */
const testedElsewhere = ['signing_key']

const insert = (table: string, row: object) =>
  withScope(portal.databaseContext.owner, scopeOfCodes(['ALP1']), (db) => insertRow(db, table, { ...row }))

test('deletes the expired rows of every table and no others, in two processes at once', async () => {
  const retained = await retainedRows()
  const tables = Object.keys(retained)
  const jobs = [...cleanupJobs, ...ownerCleanupJobs].map(({ name }) => name)
  expect(jobs.sort()).toEqual([...tables, ...testedElsewhere].sort())
  for (const [table, [ms, row]] of Object.entries(retained)) {
    await insert(table, row(timeAgo(ms - minute / 2), 'current'))
  }
  const before = await counts(tables)
  for (const [table, [ms, row]] of Object.entries(retained)) {
    await insert(table, row(timeAgo(ms + minute / 2), 'expired'))
  }
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })
  const { app, owner } = portal.databaseContext
  await Promise.all(
    [1, 2].flatMap(() => [
      runCleanup({ db: app, jobs: cleanupJobs, log }),
      runCleanup({ db: owner, jobs: ownerCleanupJobs, log }),
    ]),
  )
  expect(await counts(tables)).toEqual(before)
  expect(lines).toEqual([])
})
