import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openMailServer } from '#test-support/mail-server.ts'
import { openPortal, productionSettings } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { openLog } from '../config/log.ts'
import { setClock } from '../contract/clock.ts'
import { listMailbox, listUndeliveredMail, readMail, sendMailAgain } from '../contract.ts'
import { execute, queryRows, sql } from '../db/database.ts'
import { createMailTransport } from './mail-transport.ts'
import { addToOutbox, sendDueMail } from './outbox.ts'

const nobody = '00000000-0000-4000-8000-000000000000'
const mail = { to: 'ann@example.com', subject: 'Hello', text: 'Plain', html: '<p>Rich</p>' }

let portal: Awaited<ReturnType<typeof openPortal>>
let headers: Record<string, string>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'harborline', [])
  await addClient(portal, 'alpine', ['ALP1'])
  headers = (await signInStaff(portal, 'harborline')).headers
})
beforeEach(() => execute(portal.databaseContext.owner, sql`truncate outbox`))
afterAll(() => portal.close())

const undelivered = async () =>
  listUndeliveredMail.response.parse((await portal.call(listUndeliveredMail, {}, { headers })).json()).mails

/** Sends due mail through a mail server that permanently rejects it, then through one that accepts it. */
async function refuseOnce() {
  const server = await openMailServer({ refuses: 550, at: 'recipient' })
  const send = () =>
    sendDueMail(portal.db, createMailTransport({ ...portal.config, SMTP_URL: server.url }), openLog('silent'))
  await send()
  server.behavior = 'takes'
  return { server, send }
}

test('shows mail to internal staff only', async () => {
  const foreign = await signInStaff(portal, 'alpine')
  for (const contract of [listMailbox, listUndeliveredMail]) {
    expect((await portal.call(contract, {})).statusCode).toBe(401)
    expect((await portal.call(contract, {}, { headers: foreign.headers })).statusCode).toBe(404)
  }
  expect((await portal.call(readMail, { id: nobody }, { headers: foreign.headers })).statusCode).toBe(404)
})

test('a nonexistent email can be neither read nor sent again', async () => {
  expect((await portal.call(readMail, { id: nobody }, { headers })).statusCode).toBe(404)
  expect((await portal.call(sendMailAgain, { id: nobody }, { headers })).statusCode).toBe(404)
})

test('production has no mailbox but still shows undelivered mail', async () => {
  const production = await openPortal(productionSettings)
  await addClient(production, 'harborline', [])
  const { headers } = await signInStaff(production, 'harborline')
  expect((await production.call(listMailbox, {}, { headers })).statusCode).toBe(404)
  expect((await production.call(readMail, { id: nobody }, { headers })).statusCode).toBe(404)
  expect((await production.call(listUndeliveredMail, {}, { headers })).statusCode).toBe(200)
  await production.close()
})

test('production without a mail server does not start', async () => {
  await expect(openPortal({ ...productionSettings, SMTP_URL: undefined })).rejects.toThrow(
    'SMTP_URL is not set',
  )
})

test('the mailbox lists emails, newest first, and shows the addresses and both bodies of one', async () => {
  const restoreClock = setClock(() => new Date(Date.now() - 1000))
  await addToOutbox(portal.db, { ...mail, replyTo: 'visitor@example.com' })
  restoreClock()
  await addToOutbox(portal.db, { ...mail, subject: 'Newer' })
  const { mails } = listMailbox.response.parse((await portal.call(listMailbox, {}, { headers })).json())
  expect(mails.map(({ subject, state }) => [subject, state])).toEqual([
    ['Newer', 'waiting'],
    ['Hello', 'waiting'],
  ])
  const response = await portal.call(readMail, { id: mails[1]?.id ?? '' }, { headers })
  expect(response.json()).toMatchObject({
    from: 'Harborline Assistance <service@example.com>',
    to: 'ann@example.com',
    replyTo: 'visitor@example.com',
    text: 'Plain',
    html: '<p>Rich</p>',
  })
})

test('rejected mail shows its code and can be sent again', async () => {
  await addToOutbox(portal.db, mail)
  expect(await undelivered()).toEqual([])
  const { server, send } = await refuseOnce()
  const [givenUp] = await undelivered()
  expect(givenUp).toMatchObject({
    to: 'ann@example.com',
    state: 'given up',
    fault: '550 RCPT TO',
    attempts: 1,
  })
  expect((await portal.call(sendMailAgain, { id: givenUp?.id ?? '' }, { headers })).statusCode).toBe(200)
  expect(await undelivered(), 'listed until it is delivered').toMatchObject([
    { state: 'waiting', fault: '550 RCPT TO' },
  ])
  await send()
  expect(server.arrived).toHaveLength(1)
  expect(await undelivered()).toEqual([])
  expect((await portal.call(sendMailAgain, { id: givenUp?.id ?? '' }, { headers })).statusCode).toBe(404)
  await server.close()
})

test('records every kind of access to mail in the audit trail', async () => {
  const actions = await queryRows(
    portal.databaseContext.owner,
    z.object({ action: z.string() }),
    sql`select distinct action from audit_event where action like '%mail%' order by action`,
  )
  expect(actions.map(({ action }) => action)).toEqual([
    'listed mail',
    'listed undelivered mail',
    'read a mail',
    'sent a mail again',
  ])
})
