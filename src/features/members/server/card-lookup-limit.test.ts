import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { ipBucket } from '#platform/http/rate-limit/ip-bucket.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { addMember, addVisitor, logInMember, requestCard } from '#test-support/member-fixture.ts'
import { texts } from '../messages.ts'
import { startMemberSession } from './member-sessions.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
beforeAll(async () => {
  portal = await openCasePortal({ CARD_LOOKUP_FAILURES_PER_SESSION: 5, CARD_LOOKUP_FAILURES_PER_POLICY: 5 })
  const { rejects } = await portal.fixture.import({
    'policies.csv': 'policyNumber,patientCode,effectiveDate\nPOL-8,P1,2025-03-01\n',
  })
  expect(rejects).toEqual([])
  await addMember(portal, 'acme-member', 'acme', { showIdCard: true })
})
afterAll(() => portal.close())

const ada = { policy: 'POL-1', firstName: 'Ada', lastName: 'Sampleton', dateOfBirth: '1980-05-06' }
const another = { ...ada, policy: 'POL-8' }

const open = (headers: Record<string, string>, fields: typeof ada, address?: string) =>
  requestCard(portal, headers, fields, address)

/** Creates an account that has no failed lookups and returns its name. */
const createAccount = async () => (await addVisitor(portal, 'acme')).name

const openInNewSession = async (name: string, fields: typeof ada) =>
  open(await logInMember(portal, name), fields)

test('five failed lookups in 15 minutes block the session, even for correct data', async () => {
  const clock = freezeClock()
  const name = await createAccount()
  const headers = await logInMember(portal, name)
  for (let card = 0; card < 5; card += 1) {
    expect((await open(headers, ada)).statusCode).toBe(200)
    expect((await open(headers, { ...ada, policy: `${card}` })).statusCode).toBe(404)
    clock.forward({ minutes: 1 })
  }
  const refused = await open(headers, ada)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '600'])
  expect(refused.body).toContain(texts.en.cardErrors.tooManyCards.title)
  expect((await open(headers, another)).body).toBe(refused.body)
  expect((await openInNewSession(name, ada)).statusCode).toBe(200)
  clock.forward({ minutes: 9, seconds: 59 })
  expect((await open(headers, ada)).statusCode).toBe(429)
  clock.forward({ seconds: 1 })
  expect((await open(headers, ada)).statusCode).toBe(200)
})

/** Creates sessions of an account without the cost of logging in; returns the headers of each. */
async function createSessions(name: string, count: number) {
  const { owner } = portal.databaseContext
  const account = await queryRow(
    owner,
    z.object({ id: z.string() }),
    sql`select id from member_account where name = ${name}`,
  )
  const begin = () => startMemberSession(owner, { accountId: account?.id ?? '', address: '127.0.0.1' })
  const keys = await Promise.all(Array.from({ length: count }, begin))
  return keys.map((key) => ({ cookie: `portal-member-session=${key}` }))
}

/**
 * Records failed lookups of an account, all from this visitor, or from a different one each time if none is
 * given.
 */
const addFailedLookups = (name: string, count: number, visitor?: string) =>
  execute(
    portal.databaseContext.owner,
    sql`
    insert into wrong_card (session_id, account_id, place, policy_hash, asked_at)
    select s.id, a.id, coalesce(${visitor ?? null}, nth::text), sha256(nth::text::bytea), ${now()}
      from generate_series(1, ${count}::int) nth, member_session s
      join member_account a on a.id <> s.account_id and a.name = ${name}
     where s.id = (select s.id from member_session s join member_account a on a.id = s.account_id and a.name <> ${name} limit 1)`,
  )

const birthdays = Array.from({ length: 60 }, (_, at) => `${1900 + Math.floor(at / 28)}-02-${1 + (at % 28)}`)

test('limits guesses for one policy to five in 15 minutes across sessions and addresses', async () => {
  const clock = freezeClock()
  const name = await createAccount()
  const [elsewhere = {}, ...sessions] = await createSessions(name, 61)
  const statuses: number[] = []
  for (const [at, dateOfBirth] of birthdays.entries()) {
    const guess = { ...ada, policy: ['pol-1', ' POL-1 ', 'pol1', 'P.O.L 1'][at % 4] ?? '', dateOfBirth }
    const response = await open(sessions[at] ?? {}, guess, `198.51.100.${at % 10}`)
    statuses.push(response.statusCode)
  }
  expect(statuses.slice(0, 5)).toEqual([404, 404, 404, 404, 404])
  expect(statuses.slice(5).every((status) => status === 429)).toBe(true)
  expect((await open(elsewhere, another, '198.51.100.200')).statusCode).toBe(200)
  const ofHolder = await open(elsewhere, ada, '198.51.100.200')
  expect([ofHolder.statusCode, ofHolder.headers['retry-after']]).toEqual([429, '900'])
  clock.forward({ minutes: 15 })
  expect((await open(elsewhere, ada, '198.51.100.200')).statusCode).toBe(200)
})

test('500 failed lookups from ten addresses block no other member', async () => {
  const clock = freezeClock()
  const name = await createAccount()
  const [elsewhere = {}, ...sessions] = await createSessions(name, 101)
  for (let at = 0; at < 500; at += 1) {
    const guess = { ...ada, policy: `guess-${at}` }
    const response = await open(sessions[at % 100] ?? {}, guess, `198.51.100.${at % 10}`)
    expect(response.statusCode).toBe(404)
  }
  clock.waits.length = 0
  expect((await open(elsewhere, another, '198.51.100.200')).statusCode).toBe(200)
  expect(clock.waits).toEqual([1])
})

test('blocks an unknown policy number like a known one, for that client only', async () => {
  const sessions = await createSessions(await createAccount(), 6)
  const guess = { ...ada, policy: 'NO-SUCH-NUMBER' }
  for (const headers of sessions.slice(0, 5)) expect((await open(headers, guess)).statusCode).toBe(404)
  expect((await open(sessions[5] ?? {}, guess)).statusCode).toBe(429)
  const [foreign = {}] = await createSessions((await addVisitor(portal, 'other')).name, 1)
  expect((await open(foreign, guess)).statusCode).toBe(404)
})

test('concurrent guesses for one policy count like sequential ones', async () => {
  const sessions = await createSessions(await createAccount(), 20)
  const guesses = sessions.map((headers) => open(headers, { ...ada, policy: 'AT-ONCE' }))
  const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 404)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

test('many failed lookups slow an account down but lock no one out', async () => {
  const clock = freezeClock()
  const name = await createAccount()
  const bystander = await createAccount()
  const openAndMeasure = async (account: string, fields: typeof ada, address?: string) => {
    clock.waits.length = 0
    const [headers = {}] = await createSessions(account, 1)
    const { statusCode } = await open(headers, fields, address)
    return [statusCode, ...clock.waits]
  }
  await addFailedLookups(name, 49, ipBucket('2001:db8:1:2::'))
  expect(await openAndMeasure(name, another, '2001:db8:1:2::9')).toEqual([200])
  expect(await openAndMeasure(name, { ...ada, policy: 'slow' }, '2001:db8:1:2:ffff::')).toEqual([404])
  expect(await openAndMeasure(name, another, '2001:db8:1:2::9')).toEqual([200, 1])
  expect(await openAndMeasure(name, { ...ada, policy: 'slow' }, '2001:db8:1:2::9')).toEqual([404, 1])
  expect(await openAndMeasure(name, another, '2001:db8:1:3::')).toEqual([200])
  await addFailedLookups(name, 1950)
  expect(await openAndMeasure(name, another, '2001:db8:1:3::')).toEqual([200, 8])
  await addFailedLookups(name, 2000)
  expect(await openAndMeasure(name, another, '2001:db8:1:3::')).toEqual([200, 8])
  expect(await openAndMeasure(bystander, another)).toEqual([200])
})

test('does not count requests without a login', async () => {
  const name = await createAccount()
  for (let card = 0; card < 60; card += 1)
    expect((await open({ cookie: 'portal-member-session=nobody' }, another)).statusCode).toBe(401)
  expect((await openInNewSession(name, another)).statusCode).toBe(200)
})

test('concurrent failed lookups count like sequential ones', async () => {
  const headers = await logInMember(portal, 'acme-member')
  const cards = Array.from({ length: 20 }, (_, at) => open(headers, { ...ada, policy: `none-${at}` }))
  const statuses = (await Promise.all(cards)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 404)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

test('logs a blocked lookup to the audit trail', async () => {
  const headers = await logInMember(portal, 'acme-member')
  for (let card = 0; card < 5; card += 1) await open(headers, { ...ada, policy: `written-${card}` })
  const written = () =>
    queryRow(
      portal.databaseContext.owner,
      z.object({ count: z.number() }),
      sql`select count(*) from audit_event where action = 'ID card refused'`,
    )
  const { count: before = 0 } = (await written()) ?? {}
  expect((await open(headers, ada)).statusCode).toBe(429)
  expect(await written()).toEqual({ count: before + 1 })
})
