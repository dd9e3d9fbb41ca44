import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { runCleanup } from '#platform/jobs/cleanup.ts'
import { withEveryClient } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { addMember, logInMember, requestCard } from '#test-support/member-fixture.ts'
import { withoutReference } from '#test-support/problem.ts'
import { findIdCard, logMemberOut, readCardLogo, readEligibilityContact, readIdCard } from '../contract.ts'
import { messages, texts } from '../messages.ts'
import { membersCleanup } from './members-cleanup.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
beforeAll(async () => {
  portal = await openCasePortal({
    CARD_LOOKUP_FAILURES_PER_SESSION: 5,
    CARD_LOOKUP_FAILURES_PER_POLICY: 1000,
  })
  await addMember(portal, 'acme-member', 'acme', { showIdCard: true, showEnglishAndGerman: true })
  await addMember(portal, 'other-member', 'other', { showIdCard: true })
  await addMember(portal, 'bare-member', 'bare', { showIdCard: false })
})
afterAll(() => portal.close())

const ada = { policy: 'POL-1', firstName: 'Ada', lastName: 'Sampleton', dateOfBirth: '1980-05-06' }
type Headers = Record<string, string>

const find = (headers: Headers, fields: Record<string, unknown>) =>
  portal.app.inject({ method: 'POST', url: findIdCard.path, payload: fields, headers })
const read = async (headers: Headers) => (await portal.call(readIdCard, {}, { headers })).json()
const readContact = (clientId: string) => portal.call(readEligibilityContact, { clientId })

/** The reference in the newest session. */
const findReference = () =>
  queryRow(
    portal.databaseContext.owner,
    z.object({ policy: z.string().nullable() }),
    sql`select shown_policy_number as policy from member_session order by started_at desc, id limit 1`,
  )

test.each([findIdCard, readIdCard, readCardLogo])(
  'rejects requests without a session: $summary',
  async (contract) => {
    const response = await portal.app.inject({ method: contract.method, url: contract.path })
    expect([response.statusCode, response.json().detail]).toEqual([401, messages.loginNeeded])
  },
)

test('returns the card of a policy that matches, and shows it again in that session only', async () => {
  const headers = await logInMember(portal, 'acme-member')
  expect(await read(headers)).toEqual({ card: null })
  const { card } = (await find(headers, { ...ada, policy: ' pol 1', dateOfBirth: '5/6/1980' })).json()
  expect(card).toMatchObject({
    holder: { firstName: 'Ada', lastName: 'Sampleton', dateOfBirth: '1980-05-06', policyNumber: 'POL-1' },
    languages: ['en', 'de'],
    clientId: 'acme',
    hasLogo: false,
    paper: 'letter',
    phones: { usaAndCanada: null, service: '(212) 555-0100' },
  })
  expect(Object.keys(card.holder).sort()).toEqual([
    'dateOfBirth',
    'effectiveDate',
    'firstName',
    'lastName',
    'policyNumber',
  ])
  expect(await read(headers)).toEqual({ card })
  expect(await read(await logInMember(portal, 'acme-member'))).toEqual({ card: null })
})

const wrongCards: [reason: string, fields: Record<string, unknown>][] = [
  ['the policy number of another person', { ...ada, policy: 'POL-2' }],
  ['another first name', { ...ada, firstName: 'Bea' }],
  ['another date of birth', { ...ada, dateOfBirth: '1980-05-07' }],
  ['no fields', {}],
  ['an emoji', { ...ada, firstName: '👩‍⚕️' }],
  ['two hundred characters', { ...ada, lastName: 'x'.repeat(200) }],
  ['the character 0', { ...ada, lastName: 'Sampleton\0' }],
  ['a list', { ...ada, firstName: ['Ada'] }],
]

test.each(wrongCards)(
  'a request with %s gets the same problem and shows nothing',
  async (_reason, fields) => {
    const expected = await find(await logInMember(portal, 'acme-member'), { ...ada, policy: 'NONE' })
    expect(expected.statusCode).toBe(404)
    expect(expected.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(expected.json()).toMatchObject({
      detail: texts.en.cardErrors.noCard.title,
      languages: ['en', 'de'],
    })
    const headers = await logInMember(portal, 'acme-member')
    const response = await find(headers, fields)
    expect(response.statusCode).toBe(404)
    expect(withoutReference(response.json())).toEqual(withoutReference(expected.json()))
    expect(await read(headers)).toEqual({ card: null })
  },
)

test('members see no cards of other clients, and none if their client has no cards', async () => {
  expect((await find(await logInMember(portal, 'other-member'), ada)).statusCode).toBe(404)
  expect((await find(await logInMember(portal, 'bare-member'), ada)).statusCode).toBe(404)
})

test('failed lookups on the page and for the PDF count together', async () => {
  const headers = await logInMember(portal, 'acme-member')
  for (let card = 0; card < 3; card += 1)
    expect((await find(headers, { ...ada, policy: `page-${card}` })).statusCode).toBe(404)
  for (let card = 0; card < 2; card += 1)
    expect((await requestCard(portal, headers, { ...ada, policy: `pdf-${card}` })).statusCode).toBe(404)
  const blocked = await find(headers, ada)
  expect(blocked.statusCode).toBe(429)
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(890)
  expect(blocked.json().detail).toBe(texts.en.cardErrors.tooManyCards.title)
  expect((await requestCard(portal, headers, ada)).statusCode).toBe(429)
  expect(await read(headers)).toEqual({ card: null })
})

test('a card is audited when it is shown and each time it is read, without the typed data', async () => {
  const headers = await logInMember(portal, 'acme-member')
  await find(headers, ada)
  expect(await portal.lastAudited()).toMatchObject({
    action: 'ID card shown',
    subject: 'POL-1',
    client: 'ACME1',
  })
  await read(headers)
  expect(await portal.lastAudited()).toMatchObject({
    action: 'ID card shown again',
    subject: 'POL-1',
    client: 'ACME1',
  })
  await find(headers, { ...ada, lastName: 'Typed' })
  const refused = await portal.lastAudited()
  expect(refused).toMatchObject({ action: 'ID card refused', subject: 'acme', client: null })
  expect(JSON.stringify(refused)).not.toContain('Typed')
})

test('the session loses the reference to the policy when it ends, idles, or the policy is gone', async () => {
  const clock = freezeClock()
  const { owner } = portal.databaseContext
  const headers = await logInMember(portal, 'acme-member')
  await find(headers, ada)
  expect(await findReference()).toEqual({ policy: 'POL-1' })
  await portal.call(logMemberOut, {}, { headers })
  expect(await findReference()).toEqual({ policy: null })

  clock.forward({ minutes: 1 })
  await find(await logInMember(portal, 'acme-member'), ada)
  clock.forward({ minutes: 59 })
  const clean = () =>
    runCleanup({ db: portal.databaseContext.app, jobs: membersCleanup, log: portal.app.log as never })
  await clean()
  expect(await findReference()).toEqual({ policy: 'POL-1' })
  clock.forward({ minutes: 1 })
  await clean()
  expect(await findReference()).toEqual({ policy: null })

  clock.forward({ minutes: 1 })
  const { rejects } = await portal.fixture.import({
    'policies.csv': 'policyNumber,patientCode,effectiveDate\nPOL-GONE,P1,2025-02-01\n',
  })
  expect(rejects).toEqual([])
  const last = await logInMember(portal, 'acme-member')
  expect((await find(last, { ...ada, policy: 'POL-GONE' })).statusCode).toBe(200)
  await withEveryClient(owner, (db) => execute(db, sql`delete from policy where policy_number = 'POL-GONE'`))
  expect(await read(last)).toEqual({ card: null })
  expect(await findReference()).toEqual({ policy: null })
})

test('shows no card after the client turns cards off', async () => {
  const headers = await logInMember(portal, 'acme-member')
  await find(headers, ada)
  const { owner } = portal.databaseContext
  const setCards = (isOn: boolean) =>
    execute(
      owner,
      sql`update client set member_area = jsonb_set(member_area, '{showIdCard}', to_jsonb(${isOn}::boolean)) where id = 'acme'`,
    )
  await setCards(false)
  expect(await read(headers)).toEqual({ card: null })
  await setCards(true)
  expect(await read(headers)).toMatchObject({ card: { clientId: 'acme' } })
})

test('anyone can read whom to contact about the cards of a client, and nothing about other clients', async () => {
  const { owner } = portal.databaseContext
  expect((await readContact('acme')).json()).toEqual({
    clientName: 'Client acme',
    phone: '(212) 555-0100',
    email: 'service@example.com',
  })
  const unknown = await readContact('no-such-client')
  expect(unknown.statusCode).toBe(404)
  for (const clientId of ['bare', "acme'", 'ACME', '%', '👩‍⚕️', 'x'.repeat(200)]) {
    const response = await readContact(clientId)
    expect(response.statusCode, clientId).toBe(404)
    expect(withoutReference(response.json())).toEqual(withoutReference(unknown.json()))
  }
  await execute(owner, sql`update client set enabled = false where id = 'other'`)
  expect(withoutReference((await readContact('other')).json())).toEqual(withoutReference(unknown.json()))
})
