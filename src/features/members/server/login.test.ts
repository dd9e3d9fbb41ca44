import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import {
  addMember,
  addVisitor,
  from,
  logIn,
  logInMember,
  memberPassword,
  wrong,
} from '#test-support/member-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { showMemberPage } from '../contract.ts'
import { messages } from '../messages.ts'
import { disableMemberAccount } from './member-accounts.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal({ TRUSTED_PROXIES: ['127.0.0.1'] })
  await addClient(portal, 'alpine', ['ALP1'])
  await addClient(portal, 'closed', ['CLO1'], { enabled: false })
  const html = '<h2>Welcome</h2><script>steal()</script>'
  await addMember(portal, 'alpine-member', 'alpine', { showIdCard: true, content: html })
  await addMember(portal, 'left-member', 'alpine', { showIdCard: true })
  await addMember(portal, 'closed-member', 'closed')
  await disableMemberAccount(portal.databaseContext.owner, { name: 'left-member', actor: 'test' })
})
afterAll(() => portal.close())

/** A response without its date and reference. */
function comparable({ statusCode, headers, body }: Awaited<ReturnType<typeof logIn>>) {
  const { date: _, 'x-request-id': __, 'content-security-policy': ___, ...rest } = headers
  const remaining = Object.keys(rest).filter((name) => !name.startsWith('x-ratelimit'))
  return { statusCode, remaining, body: body.replace(/"reference":"[^"]*"/, '') }
}

test.each([
  ['', memberPassword],
  ['   ', memberPassword],
  ['alpine-member', ''],
])('rejects a login as "%s" with the password "%s" and says why', async (name, password) => {
  const response = await logIn(portal, name, password)
  expect([response.statusCode, response.json().detail]).toEqual([422, messages.bothRequired])
})

test('gives the same response for a wrong name, a wrong password, a disabled account and a closed client', async () => {
  const wrongPassword = comparable(await logIn(portal, 'alpine-member', wrong, from('198.51.100.1')))
  expect(wrongPassword.statusCode).toBe(401)
  expect(wrongPassword.body).toContain(messages.wrong)
  for (const [name, password] of [
    ['nobody', wrong],
    ['nobody', memberPassword],
    ['left-member', memberPassword],
    ['closed-member', memberPassword],
  ] as const)
    expect(comparable(await logIn(portal, name, password, from('198.51.100.1'))), name).toEqual(wrongPassword)
})

test('rejects a cross-site login', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await logIn(portal, 'alpine-member', memberPassword, { headers })).statusCode).toBe(403)
})

test('accepts the right password for a name in any case and with surrounding blanks', async () => {
  const response = await logIn(portal, '  Alpine-MEMBER ')
  expect(response.json()).toEqual({
    clientName: 'Client alpine',
    content: '<h2>Welcome</h2>',
    showIdCard: true,
    showEnglishAndGerman: false,
  })
})

test('a login starts no session and keeps the old one when the member page cannot be loaded', async () => {
  const { name, here } = await addVisitor(portal, 'alpine')
  const { cookie } = await logInMember(portal, name)
  const { owner } = portal.databaseContext
  const shows = (area: string) =>
    execute(owner, sql`update client set member_area = ${area}::jsonb where id = 'alpine'`)
  await shows('{"showIdCard": "perhaps"}')
  const headers = { ...here.headers, cookie }
  expect((await logIn(portal, name, memberPassword, { headers })).statusCode).toBe(500)
  await shows('{"showIdCard": true}')
  expect((await portal.call(showMemberPage, {}, { headers: { cookie } })).statusCode).toBe(200)
})

test.each([
  ['a control character', 'alpine\0member'],
  ['overlong text', 'x'.repeat(5000)],
])('treats %s like any other wrong name', async (_kind, odd) => {
  const expected = comparable(await logIn(portal, 'nobody', wrong, from('198.51.100.201')))
  expect(comparable(await logIn(portal, odd, wrong, from('198.51.100.201')))).toEqual(expected)
  expect(comparable(await logIn(portal, 'nobody', odd, from('198.51.100.201')))).toEqual(expected)
})

test('logs logins and rejections to the audit trail without the typed name', async () => {
  const { name, here } = await addVisitor(portal, 'alpine')
  await logIn(portal, name, wrong, here)
  await logIn(portal, 'oops-my-password', wrong, here)
  await logIn(portal, name, memberPassword, here)
  const events = await queryRow(
    portal.databaseContext.owner,
    z.object({ text: z.string(), actions: z.array(z.string()) }),
    sql`
    select string_agg(e::text, ' ') as text, json_agg(action order by id) as actions
      from audit_event e where address = ${here.headers['x-forwarded-for']}`,
  )
  expect(events?.actions).toEqual(['member login refused', 'member login refused', 'member logged in'])
  expect(events?.text).not.toContain('oops')
})
