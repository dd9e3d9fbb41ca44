import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { actorOnCommandLine } from '#platform/cli/with-database.ts'
import { now } from '#platform/contract/clock.ts'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { type AddCommand, runCommand } from '#test-support/run-command.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { addStaffCommands } from './staff-commands.ts'
import { findPrincipalBySession } from './staff-principal-query.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'alpine', ['ALP1', 'ALP2', 'ALP3'])
  await addClient(portal, 'lagoon', ['LAG1'], { authorizers: 'all' })
  await addClient(portal, 'harborline', [])
})
afterAll(() => portal.close())

const addCommands: AddCommand = (program, open) => addStaffCommands(program, open, () => 'https://login.test')
const run = (...words: string[]) => runCommand(portal, addCommands, ['staff', ...words])

type Staff = Awaited<ReturnType<typeof signInStaff>>

function findPrincipal({ key, token, userId }: Staff, viewing?: string) {
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const asked = {
    sessionId: sid,
    userId,
    sessionKey: key,
    requestedClientId: viewing ?? null,
    config: portal.config,
  }
  return findPrincipalBySession(portal.db, asked)
}

async function currentRights(staff: Staff, viewing?: string) {
  const { codes, mayDecide } = (await findPrincipal(staff, viewing))?.client ?? {}
  return { codes, mayDecide }
}

const managesMembers = async (staff: Staff) => (await findPrincipal(staff))?.managesMembers

test('grant requires codes or --decide', async () => {
  await expect(run('grant', 'ada')).rejects.toThrow('Specify what to grant')
  await expect(run('revoke', 'ada')).rejects.toThrow('Specify what to revoke')
})

test('rejects a grant of an unknown code', async () => {
  await expect(run('grant', 'ada', '--codes', 'ALP1,NONE')).rejects.toThrow('Unknown client code: NONE.')
})

test('revoke rejects an unknown person', async () => {
  await expect(run('revoke', 'unknown', '--decide')).rejects.toThrow('No one matches "unknown".')
})

test('refuses to revoke the last code, which would grant access to every code', async () => {
  const ada = await signInStaff(portal, 'alpine', { subject: 'ada' })
  await run('grant', 'ada', '--codes', 'ALP2')
  await expect(run('revoke', 'ada', '--codes', 'ALP2')).rejects.toThrow(
    'remove the restriction with --all-codes',
  )
  expect(await currentRights(ada)).toEqual({ codes: ['ALP2'], mayDecide: false })
})

test('a restricted person sees only their codes until the restriction is removed', async () => {
  const bea = await signInStaff(portal, 'alpine', { subject: 'bea' })
  expect(await currentRights(bea)).toEqual({ codes: ['ALP1', 'ALP2', 'ALP3'], mayDecide: false })
  expect(await run('grant', 'bea', '--codes', 'ALP3, ALP1')).toContain('only ALP1, ALP3')
  expect(await currentRights(bea)).toEqual({ codes: ['ALP1', 'ALP3'], mayDecide: false })
  await run('revoke', 'bea', '--all-codes')
  expect((await currentRights(bea)).codes).toHaveLength(3)
})

test('refuses to restrict a person to codes of another client', async () => {
  const cora = await signInStaff(portal, 'alpine', { subject: 'cora' })
  await expect(run('grant', 'cora', '--codes', 'ALP1,LAG1')).rejects.toThrow(
    'cora belongs to alpine, which does not have LAG1',
  )
  expect((await currentRights(cora)).codes).toHaveLength(3)
})

test('remembers the client of a person after their sessions are deleted', async () => {
  const clock = freezeClock()
  await signInStaff(portal, 'alpine', { subject: 'gil' })
  clock.forward({ minutes: 2 * 24 * 60 })
  await signInStaff(portal, 'lagoon', { subject: 'hal' })
  await expect(run('grant', 'gil', '--codes', 'LAG1')).rejects.toThrow('gil belongs to alpine')
  expect(await run('list')).toMatch(/alpine {2}.*gil {2}\S+/)
})

test('the audit trail records the codes of a removed restriction', async () => {
  await signInStaff(portal, 'alpine', { subject: 'ivy' })
  await run('grant', 'ivy', '--codes', 'ALP1,ALP2')
  await run('revoke', 'ivy', '--all-codes')
  const lifted = await queryRow(
    portal.databaseContext.owner,
    z.object({ codes: z.string() }),
    sql`select detail ->> 'codes' as codes from audit_event where action = 'right revoked' order by id desc limit 1`,
  )
  expect(lifted).toEqual({ codes: 'ALP1,ALP2' })
})

test('a person restricted to codes of another client before their first sign-in sees no rows', async () => {
  await run('grant', 'cleo', '--codes', 'LAG1')
  expect((await currentRights(await signInStaff(portal, 'alpine', { subject: 'cleo' }))).codes).toEqual([])
})

test('grant rejects a blank name', async () => {
  await expect(run('grant', ' ', '--decide')).rejects.toThrow('Specify the person by ID')
})

test('revoking the right to make decisions takes effect on the next request', async () => {
  const dora = await signInStaff(portal, 'alpine', { subject: 'dora' })
  await run('grant', 'dora', '--decide')
  expect((await currentRights(dora)).mayDecide).toBe(true)
  await run('revoke', 'dora', '--decide')
  expect((await currentRights(dora)).mayDecide).toBe(false)
})

test('internal staff need their own right to make decisions even when the client lets all staff make them', async () => {
  expect((await currentRights(await signInStaff(portal, 'lagoon'))).mayDecide).toBe(true)
  const ines = await signInStaff(portal, 'harborline', { subject: 'ines' })
  expect((await currentRights(ines, 'lagoon')).mayDecide).toBe(false)
  await run('grant', 'ines', '--decide')
  expect((await currentRights(ines, 'lagoon')).mayDecide).toBe(true)
})

test('grant rejects an email address that belongs to nobody, which would not restrict the person who signs in', async () => {
  const grant = run('grant', 'new.person@alpine.example', '--codes', 'ALP1')
  await expect(grant).rejects.toThrow('Nobody with this email address has signed in')
  expect(await run('list')).not.toContain('new.person')
})

test('grants rights by subject before the first sign-in', async () => {
  await run('grant', 'eve', '--codes', 'ALP1')
  expect((await currentRights(await signInStaff(portal, 'alpine', { subject: 'eve' }))).codes).toEqual([
    'ALP1',
  ])
})

test('the right to manage member accounts takes effect for people who see every code', async () => {
  const kai = await signInStaff(portal, 'alpine', { subject: 'kai' })
  expect(await managesMembers(kai)).toBe(false)
  expect(await run('grant', 'kai', '--members')).toContain('can change the passwords of member accounts')
  expect(await managesMembers(kai)).toBe(true)
  await run('grant', 'kai', '--codes', 'ALP1')
  expect(await managesMembers(kai)).toBe(false)
  await run('revoke', 'kai', '--all-codes')
  expect(await managesMembers(kai)).toBe(true)
  await run('revoke', 'kai', '--members')
  expect(await managesMembers(kai)).toBe(false)
})

test('lists when and by whom each right was given, together if one command gave them', async () => {
  const clock = freezeClock()
  const { userId } = await signInStaff(portal, 'alpine', { subject: 'lou' })
  const given = now().toISOString()
  await run('grant', 'lou', '--codes', 'ALP1,ALP2', '--decide')
  clock.forward({ minutes: 1 })
  await run('grant', 'lou', '--codes', 'ALP2', '--decide', '--members')
  await execute(
    portal.databaseContext.owner,
    sql`insert into staff_grant (user_id, kind, granted_at) values (${userId}, 'audit', '2025-01-01T12:00:00Z')`,
  )
  const lines = (await run('list')).split('\n')
  const start = lines.findIndex((line) => line.startsWith(userId))
  expect(lines.slice(start + 2, start + 5)).toEqual([
    `    members: given ${now().toISOString()} by ${actorOnCommandLine()}`,
    `    ALP1, ALP2, decide: given ${given} by ${actorOnCommandLine()}`,
    '    audit: given 2025-01-01T12:00:00.000Z by an unknown actor; see the audit trail',
  ])
})

test('lists all people with their rights', async () => {
  await signInStaff(portal, 'alpine', { subject: 'fay', name: 'Fay Example' })
  expect(await run('list')).toMatch(
    /alpine {2}Fay Example, fay {2}\S+\n {4}every code of the client; can decide/,
  )
})
