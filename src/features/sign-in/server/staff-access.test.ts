import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { actorOnCommandLine } from '#platform/cli/with-database.ts'
import { execute, inTransaction, queryRow, sql } from '#platform/db/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { type AddCommand, runCommand } from '#test-support/run-command.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { createTicket, renewToken } from '../contract.ts'
import { addStaffCommands } from './staff-commands.ts'
import { disableStaff, isDisabled, upsertUser } from './staff-people.ts'
import { startSession } from './staff-sessions.ts'

type Staff = Awaited<ReturnType<typeof signInStaff>>

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'alpine', ['ALP1'])
  await addClient(portal, 'lagoon', ['LAG1'])
})
afterAll(() => portal.close())

const addCommands: AddCommand = (program, open) => addStaffCommands(program, open, () => 'https://login.test')
const run = (...words: string[]) => runCommand(portal, addCommands, ['staff', ...words])

const readSessionId = ({ token }: Staff): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
const path = '/api/casedocument'
const called = async ({ headers }: Staff) =>
  (await portal.call(createTicket, { path, fields: {} }, { headers })).statusCode
const renewed = async ({ cookie }: Staff) => {
  const response = await portal.call(renewToken, {}, { headers: { cookie } })
  return response.statusCode === 200 ? 'renewed' : response.json().reason
}
const lastAudit = () =>
  queryRow(
    portal.databaseContext.owner,
    z.object({ actor: z.string(), action: z.string(), subject: z.string(), detail: z.unknown() }),
    sql`select actor, action, subject, detail from audit_event order by id desc limit 1`,
  )
const commands = ['disable', 'enable', 'sessions', 'end-sessions']

test.each(commands)('%s rejects an unknown person and a blank name', async (command) => {
  await expect(run(command, 'unknown')).rejects.toThrow('No one matches "unknown".')
  await expect(run(command, ' ')).rejects.toThrow('Specify the person by name, ID')
})

test.each(commands)('%s rejects an ambiguous name and lists the matches', async (command) => {
  const name = `Ann ${command}`
  const [one, other] = [
    await signInStaff(portal, 'alpine', { subject: `ann-1-${command}`, name }),
    await signInStaff(portal, 'lagoon', { subject: `ann-2-${command}`, name: name.toUpperCase() }),
  ]
  const refusal = await run(command, name).catch((error: Error) => error.message)
  expect(refusal).toContain(`"${name}" matches several people. Use one of these IDs:`)
  expect(refusal).toContain(`${one.userId}  alpine  ${name}, ann-1-${command}`)
  expect(refusal).toContain(`${other.userId}  lagoon  ${name.toUpperCase()}, ann-2-${command}`)
  expect([await called(one), await called(other)]).toEqual([200, 200])
})

test('treats a subject that equals the name of another person as ambiguous', async () => {
  await signInStaff(portal, 'alpine', { subject: 'mira' })
  await signInStaff(portal, 'alpine', { subject: 'x-7', name: 'Mira' })
  await expect(run('disable', 'mira')).rejects.toThrow('matches several people')
})

test("turning a person's access off rejects their token, renewal and tickets on the next request", async () => {
  const bea = await signInStaff(portal, 'alpine', { subject: 'bea', name: 'Bea Example' })
  const again = await signInStaff(portal, 'alpine', { subject: 'bea', name: 'Bea Example' })
  const issued = await portal.call(createTicket, { path, fields: {} }, { headers: bea.headers })
  expect(await run('disable', 'bea example')).toContain('sessions ended: 2')
  expect(await lastAudit()).toEqual({
    actor: actorOnCommandLine(),
    action: 'staff disabled',
    subject: bea.userId,
    detail: { sessions: 2 },
  })
  expect([await called(bea), await called(again)]).toEqual([401, 401])
  expect(await renewed(bea)).toBe('interaction_required')
  const opened = await portal.app.inject({
    method: 'POST',
    url: path,
    headers: { cookie: bea.cookie },
    payload: { Token: issued.json().ticket },
  })
  expect(opened.statusCode).toBe(401)
  expect(await run('list')).toMatch(/bea {2}.*\n.*disabled since \S+/)
})

test('rejects a session that was created for a person whose access is off', async () => {
  const cleo = await signInStaff(portal, 'alpine', { subject: 'cleo' })
  await run('disable', 'cleo')
  await execute(
    portal.databaseContext.owner,
    sql`update staff_session set ended_at = null where user_id = ${cleo.userId}`,
  )
  expect([await called(cleo), await renewed(cleo)]).toEqual([401, 'interaction_required'])
})

test("turning a person's access off ends a session that a concurrent sign-in starts", async () => {
  const person = { issuer: 'https://login.test', subject: 'dora', name: 'Dora', email: undefined }
  await inTransaction(portal.db, (db) => upsertUser(db, person))
  let disabling: Promise<unknown> = Promise.resolve()
  const key = await inTransaction(portal.db, async (db) => {
    const userId = await upsertUser(db, person)
    disabling = disableStaff(portal.databaseContext.owner, { who: 'dora', actor: 'test' })
    expect(await isDisabled(db, userId)).toBe(false)
    return startSession(db, { userId, clientId: 'alpine', idToken: '', address: '127.0.0.1' })
  })
  await disabling
  const headers = { cookie: `portal-session=${key}` }
  expect((await portal.call(renewToken, {}, { headers })).statusCode).toBe(401)
})

test('a person whose access is turned back on can sign in again, but old sessions stay ended', async () => {
  const eve = await signInStaff(portal, 'alpine', { subject: 'eve' })
  await run('disable', eve.userId)
  expect(await run('enable', 'eve')).toContain('can sign in again')
  expect(await lastAudit()).toMatchObject({ action: 'staff enabled', subject: eve.userId })
  expect(await called(eve)).toBe(401)
  expect(await called(await signInStaff(portal, 'alpine', { subject: 'eve' }))).toBe(200)
})

test("the application role cannot turn anyone's access back on", async () => {
  const enabling = execute(portal.db, sql`update staff_user set disabled_at = null`)
  await expect(enabling).rejects.toThrow('permission denied')
})

test('lists the active sessions of a person with start time and address', async () => {
  const clock = freezeClock()
  const first = await signInStaff(portal, 'alpine', { subject: 'fay' })
  clock.forward({ minutes: 50 })
  const second = await signInStaff(portal, 'lagoon', { subject: 'fay' })
  const listed = await run('sessions', 'fay')
  expect(listed).toMatch(
    new RegExp(`${readSessionId(second)} {2}lagoon {2}127\\.0\\.0\\.1 {2}since \\S+Z, last`),
  )
  expect(listed.indexOf(readSessionId(second))).toBeLessThan(listed.indexOf(readSessionId(first)))
  expect(await lastAudit()).toMatchObject({ action: 'staff sessions listed', detail: { sessions: 2 } })
  clock.forward({ minutes: 11 })
  expect(await run('sessions', 'fay')).not.toContain(readSessionId(first))
  await run('end-sessions', 'fay')
  expect(await run('sessions', 'fay')).toContain('no session')
})

test('ends one session by ID and keeps the others', async () => {
  const [lost, kept, foreign] = [
    await signInStaff(portal, 'alpine', { subject: 'gil' }),
    await signInStaff(portal, 'alpine', { subject: 'gil' }),
    await signInStaff(portal, 'alpine', { subject: 'hal' }),
  ]
  for (const id of [readSessionId(foreign), 'none'])
    await expect(run('end-sessions', 'gil', '--session', id)).rejects.toThrow(
      `gil has no active session ${id}`,
    )
  await run('end-sessions', 'gil', '--session', readSessionId(lost))
  expect(await lastAudit()).toMatchObject({
    actor: actorOnCommandLine(),
    action: 'staff sessions ended',
    subject: lost.userId,
    detail: { sessions: 1, session: readSessionId(lost) },
  })
  expect([await called(lost), await called(kept), await called(foreign)]).toEqual([401, 200, 200])
  await expect(run('end-sessions', 'gil', '--session', readSessionId(lost))).rejects.toThrow(
    'has no active session',
  )
})

test('ends all sessions of a person, who can sign in again', async () => {
  const [one, other] = [
    await signInStaff(portal, 'alpine', { subject: 'ida' }),
    await signInStaff(portal, 'alpine', { subject: 'ida' }),
  ]
  expect(await run('end-sessions', 'ida')).toContain('Sessions ended: 2.')
  expect([await called(one), await called(other)]).toEqual([401, 401])
  expect(await called(await signInStaff(portal, 'alpine', { subject: 'ida' }))).toBe(200)
})
