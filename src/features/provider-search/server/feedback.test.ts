import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { createRosterFixture } from '#test-support/roster-fixture.ts'
import { computeSolution, encodeToken, solvedCaptcha } from '#test-support/solved-captcha.ts'
import { type Feedback, getCaptchaChallenge, sendFeedback } from '../mail-contract.ts'

const feedback: Feedback = {
  providerCode: 'publicDomestic',
  providerName: 'Mercy Hospital',
  name: 'Ann Example',
  email: 'ann@example.com',
  message: 'They were <kind>\nand quick.',
  captchatoken: '',
  itemId: 'provider-experience',
}

const roster = `id,name,addressOne,city,state,country,zipcode,phone,providerType,network,latitude,longitude
1,Mercy Hospital,1 Main St,Miami,FL,US,33131,305-555-0100,282N00000X,publicDomestic,25.77,-80.19
2,Elsewhere Clinic,1 Main St,Miami,FL,US,33131,305-555-0100,282N00000X,domesticLocal,25.77,-80.19`

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal({ MAIL_LIMIT_PER_VISITOR: 3 })
  await execute(portal.databaseContext.owner, sql`update search_definition set feedback = true`)
  const fixture = createRosterFixture(portal)
  const { rejects } = await fixture.import(roster)
  expect(rejects).toEqual([])
  await fixture.close()
})
beforeEach(async () => {
  await execute(portal.databaseContext.owner, sql`truncate feedback, outbox, captcha_used`)
})
afterAll(() => portal.close())

const send = (changes: Partial<Feedback>, headers = {}, remoteAddress = '127.0.0.1') =>
  portal.call(sendFeedback, { ...feedback, ...changes }, { headers, remoteAddress })
const challenge = async () =>
  getCaptchaChallenge.response.parse((await portal.call(getCaptchaChallenge, {})).json())

const mails = () =>
  queryRows(
    portal.db,
    z.object({
      to: z.string(),
      replyTo: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
    }),
    sql`select recipient as "to", reply_to as "replyTo", subject, body_text as text, body_html as html from outbox`,
  )
const stored = () =>
  queryRows(
    portal.db,
    z.record(z.string(), z.unknown()),
    sql`select definition_key, item_id, provider_name, name, email, message from feedback`,
  )

async function expectNothing() {
  expect(await stored()).toEqual([])
  expect(await mails()).toEqual([])
}

const refusal = {
  success: false,
  detail: 'There was an issue submitting your feedback. Please ensure all form fields entered correctly.',
}

test.each([
  ['no captcha', { captchatoken: '' }],
  ['a captcha that is not JSON', { captchatoken: 'xyz' }],
  [
    'a captcha of the wrong shape',
    { captchatoken: btoa('{"verificationData":"verified=true","signature":""}') },
  ],
])('rejects feedback with %s', async (_what, changes) => {
  const response = await send(changes)
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject(refusal)
  await expectNothing()
})

test.each([
  ['no name', { name: ' ' }],
  ['no message', { message: '' }],
  ['no provider', { providerName: '' }],
  ['an invalid email address', { email: 'ann at example.com' }],
  ['two addresses', { email: 'ann@example.com, eve@example.com' }],
  ['a header after the address', { email: 'ann@example.com\r\nBcc: eve@example.com' }],
  ['a provider from another search', { providerName: 'Elsewhere Clinic' }],
  ['an unknown provider', { providerName: 'Buy now' }],
  ['a header after the provider', { providerName: 'Mercy Hospital\r\nBcc: eve@example.com' }],
  ['a name of two lines', { name: 'Ann\nExample' }],
  ['a Unicode line separator in a name', { name: 'Ann\u2028Example' }],
  ['an invisible name', { name: '\u200b\u2060' }],
  ['a name of only combining marks', { name: '\u0301\u0302' }],
  ['an invisible message', { message: '\u200b\n\ufeff\u3164' }],
  ['half a surrogate pair in the message', { message: 'good \ud83d' }],
  ['a NUL character in the message', { message: 'good\0' }],
  ['a NUL character in the name', { name: 'Ann\0' }],
  ['reversed text in the message', { message: 'good \u202edab' }],
  ['a bidi control in the name', { name: 'Ann \u2067Example' }],
  ['a control character in the message', { message: 'good\u0007' }],
  ['an unknown subject', { itemId: 'prize' }],
  ['no subject', { itemId: '' }],
  ['a name of 201 characters', { name: 'A'.repeat(201) }],
  ['a provider of 301 characters', { providerName: 'A'.repeat(301) }],
  ['an address of 300 characters', { email: `${'a'.repeat(290)}@example.com` }],
  ['a message of 4001 characters', { message: 'A'.repeat(4001) }],
])('rejects feedback with %s without consuming its captcha', async (_what, changes) => {
  const captchatoken = await solvedCaptcha(portal)
  const response = await send({ ...changes, captchatoken })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject(refusal)
  await expectNothing()
  expect((await send({ captchatoken })).statusCode).toBe(200)
})

test('accepts a captcha only once', async () => {
  const captchatoken = await solvedCaptcha(portal)
  const responses = await Promise.all([1, 2, 3].map(() => send({ captchatoken })))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422])
  expect(await stored()).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
})

test('rejects an expired captcha', async () => {
  const clock = freezeClock()
  const captchatoken = await solvedCaptcha(portal)
  clock.forward({ minutes: 10, seconds: 1 })
  expect((await send({ captchatoken })).statusCode).toBe(422)
  await expectNothing()
})

test('rejects a captcha with a changed expiry, difficulty, signature or solution', async () => {
  const given = await challenge()
  const solution = await computeSolution(given)
  const { parameters } = given
  const forged = [
    encodeToken({ ...given, parameters: { ...parameters, expiresAt: parameters.expiresAt + 600 } }, solution),
    encodeToken({ ...given, parameters: { ...parameters, cost: 1 } }, solution),
    encodeToken({ ...given, signature: '' }, solution),
    encodeToken(given, { ...solution, derivedKey: '00'.repeat(32) }),
  ]
  for (const captchatoken of forged) expect((await send({ captchatoken })).statusCode).toBe(422)
  await expectNothing()
})

test('rejects feedback when the captcha cannot be verified', async () => {
  const captchatoken = await solvedCaptcha(portal)
  await execute(portal.databaseContext.owner, sql`alter table captcha_key rename to captcha_key_away`)
  const response = await send({ captchatoken })
  await execute(portal.databaseContext.owner, sql`alter table captcha_key_away rename to captcha_key`)
  expect(response.statusCode).toBe(500)
  await expectNothing()
})

test('responds with 404 when the search does not accept feedback', async () => {
  await execute(
    portal.databaseContext.owner,
    sql`update search_definition set feedback = false where code = 'sagicor'`,
  )
  const response = await send({ providerCode: 'sagicor', captchatoken: await solvedCaptcha(portal) })
  expect(response.statusCode).toBe(404)
  await expectNothing()
})

test('requires feedback to name its search', async () => {
  expect((await send({ providerCode: undefined })).statusCode).toBe(400)
  expect((await send({ providerCode: 'nowhere' })).statusCode).toBe(400)
})

test('stores feedback and emails it to customer service with Reply-To set to the author', async () => {
  const response = await send({ captchatoken: await solvedCaptcha(portal) })
  expect(response.json()).toEqual({ success: true })
  expect(await stored()).toEqual([
    {
      definition_key: 'domestic-provider-search',
      item_id: 'provider-experience',
      provider_name: 'Mercy Hospital',
      name: 'Ann Example',
      email: 'ann@example.com',
      message: 'They were <kind>\nand quick.',
    },
  ])
  const [mail] = await mails()
  expect(mail).toMatchObject({
    to: 'service@example.com',
    replyTo: 'ann@example.com',
    subject: 'Provider feedback: Mercy Hospital',
  })
  expect(mail?.text).toContain('Search: Domestic Provider Search')
  expect(mail?.html).toContain('They were &lt;kind&gt;<br>and quick.')
})

test('limits how much feedback a visitor can send per day', async () => {
  const clock = freezeClock()
  for (let given = 0; given < 3; given += 1)
    expect((await send({ captchatoken: await solvedCaptcha(portal) })).statusCode).toBe(200)
  const tooMuch = await send({ captchatoken: await solvedCaptcha(portal) })
  expect(tooMuch.statusCode).toBe(429)
  expect(tooMuch.json()).toMatchObject({ success: false })
  clock.forward({ minutes: 24 * 60 + 1 })
  expect((await send({ captchatoken: await solvedCaptcha(portal) })).statusCode).toBe(200)
})

test('counts an IPv6 network as one visitor', async () => {
  const from = async (address: string) =>
    (await send({ captchatoken: await solvedCaptcha(portal) }, {}, address)).statusCode
  for (const last of [':1', 'a::2', 'ffff::3']) expect(await from(`2001:db8:1:2:${last}`)).toBe(200)
  expect(await from('2001:db8:1:2::a')).toBe(429)
  expect(await from('2001:db8:1:3::a')).toBe(200)
})

test('applies the daily limit to concurrent feedback', async () => {
  const captchas = await Promise.all(Array.from({ length: 8 }, () => solvedCaptcha(portal)))
  const responses = await Promise.all(captchas.map((captchatoken) => send({ captchatoken })))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([
    ...Array(3).fill(200),
    ...Array(5).fill(429),
  ])
  expect(await stored()).toHaveLength(3)
})

test.each([{ origin: 'https://evil.example.com' }, { 'sec-fetch-site': 'cross-site' }])(
  'rejects feedback from another site (%j)',
  async (headers) => {
    expect((await send({ captchatoken: await solvedCaptcha(portal) }, headers)).statusCode).toBe(403)
    await expectNothing()
  },
)
