import { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addClientsCommands } from '#clients/server/clients-commands.ts'
import { noDependents } from '#clients/server/clients-import.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { renewToken } from '#sign-in/contract.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { addMember, logIn, logInMember } from '#test-support/member-fixture.ts'
import { openPortal, productionSettings } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { logMemberOut, openIdCard, showMemberPage } from '../contract.ts'
import { messages } from '../messages.ts'
import { endClientSessions, endEverySession } from './member-sessions.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'alpine', ['ALP1'])
  await addClient(portal, 'closing', ['CLO1'])
  await addMember(portal, 'alpine-member', 'alpine', { content: '<p>Alpine</p>' })
  await addMember(portal, 'closing-member', 'closing')
})
afterAll(() => portal.close())

type Headers = { cookie: string }
const page = (headers: Headers) => portal.call(showMemberPage, {}, { headers })
const logOut = (headers: Record<string, string>) => portal.call(logMemberOut, {}, { headers })

test.each([
  ['no cookie', {}],
  ['an unknown cookie', { cookie: 'portal-member-session=nothing' }],
])('a request with %s is rejected', async (_case, headers) => {
  for (const call of [showMemberPage, openIdCard]) {
    const response = await portal.app.inject({ method: call.method, url: call.path, headers })
    expect([response.statusCode, response.json().detail]).toEqual([401, messages.loginNeeded])
  }
})

test('the card window links to the login page when the session has ended', async () => {
  const { statusCode, body } = await portal.app.inject({
    method: 'POST',
    url: openIdCard.path,
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(statusCode).toBe(401)
  expect(body).toContain(`<h1>${messages.loginNeeded}</h1>`)
  expect(body.match(/<a .*?<\/a>/g)).toEqual(['<a href="/client-member-page/login">Member Login</a>'])
  expect(body).not.toContain('Reference')
})

test('the page has its content in German if the client wrote it, otherwise in English', async () => {
  const headers = await logInMember(portal, 'alpine-member')
  const read = async (language: string) =>
    (await portal.app.inject({ url: `${showMemberPage.path}?language=${language}`, headers })).json()
  const english = { content: '<p>Alpine</p>', contentLanguage: 'en' }
  expect(await read('de')).toMatchObject(english)
  const german = { key: 'member/alpine/de', version: 1, html: '<p>Berge</p>', stored_at: new Date(0) }
  await portal.insert('content', german)
  expect(await read('de')).toMatchObject({ content: '<p>Berge</p>', contentLanguage: 'de' })
  for (const language of ['en', 'fr', '', '%F0%9F%98%80', 'x'.repeat(200)])
    expect(await read(language), language).toMatchObject(english)
})

test('staff and member sessions do not grant access to each other', async () => {
  const staff = await signInStaff(portal, 'alpine')
  expect((await page(staff)).statusCode).toBe(401)
  expect((await page({ cookie: `portal-member-session=${staff.key}` })).statusCode).toBe(401)
  const { cookie } = await logInMember(portal, 'alpine-member')
  const asStaff = cookie.replace('portal-member-session', 'portal-session')
  expect((await portal.call(renewToken, {}, { headers: { cookie: asStaff } })).statusCode).toBe(401)
})

test('a cross-site page cannot use or end a session', async () => {
  const headers = { ...(await logInMember(portal, 'alpine-member')), 'sec-fetch-site': 'same-site' }
  for (const call of [showMemberPage, openIdCard, logMemberOut])
    expect(
      (await portal.app.inject({ method: call.method, url: call.path, headers })).statusCode,
      call.path,
    ).toBe(403)
  expect((await page({ cookie: headers.cookie })).statusCode).toBe(200)
})

test('the session cookie is HttpOnly and SameSite=Strict', async () => {
  const [cookie] = (await logIn(portal, 'alpine-member')).cookies
  expect(cookie).toMatchObject({
    name: 'portal-member-session',
    httpOnly: true,
    sameSite: 'Strict',
    path: '/',
  })
  const secure = await openPortal(productionSettings)
  await addClient(secure, 'alpine', [])
  await addMember(secure, 'alpine-member', 'alpine')
  const [bound] = (await logIn(secure, 'alpine-member')).cookies
  expect(bound).toMatchObject({ name: '__Host-portal-member-session', secure: true, httpOnly: true })
  await secure.close()
})

test('the page shows the current client settings', async () => {
  const headers = await logInMember(portal, 'alpine-member')
  expect((await page(headers)).json()).toMatchObject({ content: '<p>Alpine</p>', showIdCard: false })
  await execute(
    portal.databaseContext.owner,
    sql`update client set member_area = '{"showIdCard": true, "showEnglishAndGerman": true}' where id = 'alpine'`,
  )
  expect((await page(headers)).json()).toMatchObject({ showIdCard: true, showEnglishAndGerman: true })
})

test('logout invalidates the cookie and can be repeated', async () => {
  const headers = await logInMember(portal, 'alpine-member')
  const response = await logOut(headers)
  expect(response.cookies).toMatchObject([{ name: 'portal-member-session', value: '' }])
  expect((await page(headers)).statusCode).toBe(401)
  expect((await logOut(headers)).statusCode).toBe(200)
  expect((await logOut({})).statusCode).toBe(200)
})

test('each login gets a new key and ends the previous session of the browser', async () => {
  const first = await logInMember(portal, 'alpine-member')
  const elsewhere = await logInMember(portal, 'alpine-member')
  const again = await logIn(portal, 'alpine-member', undefined, { headers: first })
  expect(again.cookies[0]?.value).not.toBe(first.cookie.split('=')[1])
  expect((await page(first)).statusCode).toBe(401)
  expect((await page(elsewhere)).statusCode).toBe(200)
})

test('member and staff sessions coexist in one browser and end separately', async () => {
  const staff = await signInStaff(portal, 'alpine')
  const member = await logInMember(portal, 'alpine-member')
  const cookie = `${staff.cookie}; ${member.cookie}`
  const renewed = () => portal.call(renewToken, {}, { headers: { cookie } })
  expect([(await renewed()).statusCode, (await page({ cookie })).statusCode]).toEqual([200, 200])
  await logOut({ cookie })
  expect([(await renewed()).statusCode, (await page({ cookie })).statusCode]).toEqual([200, 401])
})

test('a session ends one hour after its last request and twelve hours after its start', async () => {
  const clock = freezeClock()
  const headers = await logInMember(portal, 'alpine-member')
  for (let calls = 0; calls < 12; calls += 1) {
    clock.forward({ minutes: 59 })
    expect((await page(headers)).statusCode).toBe(200)
  }
  clock.forward({ minutes: 12 })
  expect((await page(headers)).statusCode).toBe(401)
  const idle = await logInMember(portal, 'alpine-member')
  clock.forward({ minutes: 60 })
  expect((await page(idle)).statusCode).toBe(401)
})

/** Closes or opens a client as an operator would. */
async function clients(word: 'close' | 'open', id: string) {
  const program = new Command('portal').exitOverride().configureOutput({ writeOut: () => {} })
  const open = async () => ({ ...portal.databaseContext, close: async () => {} })
  addClientsCommands(program, {
    open,
    videoHosts: () => [],
    dependents: { ...noDependents, endMemberSessions: endClientSessions },
  })
  await program.parseAsync(['clients', word, id], { from: 'user' })
}

test('closing a client ends the sessions of its members only', async () => {
  const headers = await logInMember(portal, 'closing-member')
  const others = await logInMember(portal, 'alpine-member')
  expect((await page(headers)).statusCode).toBe(200)
  await clients('close', 'closing')
  await clients('open', 'closing')
  expect((await page(headers)).statusCode).toBe(401)
  expect((await page(others)).statusCode).toBe(200)
  expect((await page(await logInMember(portal, 'closing-member'))).statusCode).toBe(200)
})

test('all sessions and known devices end together', async () => {
  const headers = await logInMember(portal, 'alpine-member')
  const { owner } = portal.databaseContext
  const devices = () =>
    queryRows(
      owner,
      z.object({ key: z.string() }),
      sql`select encode(device_key, 'hex') as key from member_account`,
    )
  const before = await devices()
  expect(await endEverySession(owner)).toBeGreaterThan(0)
  expect((await page(headers)).statusCode).toBe(401)
  for (const { key } of await devices()) expect(before).not.toContainEqual({ key })
  expect(await endEverySession(owner)).toBe(0)
})

test('a session started while its client closes never grants access', async () => {
  const headers = await logInMember(portal, 'closing-member')
  await clients('close', 'closing')
  await execute(portal.databaseContext.owner, sql`update member_session set ended_at = null`)
  expect((await page(headers)).statusCode).toBe(401)
  await clients('open', 'closing')
  expect((await page(headers)).statusCode).toBe(401)
})

test('the stored session hash does not grant access', async () => {
  const { cookie } = await logInMember(portal, 'alpine-member')
  const rows = await queryRows(
    portal.databaseContext.owner,
    z.object({ text: z.string(), hash: z.string() }),
    sql`select s::text as text, encode(key_hash, 'hex') as hash from member_session s`,
  )
  expect(rows.some(({ text }) => text.includes(cookie.split('=')[1] ?? ''))).toBe(false)
  for (const { hash } of rows)
    expect((await page({ cookie: `portal-member-session=${hash}` })).statusCode).toBe(401)
})
