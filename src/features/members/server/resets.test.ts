import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, inTransaction, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import {
  addVisitor,
  from,
  logIn,
  logInMember,
  memberPassword,
  requestCard,
  wrong,
} from '#test-support/member-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { messages } from '../messages.ts'
import { resetMemberAccount } from './member-accounts.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal({ TRUSTED_PROXIES: ['127.0.0.1'] })
  await addClient(portal, 'alpine', ['ALP1'])
  await pauseResets()
})
afterAll(() => portal.close())

/** Makes resets pause between locking the account and its sessions while a test holds lock 1. */
async function pauseResets() {
  const { owner } = portal.databaseContext
  await execute(
    owner,
    sql`
    create function stop() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return null; end'`,
  )
  await execute(
    owner,
    sql`
    create trigger stop before update on member_session for each statement
      when (current_user <> 'portal_app') execute function stop()`,
  )
}

const accountId = (name: string) => sql`(select id from member_account where name = ${name})`

const activeSessions = (name: string) =>
  queryRows(
    portal.databaseContext.owner,
    z.object({}),
    sql`select from member_session where account_id = ${accountId(name)} and ended_at is null`,
  )

/** The number of locks that connections to this database are waiting for. */
const waiting = async () =>
  (
    await queryRows(
      portal.db,
      z.object({}),
      sql`
      select from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database()`,
    )
  ).length

/** Resets an account and pauses the reset until `act` is done. Returns the result of `act`. */
async function duringReset<Given>(name: string, act: () => Promise<Given>): Promise<Given> {
  const { owner } = portal.databaseContext
  const { reset, given } = await inTransaction(portal.db, async (holding) => {
    await execute(holding, sql`select pg_advisory_xact_lock(1)`)
    const reset = resetMemberAccount(owner, {
      name,
      actor: 'test',
      password: 'quite another, and long enough',
    })
    await expect.poll(waiting, { interval: 10 }).toBe(1)
    return { reset, given: await act() }
  })
  await reset
  return given
}

/** Logs in while a reset is under way; returns the response, which has to wait for the reset. */
async function logInDuringReset(name: string, headers: Record<string, string>) {
  const { answer } = await duringReset(name, async () => {
    const asked = logIn(portal, name, memberPassword, { headers })
    await expect.poll(waiting, { interval: 10 }).toBe(2)
    return { answer: asked }
  })
  return answer
}

test('starts no session when the password changes during verification', async () => {
  const { name, here } = await addVisitor(portal, 'alpine')
  const { statusCode, cookies, body } = await logInDuringReset(name, here.headers)
  expect([statusCode, cookies]).toEqual([401, []])
  expect(body).toContain(messages.wrong)
  expect(await activeSessions(name)).toEqual([])
})

const backdateSessions = (name: string) =>
  execute(
    portal.databaseContext.owner,
    sql`
    update member_session set started_at = started_at - interval '2 days' where account_id = ${accountId(name)}`,
  )

test.each([
  ['that is active', async () => {}],
  ['that started two days ago', backdateSessions],
])('a reset and a login from a browser with a session %s do not deadlock', async (_which, make) => {
  const { name, here } = await addVisitor(portal, 'alpine')
  const { cookie } = await logInMember(portal, name)
  await make(name)
  const { statusCode } = await logInDuringReset(name, { ...here.headers, cookie })
  expect(statusCode).toBe(401)
  expect(await activeSessions(name)).toEqual([])
})

test('a reset and a failed card lookup do not deadlock', async () => {
  const { name } = await addVisitor(portal, 'alpine')
  const headers = await logInMember(portal, name)
  const typed = { policy: 'none', firstName: 'no', lastName: 'body', dateOfBirth: '1/1/1990' }
  const { statusCode } = await duringReset(name, () => requestCard(portal, headers, typed))
  expect(statusCode).toBe(404)
})

test('a login does not wait for the session cleanup', async () => {
  const { name } = await addVisitor(portal, 'alpine')
  await logInMember(portal, name)
  await backdateSessions(name)
  const { statusCode } = await inTransaction(portal.db, async (holding) => {
    await execute(
      holding,
      sql`select from member_session where started_at < now() - interval '1 day' for update`,
    )
    return logIn(portal, name)
  })
  expect(statusCode).toBe(200)
})

test('counts and logs a password that changed during verification like a wrong one', async () => {
  const clock = freezeClock()
  const { name } = await addVisitor(portal, 'alpine')
  const { headers } = from('203.0.113.77')
  for (let attempt = 0; attempt < 9; attempt += 1) await logIn(portal, name, wrong, { headers })
  expect((await logInDuringReset(name, headers)).statusCode).toBe(401)
  expect(clock.waits).toEqual([])
  await logIn(portal, name, wrong, { headers })
  expect(clock.waits).toEqual([1])
  const written = await queryRow(
    portal.databaseContext.owner,
    z.object({ actions: z.array(z.string()) }),
    sql`select json_agg(action) as actions from audit_event where address = '203.0.113.77'`,
  )
  expect(written?.actions).toEqual(Array(11).fill('member login refused'))
})
