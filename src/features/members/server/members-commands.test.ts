import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { logIn, memberPassword } from '#test-support/member-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { type AddCommand, runCommand } from '#test-support/run-command.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { showMemberPage } from '../contract.ts'
import { addMembersCommands } from './members-commands.ts'
import { messages } from './members-messages.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
/** What is typed at each prompt, in order. */
let typed: string[]
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'alpine', ['ALP1'])
})
beforeEach(() => {
  typed = [memberPassword, memberPassword]
})
afterAll(() => portal.close())

const ask = async () => ({ secret: typed.shift() ?? '', isTyped: true })
const addCommands: AddCommand = (program, open) => addMembersCommands(program, { open, ask })
const run = (...words: string[]) => runCommand(portal, addCommands, ['members', ...words])
const create = (name: string, ...words: string[]) => run('create', name, '--client', 'alpine', ...words)
const status = async (name: string, password = memberPassword) =>
  (await logIn(portal, name, password)).statusCode

test.each([
  ['fourteen chars', messages.tooShort(15, 14)],
  ['abcde'.repeat(201), messages.tooLong(1000)],
  ['\u{1f511}abcdef'.repeat(130), messages.tooLong(1000)],
  ['a horse, a battery\nand a staple', messages.unsendable],
  ['a horse, a battery\0and a staple', messages.unsendable],
  ['aaaaaaaaaaaaaaaaaaaa', messages.easilyGuessed],
  ['12345678901234567', messages.easilyGuessed],
  ['iloveyouforever!', messages.easilyGuessed],
  ['Demo-Portal-2026', messages.easilyGuessed],
  ['Alpine Alpine 2026', messages.easilyGuessed],
  ['', messages.noPassword],
])('rejects the password "%.20s" and says why', async (password, sentence) => {
  typed = [password, password]
  await expect(create('ada')).rejects.toThrow(sentence)
})

test('create and reset reject a password based on the account name', async () => {
  typed = Array(2).fill('Rosalinda-2026-rosalinda')
  await expect(create('rosalinda')).rejects.toThrow(messages.easilyGuessed)
  await create('rosalinda', '--generate')
  typed = Array(2).fill('rosalinda rosalinda')
  await expect(run('reset', 'rosalinda')).rejects.toThrow(messages.easilyGuessed)
})

test.each([['disable'], ['create', '--client', 'alpine'], ['list', '--client']])(
  '%s escapes control characters in output',
  async (word, ...rest) => {
    await expect(run(word, ...rest, 'a\u001b[2Jb')).rejects.toThrow('a\\u{1b}[2Jb')
  },
)

test('prints the stored name without surrounding blanks', async () => {
  expect(await create('\u000b zoe')).toContain('log in as zoe.')
})

test('lists the accounts of one client', async () => {
  await addClient(portal, 'coastal', [])
  expect(await run('list', '--client', 'coastal')).toContain('coastal has no member accounts yet.')
  await run('create', 'of-coastal', '--client', 'coastal', '--generate')
  await create('of-alpine', '--generate')
  expect(await run('list', '--client', 'coastal')).toMatch(
    /^of-coastal {2}coastal {2}password since \S+, initial password until \S+\n$/,
  )
  expect(await run('list')).toContain('of-alpine')
  await expect(run('list', '--client', 'nowhere')).rejects.toThrow('No client has the ID nowhere')
})

test('rejects a password on the command line without printing it', async () => {
  for (const words of [
    ['create', 'ada', '--client', 'alpine'],
    ['reset', 'ada'],
  ])
    await expect(run(...words, 'my-own-password')).rejects.toEqual(new Error(messages.onlyName))
  expect(await status('ada')).toBe(401)
})

test('creates no account when the two passwords differ', async () => {
  typed = [memberPassword, `${memberPassword}s`]
  await expect(create('ada')).rejects.toThrow(messages.notTheSame)
  expect(await status('ada')).toBe(401)
})

test.each(['', 'a b', '-a', 'ä', 'a'.repeat(101)])('rejects the account name "%.20s"', async (name) => {
  await expect(run('create', '--client', 'alpine', '--', name)).rejects.toThrow('is not a valid name')
})

test('rejects unknown clients and duplicate names regardless of case', async () => {
  await expect(run('create', 'ada', '--client', 'nowhere')).rejects.toThrow('No client has the ID nowhere')
  typed = [memberPassword, memberPassword]
  await create('taken')
  typed = [memberPassword, memberPassword]
  await expect(create('TAKEN')).rejects.toThrow('The account taken already exists')
})

test.each([['reset', '--generate'], ['disable'], ['enable'], ['sessions'], ['end-sessions']])(
  '%s rejects an unknown account',
  async (word, ...rest) => {
    await expect(run(word, 'unknown', ...rest)).rejects.toThrow('No account is named unknown')
  },
)

test('creates an account with a typed password without printing it', async () => {
  const printed = await create('Bea')
  expect(printed + (await run('list'))).not.toContain(memberPassword)
  expect(await run('list')).toMatch(/^bea {2}alpine {2}password since \S+$/m)
  expect(await status('bea')).toBe(200)
})

test('prints a generated password once, with its end, and it logs no member in', async () => {
  const printed = await create('cleo', '--generate')
  const [, password = '', until = ''] = /hash:\n(\S+)\nUntil (\S+),/.exec(printed) ?? []
  expect(password).toMatch(/^([a-z2-9]{4}-){6}[a-z2-9]{4}$/)
  expect(await status('cleo', password)).toBe(401)
  const listed = await run('list')
  expect(listed).not.toContain(password)
  expect(listed).toMatch(
    new RegExp(`^cleo  alpine  password since \\S+, initial password until ${until}$`, 'm'),
  )
})

test('an initial password cannot be typed as the one that lasts', async () => {
  const [, password = ''] = /hash:\n(\S+)/.exec(await create('ivo', '--generate')) ?? []
  typed = [password, password]
  await expect(run('reset', 'ivo')).rejects.toThrow(messages.wasInitial('ivo'))
  typed = [memberPassword, memberPassword]
  await run('reset', 'ivo')
  expect(await status('ivo')).toBe(200)
  expect(await run('list')).toMatch(/^ivo {2}alpine {2}password since \S+$/m)
})

test('the list shows that an initial password has expired', async () => {
  await create('kim', '--generate')
  freezeClock().forward({ minutes: 7 * 24 * 60 })
  expect(await run('list')).toMatch(/^kim .*initial password expired \S+$/m)
})

test.each([['reset', '--generate'], ['disable']])(
  '%s ends the sessions of an account immediately',
  async (word, ...rest) => {
    const name = `ends-by-${word}`
    await create(name)
    const [cookie] = (await logIn(portal, name)).cookies
    const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
    expect((await portal.call(showMemberPage, {}, { headers })).statusCode).toBe(200)
    await run(word, name, ...rest)
    expect((await portal.call(showMemberPage, {}, { headers })).statusCode).toBe(401)
    expect(await status(name)).toBe(401)
  },
)

/** Logs in a member; returns the request headers and the session ID. */
async function logInWithId(name: string) {
  const [cookie] = (await logIn(portal, name)).cookies
  const [id = ''] = (await run('sessions', name)).split('  ')
  return { id, headers: { cookie: `${cookie?.name}=${cookie?.value}` } }
}
const seen = async ({ headers }: { headers: Record<string, string> }) =>
  (await portal.call(showMemberPage, {}, { headers })).statusCode

test('lists the sessions of an account and ends one or all of them', async () => {
  await create('flo', '--generate')
  await expect(run('sessions', 'flo')).resolves.toContain('The account flo has no sessions.')
  typed = [memberPassword, memberPassword]
  await run('reset', 'flo')
  const sessions = [await logInWithId('flo'), await logInWithId('flo'), await logInWithId('flo')] as const
  expect(await run('sessions', 'FLO')).toMatch(
    new RegExp(`^${sessions[2].id} {2}127\\.0\\.0\\.1 {2}since \\S+Z, last used \\S+Z\n${sessions[1].id}`),
  )
  await run('end-sessions', 'flo', '--session', sessions[1].id)
  expect(await Promise.all(sessions.map(seen))).toEqual([200, 401, 200])
  expect(await run('end-sessions', 'flo')).toContain('Ended 2 sessions for flo.')
  expect(await Promise.all(sessions.map(seen))).toEqual([401, 401, 401])
  expect(await status('flo')).toBe(200)
})

test('does not end a session of another account', async () => {
  typed = Array(4).fill(memberPassword)
  await create('gus')
  await create('hugo')
  const session = await logInWithId('gus')
  const ending = run('end-sessions', 'hugo', '--session', session.id)
  await expect(ending).rejects.toThrow(messages.noSession('hugo', session.id))
  expect(await seen(session)).toBe(200)
})

test('enabling an account restores login but not old sessions', async () => {
  await create('dora')
  const [cookie] = (await logIn(portal, 'dora')).cookies
  await run('disable', 'dora')
  expect(await run('list')).toMatch(/^dora .*disabled/m)
  await run('enable', 'dora')
  expect(await status('dora')).toBe(200)
  const headers = { cookie: `${cookie?.name}=${cookie?.value}` }
  expect((await portal.call(showMemberPage, {}, { headers })).statusCode).toBe(401)
})

test('logs every change to the audit trail without the password', async () => {
  await create('eve')
  typed = [`${memberPassword}!`, `${memberPassword}!`]
  await run('reset', 'eve')
  await run('sessions', 'eve')
  await run('end-sessions', 'eve')
  await run('disable', 'eve')
  await run('enable', 'eve')
  const events = await queryRows(
    portal.databaseContext.owner,
    z.object({ action: z.string(), text: z.string() }),
    sql`select action, e::text as text from audit_event e where subject = 'eve' order by id`,
  )
  expect(events.map(({ action }) => action)).toEqual([
    'member account made',
    'member password reset',
    'member sessions listed',
    'member sessions ended',
    'member account disabled',
    'member account enabled',
  ])
  const stored = await queryRows(
    portal.databaseContext.owner,
    z.object({ text: z.string(), hash: z.string() }),
    sql`select a::text as text, password_hash as hash from member_account a where name = 'eve'`,
  )
  expect(JSON.stringify([events, stored])).not.toContain(memberPassword)
  expect(stored[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
