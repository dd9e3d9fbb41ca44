import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { openSmallDirectory } from '#test-support/directory-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { emailProviders, getEmailSender } from '../mail-contract.ts'

let portal: Awaited<ReturnType<typeof openSmallDirectory>>
beforeAll(async () => {
  portal = await openSmallDirectory()
  await addClient(portal, 'alpine', ['ALP1'])
})
beforeEach(async () => {
  await execute(portal.databaseContext.owner, sql`truncate provider_email, outbox`)
})
afterAll(() => portal.close())

async function hashFrom(network: string) {
  const query = sql`select hash from provider where network_code = ${network} order by roster_id limit 1`
  return (await queryRow(portal.db, z.object({ hash: z.string() }), query))?.hash ?? ''
}

type Asked = Partial<z.input<typeof emailProviders.request>>
async function send(changes: Asked = {}, headers = {}, network = 'domesticLocal') {
  const requested = { user: 'Ann Example', toEmail: 'bob@example.com', providers: [await hashFrom(network)] }
  return portal.call(emailProviders, { providerCode: network, ...requested, ...changes }, { headers })
}

const mails = () =>
  queryRows(
    portal.db,
    z.object({ replyTo: z.string().nullable(), subject: z.string(), text: z.string(), html: z.string() }),
    sql`select reply_to as "replyTo", subject, body_text as text, body_html as html from outbox order by made_at, id`,
  )

const sender = (providerCode: string, remoteAddress = '127.0.0.1', headers = {}) =>
  portal.call(getEmailSender, { providerCode }, { remoteAddress, headers })

test('only those who may use a search with email learn the address for replies', async () => {
  expect((await sender('publicDomestic')).statusCode).toBe(404)
  expect((await sender('domesticLocal', '203.0.113.9')).statusCode).toBe(403)
  expect((await sender('secureDomestic')).statusCode).toBe(401)
})

test('every search emails providers of a network that the directory opens for email', async () => {
  const setting = (isOn: boolean) =>
    sql`update network set offers_email = ${isOn} where code = 'publicDomestic'`
  await execute(portal.databaseContext.owner, setting(true))
  const response = await send({}, {}, 'publicDomestic')
  await execute(portal.databaseContext.owner, setting(false))
  expect(response.statusCode).toBe(200)
  expect((await mails())[0]?.text).toContain('1. Ålesund Clinic')
})

test('a visitor adds a subject, a case number, a note and an address for replies', async () => {
  const note = 'Dr. Vega speaks Spanish.\r\nCall <first>.'
  const written = { subject: 'Clinics near you', caseNumber: 'C-12', note, replyTo: 'ann@example.com' }
  expect((await send(written)).statusCode).toBe(200)
  expect((await send({ ...written, note: 'Another note' })).statusCode).toBe(200)
  const [mail, ...others] = await mails()
  expect(others).toHaveLength(1)
  expect(mail).toMatchObject({ replyTo: 'ann@example.com', subject: 'Clinics near you (case C-12)' })
  expect(mail?.text).toContain('Message from Ann Example:\n\n   Dr. Vega speaks Spanish.\n   Call <first>.')
  expect(mail?.html).toContain('Dr. Vega speaks Spanish.<br>Call &lt;first&gt;.')
  expect(mail?.text).toContain('The sender entered this name and message')
})

test('replies to signed-in staff go to their own address, and they may write links', async () => {
  const person = await signInStaff(portal, 'alpine', { name: 'Ann Staff' })
  const change = sql`update staff_user set email = 'ann@alpine.example' where id = ${person.userId}`
  await execute(portal.databaseContext.owner, change)
  const asked = { replyTo: 'eve@example.com', note: 'See https://www.example.com' }
  expect((await send(asked, person.headers)).statusCode).toBe(200)
  expect(await mails()).toMatchObject([{ replyTo: 'ann@alpine.example' }])
  const own = await sender('domesticLocal', '127.0.0.1', person.headers)
  expect(own.json()).toEqual({ email: 'ann@alpine.example' })
  expect((await sender('domesticLocal')).json()).toEqual({ email: null })
})
