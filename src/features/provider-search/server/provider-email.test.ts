import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { createRosterFixture } from '#test-support/roster-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { emailProviders } from '../mail-contract.ts'
import { maxProviders } from '../mail-form-validation.ts'

const limits = { MAILS_PER_RECIPIENT: 3, MAIL_LIMIT_PER_VISITOR: 5, MAIL_LIMIT_PER_DAY: 8 }
const clinics = Array.from({ length: maxProviders + 1 }, (_, number) => number)

let portal: Awaited<ReturnType<typeof openPortal>>
let local: string[]
let foreign: string[]
beforeAll(async () => {
  portal = await openPortal(limits)
  const fixture = createRosterFixture(portal)
  const { rejects } = await fixture.import(
    [
      'id,name,addressOne,city,state,country,zipcode,phone,providerType,network,latitude,longitude',
      ...clinics.map(
        (number) =>
          `${number},Clinic ${number} <b>,${number} Main St,Miami,FL,US,33131,305-555-0100,282N00000X,domesticLocal,25.77,-80.19`,
      ),
      'x,Elsewhere,1 Main St,Miami,FL,US,33131,305-555-0100,282N00000X,publicDomestic,25.77,-80.19',
    ].join('\n'),
  )
  expect(rejects).toEqual([])
  local = await hashesOf('domesticLocal')
  foreign = await hashesOf('publicDomestic')
  await fixture.close()
  await addClient(portal, 'alpine', ['ALP1'])
})
beforeEach(async () => {
  await execute(portal.databaseContext.owner, sql`truncate provider_email, outbox`)
})
afterAll(() => portal.close())

async function hashesOf(network: string) {
  const query = sql`select hash from provider where network_code = ${network} order by length(roster_id), roster_id`
  const rows = await queryRows(portal.db, z.object({ hash: z.string() }), query)
  return rows.map(({ hash }) => hash)
}

type Asked = Partial<z.input<typeof emailProviders.request>>
const send = (changes: Asked = {}, remoteAddress = '127.0.0.1', headers = {}) => {
  const requested = { user: 'Ann Example', toEmail: 'bob@example.com', providers: local.slice(0, 2) }
  return portal.call(
    emailProviders,
    { providerCode: 'domesticLocal', ...requested, ...changes },
    { remoteAddress, headers },
  )
}
const mails = () =>
  queryRows(
    portal.db,
    z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
    sql`select recipient as "to", subject, body_text as text, body_html as html from outbox order by made_at, id`,
  )

test.each([
  ['two recipients', { toEmail: 'bob@example.com,eve@example.com' }],
  ['two recipients with a semicolon', { toEmail: 'bob@example.com;eve@example.com' }],
  ['two recipients with a space', { toEmail: 'bob@example.com eve@example.com' }],
  ['a header after the recipient', { toEmail: 'bob@example.com\r\nBcc: eve@example.com' }],
  ['a name and an address', { toEmail: 'Bob <bob@example.com>' }],
  ['no recipient', { toEmail: '' }],
  ['no sender', { user: ' ' }],
  ['a link as a name', { user: 'Win a prize at evil.example' }],
  ['a message as a name', { user: 'Buy now! https://evil' }],
  ['line breaks in the name', { user: 'Ann\n\nBuy now' }],
  ['a name of 300 characters', { user: 'A'.repeat(300) }],
  ['markup in the name', { user: 'Ann <img src=x>' }],
  ['an address in brackets after a name', { user: 'Ann (eve@example.com)' }],
  ['a NUL character in the name', { user: 'Ann\0' }],
  ['an address of 2000 characters', { toEmail: `${'a'.repeat(2000)}@example.com` }],
  ['a reply address with a second one', { replyTo: 'ann@example.com, eve@example.com' }],
  ['a header after the reply address', { replyTo: 'ann@example.com\r\nBcc: eve@example.com' }],
  ['a header in the subject', { subject: 'For you\r\nBcc: eve@example.com' }],
  ['a line feed in the subject', { subject: 'For\nyou' }],
  ['a line separator in the subject', { subject: 'For\u2028you' }],
  ['a link in the subject', { subject: 'Open evil.example' }],
  ['markup in the subject', { subject: '<b>For you' }],
  ['a subject of 151 characters', { subject: 'A'.repeat(151) }],
  ['a line feed in the case number', { caseNumber: '12\n34' }],
  ['a link in the case number', { caseNumber: 'https://evil' }],
  ['a link in the note', { note: 'Pay at evil.example' }],
  ['an address in the note', { note: 'Write to eve@example.com' }],
  ['a reversed text in the note', { note: '\u202Eeno' }],
  ['a NUL character in the note', { note: 'a\0' }],
  ['a note of 1001 characters', { note: 'A'.repeat(1001) }],
  ['a NUL character in a provider', { providers: ['a\0'] }],
  ['a provider of 1000 characters', { providers: ['a'.repeat(1000)] }],
  ['no provider', { providers: [] }],
  ['a provider from no roster', { providers: ['nobody'] }],
])('rejects an email with %s', async (_what, changes) => {
  const response = await send(changes)
  expect(response.statusCode).toBe(422)
  expect(response.headers['content-type']).toContain('application/problem+json')
  expect(await mails()).toEqual([])
})

test('rejects providers from another search, and leaves them out among others', async () => {
  expect((await send({ providers: foreign })).statusCode).toBe(422)
  expect(await mails()).toEqual([])
  const response = await send({ providers: [...local.slice(0, 1), ...foreign, 'removed'] })
  expect(response.json().message).toBe(
    'An email listing one provider is on its way to bob@example.com. We left out 2 providers that are no longer in this search.',
  )
  expect((await mails())[0]?.text).not.toContain('Elsewhere')
})

test('leaves out providers of a network that does not allow email, and names them', async () => {
  const { owner } = portal.databaseContext
  await execute(
    owner,
    sql`insert into search_definition_network (definition_key, network_code, position)
        select key, 'publicDomestic', 9 from search_definition where code = 'domesticLocal'`,
  )
  try {
    const response = await send({ providers: [...foreign, ...local.slice(0, 1)] })
    expect(response.json().message).toBe(
      'An email listing one provider is on its way to bob@example.com. We left out Elsewhere, because its network doesn’t allow email.',
    )
    expect((await mails())[0]?.text).not.toContain('Elsewhere')
    expect((await send({ providers: foreign })).statusCode).toBe(422)
  } finally {
    await execute(owner, sql`delete from search_definition_network where position = 9`)
  }
})

test('accepts 250 providers and rejects more', async () => {
  expect((await send({ providers: local })).statusCode).toBe(422)
  expect((await send({ providers: local.slice(0, maxProviders) })).statusCode).toBe(200)
})

test('responds with 404 when no network offers email', async () => {
  const response = await send({ providerCode: 'publicDomestic', providers: foreign })
  expect(response.statusCode).toBe(404)
  expect(await mails()).toEqual([])
})

test('rejects IP addresses that may not use the search', async () => {
  expect((await send({}, '203.0.113.9')).statusCode).toBe(403)
  expect(await mails()).toEqual([])
})

test.each([{ origin: 'https://evil.example.com' }, { 'sec-fetch-site': 'cross-site' }])(
  'rejects an email request from another site (%j)',
  async (headers) => {
    expect((await send({}, '127.0.0.1', headers)).statusCode).toBe(403)
    expect(await mails()).toEqual([])
  },
)

test('ignores extra text in the request', async () => {
  const body = { user: 'Ann Example', toEmail: 'bob@example.com', providers: local.slice(0, 1) }
  const response = await portal.app.inject({
    method: 'POST',
    url: emailProviders.path,
    headers: { 'provider-code': 'domesticLocal' },
    payload: { ...body, text: 'Buy now', html: 'Buy now', cc: 'eve@example.com', from: 'eve@example.com' },
  })
  expect(response.statusCode).toBe(200)
  expect(JSON.stringify(await mails())).not.toMatch(/Buy now|eve@/)
})

test('the email lists the providers in selection order', async () => {
  const [first = '', second = ''] = local
  const response = await send({ providers: [second, first, second] })
  expect(response.json()).toEqual({
    message: 'An email listing 2 providers is on its way to bob@example.com.',
  })
  const [mail] = await mails()
  expect(mail).toMatchObject({
    to: 'bob@example.com',
    subject: 'Details of 2 medical providers from Harborline Assistance',
  })
  expect(mail?.text).toMatch(
    /^Hello,\n\nHere are the 2 medical providers .*\n\nSelected by: Ann Example\n\n1\. Clinic 1 <b>\n {3}/,
  )
  expect(mail?.text).toContain('2. Clinic 0 <b>')
  expect(mail?.html).toContain('1. Clinic 1 &lt;b&gt;')
  expect(mail?.text).toContain('The sender entered this name; Harborline Assistance has not verified it.')
})

test.each([
  ['their own name', 'Ann Staff', 'Selected by: Ann Staff, Client alpine'],
  ['their team', 'Assistance Team 24', 'Selected by: Assistance Team 24 (Ann Staff, Client alpine)'],
])('identifies signed-in staff by name and client when they enter %s', async (_case, user, line) => {
  const person = await signInStaff(portal, 'alpine', { name: 'Ann Staff' })
  expect((await send({ user }, '127.0.0.1', person.headers)).statusCode).toBe(200)
  const [mail] = await mails()
  expect(mail?.text).toContain(line)
  expect(mail?.text).not.toContain('not verified')
  const [event] = await queryRows(
    portal.databaseContext.owner,
    z.object({ actor: z.string() }),
    sql`select actor from audit_event where action = 'e-mailed providers' order by id desc limit 1`,
  )
  expect(event?.actor).toBe(person.userId)
})

test('treats a sender with an invalid token as a visitor', async () => {
  const { authorization } = (await signInStaff(portal, 'alpine', { name: 'Ann Staff' })).headers
  expect((await send({}, '127.0.0.1', { authorization })).statusCode).toBe(200)
  const [mail] = await mails()
  expect(mail?.text).toContain('Selected by: Ann Example\n')
})

test('sends nothing for a repeated request within a minute', async () => {
  const clock = freezeClock()
  const responses = await Promise.all([send(), send(), send()])
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
  expect(await mails()).toHaveLength(1)
  clock.forward({ minutes: 1 })
  await send()
  expect(await mails()).toHaveLength(2)
})

const others = (count: number) => Array.from({ length: count }, (_, number) => `person-${number}@example.com`)

test('limits emails per recipient and day across senders', async () => {
  const clock = freezeClock()
  for (const user of ['Ann', 'Ben', 'Cleo']) expect((await send({ user })).statusCode).toBe(200)
  for (const toEmail of ['BOB@example.com', 'bob+1@example.com', 'Bob+a+b@example.com'])
    expect((await send({ user: 'Dora', toEmail }, '127.0.0.2')).statusCode).toBe(429)
  expect(await mails()).toHaveLength(3)
  clock.forward({ minutes: 24 * 60 + 1 })
  expect((await send({ user: 'Dora' })).statusCode).toBe(200)
})

test('limits emails per visitor and in total per day', async () => {
  freezeClock()
  const [last = '', ...first] = others(6)
  for (const toEmail of first) expect((await send({ toEmail })).statusCode).toBe(200)
  expect((await send({ toEmail: last })).statusCode).toBe(429)
  expect((await send({ toEmail: last }, '::ffff:127.0.0.1')).statusCode).toBe(429)
  for (const toEmail of others(3)) expect((await send({ toEmail }, '127.0.0.2')).statusCode).toBe(200)
  expect((await send({ toEmail: last }, '127.0.0.3')).statusCode).toBe(429)
})

test('applies limits to concurrent requests', async () => {
  const responses = await Promise.all(others(20).map((toEmail) => send({ toEmail })))
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(limits.MAIL_LIMIT_PER_VISITOR)
  expect(await mails()).toHaveLength(limits.MAIL_LIMIT_PER_VISITOR)
})
