import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { execute, rowOf, sql } from '#platform/server/database.ts'
import { openCasePortal } from '#testing/case-portal.ts'
import { addMember, askForCard, aVisitor, loggedIn } from '#testing/member-desk.ts'
import { holdClock } from '#testing/moved-clock.ts'
import { messages } from '../messages.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
beforeAll(async () => {
  portal = await openCasePortal({ WRONG_CARDS_PER_SESSION: 5 })
  await addMember(portal, 'acme-member', 'acme', { showIdCard: true })
})
afterAll(() => portal.close())

const ada = { policy: 'POL-1', firstName: 'Ada', lastName: 'Sampleton', dateOfBirth: '1980-05-06' }
const another = { ...ada, policy: 'POL-2' }

const open = (headers: Record<string, string>, fields: typeof ada, address?: string) =>
  askForCard(portal, headers, fields, address)

/** An account of which no wrong card is counted yet. */
const anAccount = async () => (await aVisitor(portal, 'acme')).name

const openAnew = async (name: string, fields: typeof ada) => open(await loggedIn(portal, name), fields)

test('after five wrong cards in a quarter of an hour there is none, the right one included', async () => {
  const clock = holdClock()
  const name = await anAccount()
  const headers = await loggedIn(portal, name)
  for (let card = 0; card < 5; card += 1) {
    expect((await open(headers, ada)).statusCode).toBe(200)
    expect((await open(headers, { ...ada, policy: `${card}` })).statusCode).toBe(404)
    clock.forward({ minutes: 1 })
  }
  const refused = await open(headers, ada)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '600'])
  expect(refused.body).toContain(messages.refusals.en.tooManyCards.title)
  expect((await open(headers, another)).body).toBe(refused.body)
  expect((await openAnew(name, ada)).statusCode).toBe(200)
  clock.forward({ minutes: 9, seconds: 59 })
  expect((await open(headers, ada)).statusCode).toBe(429)
  clock.forward({ seconds: 1 })
  expect((await open(headers, ada)).statusCode).toBe(200)
})

test('whoever logs in anew for every five wrong cards is shown none after fifty from one address; others go on', async () => {
  const clock = holdClock()
  const name = await anAccount()
  const elsewhere = await loggedIn(portal, name)
  for (let session = 0; session < 10; session += 1) {
    const headers = await loggedIn(portal, name)
    for (let card = 0; card < 5; card += 1) {
      const answer = await open(headers, { ...ada, policy: `${card}` }, `2001:db8:1:2::${session}`)
      expect(answer.statusCode).toBe(404)
    }
  }
  const refused = await open(await loggedIn(portal, name), ada, '2001:db8:1:2:ffff::')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
  expect((await open(elsewhere, ada, '2001:db8:1:3::')).statusCode).toBe(200)
  expect((await openAnew(await anAccount(), ada)).statusCode).toBe(200)
  clock.forward({ minutes: 15 })
  expect((await open(elsewhere, ada, '2001:db8:1:2::')).statusCode).toBe(200)
})

test('after five hundred wrong cards from many addresses nobody is shown one with that account', async () => {
  const clock = holdClock()
  const name = await anAccount()
  const headers = await loggedIn(portal, name)
  await execute(
    portal.workplace.owner,
    sql`
    insert into wrong_card (session_id, account_id, place, asked_at)
    select s.id, a.id, nth::text, ${now()} from generate_series(1, 499) nth, member_session s
      join member_account a on a.id <> s.account_id and a.name = ${name}
     where s.id = (select id from member_session limit 1)`,
  )
  expect((await open(headers, { ...ada, policy: 'NONE' })).statusCode).toBe(404)
  expect((await openAnew(name, ada)).statusCode).toBe(429)
  expect((await openAnew(await anAccount(), ada)).statusCode).toBe(200)
  clock.forward({ minutes: 15 })
  expect((await openAnew(name, ada)).statusCode).toBe(200)
})

test('whoever is not logged in counts for nobody', async () => {
  const name = await anAccount()
  for (let card = 0; card < 60; card += 1)
    expect(
      (await open({ cookie: 'portal-member-session=nobody' }, { ...ada, policy: 'NONE' })).statusCode,
    ).toBe(401)
  expect((await openAnew(name, ada)).statusCode).toBe(200)
})

test('wrong cards at one moment count like those one after the other', async () => {
  const headers = await loggedIn(portal, 'acme-member')
  const cards = Array.from({ length: 20 }, (_, at) => open(headers, { ...ada, policy: `none-${at}` }))
  const statuses = (await Promise.all(cards)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 404)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

test('a card that is one too many is written down as well', async () => {
  const headers = await loggedIn(portal, 'acme-member')
  for (let card = 0; card < 5; card += 1) await open(headers, { ...ada, policy: 'NONE' })
  const written = () =>
    rowOf(
      portal.workplace.owner,
      z.object({ count: z.number() }),
      sql`select count(*) from audit_event where action = 'ID card refused'`,
    )
  const { count: before = 0 } = (await written()) ?? {}
  expect((await open(headers, ada)).statusCode).toBe(429)
  expect(await written()).toEqual({ count: before + 1 })
})
