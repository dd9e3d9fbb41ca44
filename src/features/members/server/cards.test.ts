import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { addMember, addVisitor, logInMember, requestCard } from '#test-support/member-fixture.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { logMemberOut, openIdCard } from '../contract.ts'
import { texts } from '../messages.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
beforeAll(async () => {
  portal = await openCasePortal({
    CARD_LOOKUP_FAILURES_PER_SESSION: 5,
    CARD_LOOKUP_FAILURES_PER_POLICY: 1000,
  })
  const { rejects } = await portal.fixture.import({
    'patients.csv': `patientCode,client,lastName,firstName,dateOfBirth
O1,OTHER1,Fremdling,Bea,1970-03-04
P5,ACME2,Ångström-O’Neil,Jörg  Ümit,1991-12-31
`,
    'policies.csv': `policyNumber,patientCode,effectiveDate
OTH-1,O1,2025-02-01
Pol 5/Ä,P5,2025-03-01
`,
  })
  expect(rejects).toEqual([])
  await addMember(portal, 'acme-member', 'acme', { showIdCard: true, showEnglishAndGerman: true })
  await addMember(portal, 'other-member', 'other', { showIdCard: true })
  await addMember(portal, 'bare-member', 'bare', { showIdCard: false })
})
afterAll(() => portal.close())

const ada = { policy: 'POL-1', firstName: 'Ada', lastName: 'Sampleton', dateOfBirth: '1980-05-06' }
const bea = { policy: 'OTH-1', firstName: 'Bea', lastName: 'Fremdling', dateOfBirth: '1970-03-04' }
type Fields = Parameters<typeof requestCard>[2]

const open = (headers: Record<string, string>, fields: Fields) => requestCard(portal, headers, fields)

/** Creates an account that has no failed lookups and returns its name. */
const createAccount = async () => (await addVisitor(portal, 'acme')).name

/** Requests each card in a new session, to stay below the session limit. */
const openInNewSession = async (name: string, fields: Fields) => open(await logInMember(portal, name), fields)

const comparable = ({ statusCode, headers, body }: Awaited<ReturnType<typeof open>>) => ({
  status: statusCode,
  type: headers['content-type'],
  length: headers['content-length'],
  body,
})

const wrongCards: [reason: string, fields: Fields][] = [
  ['an unknown policy number', { ...ada, policy: 'POL-9' }],
  ['the policy number of another person', { ...ada, policy: 'POL-2' }],
  ['another first name', { ...ada, firstName: 'Bea' }],
  ['another last name', { ...ada, lastName: 'Mockbury' }],
  ['part of the name', { ...ada, lastName: 'Sample' }],
  ['swapped names', { ...ada, firstName: ada.lastName, lastName: ada.firstName }],
  ['another date of birth', { ...ada, dateOfBirth: '1980-05-07' }],
  ['a nonexistent date', { ...ada, dateOfBirth: '1980-02-30' }],
  ['text as date of birth', { ...ada, dateOfBirth: 'yesterday' }],
  ['no date of birth', { ...ada, dateOfBirth: undefined }],
  ['an empty field', { ...ada, firstName: '' }],
  ['no fields', {}],
  ['a wildcard', { ...ada, firstName: '%', lastName: '_' }],
  ['the character 0', { ...ada, lastName: 'Sampleton\0' }],
  ['overlong text', { ...ada, lastName: 'x'.repeat(5000) }],
  ['a policy of another client', bea],
  ['a policy of another client and its name', { ...bea, clientName: 'other' }],
]

test.each(wrongCards)('a request with %s gets the same error page', async (_reason, fields) => {
  const expected = comparable(await openInNewSession('acme-member', { ...ada, policy: 'NONE' }))
  expect(expected).toMatchObject({ status: 404, type: 'text/html; charset=utf-8' })
  expect(expected.body).toContain(texts.en.cardErrors.noCard.title)
  expect(comparable(await openInNewSession('acme-member', fields))).toEqual(expected)
})

test('duplicate fields and clients without cards get the same error page', async () => {
  const expected = comparable(await openInNewSession('acme-member', { ...ada, policy: 'NONE' }))
  const twice = await portal.app.inject({
    method: 'POST',
    url: openIdCard.path,
    payload: `${new URLSearchParams(ada)}&policy=POL-1`,
    headers: {
      ...(await logInMember(portal, 'acme-member')),
      'content-type': 'application/x-www-form-urlencoded',
    },
  })
  expect(comparable(twice)).toEqual(expected)
  const ofBare = comparable(await openInNewSession('bare-member', ada))
  expect(ofBare).toMatchObject({ status: 404, type: expected.type })
  expect(comparable(await openInNewSession('bare-member', { ...ada, policy: 'NONE' }))).toEqual(ofBare)
})

test('shows no card after logout', async () => {
  const headers = await logInMember(portal, 'acme-member')
  await portal.call(logMemberOut, {}, { headers })
  expect((await open(headers, ada)).statusCode).toBe(401)
})

test('members see only cards of their own client', async () => {
  for (const [name, fields, status] of [
    ['acme-member', ada, 200],
    ['acme-member', bea, 404],
    ['other-member', ada, 404],
    ['other-member', bea, 200],
  ] as const)
    expect((await openInNewSession(name, fields)).statusCode, `${name} ${fields.policy}`).toBe(status)
})

test('a thousand failed lookups get the same error page or the limit page', async () => {
  const clock = freezeClock()
  const name = await createAccount()
  let headers = await logInMember(portal, name)
  const responses = new Set<string>()
  for (let card = 0; card < 1000; card += 1) {
    if (card % 250 === 0) headers = await logInMember(portal, name)
    const [, fields] = wrongCards[card % wrongCards.length] ?? ['', {}]
    const { status, type, body } = comparable(await open(headers, fields))
    responses.add(`${status} ${type} ${body}`)
    if (card % 7 === 6) clock.forward({ minutes: 15 })
  }
  expect([...responses].map((response) => response.slice(0, 13)).sort()).toEqual([
    '404 text/html',
    '429 text/html',
  ])
}, 120_000)

test.each([
  [
    'in capitals, without accents',
    { policy: 'pol 5/a', firstName: 'JORG UMIT', lastName: "angstrom-o'neil" },
  ],
  [
    'without blanks and punctuation',
    { policy: 'POL5Ä', firstName: 'Jörg Ümit', lastName: 'Ångström-O’Neil' },
  ],
  ['with other blanks', { policy: ' Pol  5/Ä ', firstName: ' Jörg   Ümit', lastName: 'Ångström-O’Neil ' }],
  [
    'exactly as stored',
    { policy: 'Pol 5/Ä', firstName: 'Jörg Ümit', lastName: 'Ångström-O’Neil', dateOfBirth: '1991-12-31' },
  ],
])('policy details typed %s find the card, which shows the stored data', async (_how, typed) => {
  const response = await openInNewSession('acme-member', { dateOfBirth: '12/31/1991', ...typed })
  expect(response.headers['content-type']).toBe('application/pdf')
  expect(response.headers['cache-control']).toBe('no-store')
  const [english, german] = await pdfPages(response.rawPayload)
  for (const page of [english, german]) {
    expect(page?.text).toContain('Jörg Ümit Ångström-O’Neil')
    expect(page?.text).toContain('Pol 5/Ä')
    expect(page?.text).toContain('(212) 555-0100')
  }
  expect(english?.text).toContain('12/31/1991')
  expect(german?.text).toContain('31.12.1991')
})

test('a client without German gets a one-page card', async () => {
  const { rawPayload } = await openInNewSession('other-member', bea)
  const pages = await pdfPages(rawPayload)
  expect(pages).toHaveLength(1)
  expect(pages[0]?.text).toContain('Insurance ID Card')
})

test('logs opened and rejected cards to the audit trail without the typed data', async () => {
  await openInNewSession('acme-member', ada)
  expect(await portal.lastAudited()).toMatchObject({
    action: 'ID card opened',
    subject: 'POL-1',
    client: 'ACME1',
  })
  await openInNewSession('acme-member', { ...ada, lastName: 'Typed' })
  const refused = await portal.lastAudited()
  expect(refused).toMatchObject({ action: 'ID card refused', subject: 'acme', client: null })
  expect(JSON.stringify(refused)).not.toContain('Typed')
})

test('shows no card after the client turns cards off', async () => {
  const headers = await logInMember(portal, 'other-member')
  expect((await open(headers, bea)).statusCode).toBe(200)
  await execute(portal.databaseContext.owner, sql`update client set member_area = null where id = 'other'`)
  expect((await open(headers, bea)).statusCode).toBe(404)
})
