import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { getClientConfiguration } from '#clients/contract.ts'
import { now } from '#platform/contract/clock.ts'
import { execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { openEmergencyPortal, type Person, wanted } from '#test-support/emergency-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { signInStaff } from '#test-support/sign-in-fixture.ts'
import { getFigures } from '#today/contract.ts'
import { readCase } from '../../case-contract.ts'
import { listAccesses } from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'

let portal: Awaited<ReturnType<typeof openEmergencyPortal>>
let nora: Person
let access: Awaited<ReturnType<typeof portal.openCase>>
beforeAll(async () => {
  portal = await openEmergencyPortal()
})
afterAll(() => portal.close())

beforeEach(async () => {
  nora = await portal.signInNarrowed()
  access = await portal.openCase(nora)
})

describe('the review', () => {
  test('is not for people who see only some codes, nor for another client', async () => {
    expect((await portal.call(listAccesses, {})).statusCode).toBe(401)
    for (const answer of [await portal.call(listAccesses, {}, nora), await portal.review(access.id, nora)])
      expect([answer.statusCode, answer.json().detail]).toEqual([403, messages.review.noRight])
    const stranger = await signInStaff(portal, 'other')
    expect((await portal.call(listAccesses, {}, stranger)).json()).toEqual({ accesses: [], total: 0 })
    expect((await portal.review(access.id, stranger)).statusCode).toBe(404)
  })

  test('stays with the client after the code moved to another one, and is not for that one', async () => {
    const { owner } = portal.databaseContext
    const move = (client: string) =>
      execute(owner, sql`update client_code set client_id = ${client} where code = 'ACME1'`)
    await move('other')
    const stranger = await signInStaff(portal, 'other')
    const seen = [
      (await portal.call(listAccesses, {}, stranger)).json(),
      (await portal.review(access.id, stranger)).statusCode,
      (await portal.call(getFigures, {}, stranger)).json().unreviewedEmergencies,
    ]
    const former = await portal.findListed(access.id)
    await move('acme')
    expect(seen).toEqual([{ accesses: [], total: 0 }, 404, 0])
    expect(former).toBeUndefined()
    expect(await portal.findListed(access.id)).toMatchObject({ mayReview: true })
  })

  test('has every read, with how often, when first and when last', async () => {
    const clock = freezeClock()
    const first = now().toISOString()
    for (let n = 0; n < 3; n += 1) {
      await portal.call(readCase, { row: access.row }, nora)
      clock.forward({ seconds: 10 })
    }
    const many = sql`
      insert into emergency_read (access_id, client_code, incident_number, at, action, subject, detail)
      select ${access.id}, 'ACME1', '24000000017', ${now()}, 'bill image opened', 'ITN' || n, '{"rows": 1}'
        from generate_series(1, 300) as n`
    await portal.asOwner((db) => execute(db, many))
    const found = await portal.findListed(access.id)
    const last = new Date(now().getTime() - 10_000).toISOString()
    expect(found?.reads[0]).toEqual({
      at: first,
      lastAt: last,
      times: 3,
      action: 'case opened',
      subject: '24000000017',
      pages: null,
    })
    expect([found?.reads.length, found?.readCount]).toEqual([301, 303])
  })

  test('is not for the person themselves, even if they see every code now', async () => {
    await execute(portal.databaseContext.owner, sql`delete from staff_grant where user_id = ${nora.userId}`)
    expect(await portal.findListed(access.id, nora)).toMatchObject({ mayReview: false })
    const own = await portal.review(access.id, nora)
    expect([own.statusCode, own.json().detail]).toEqual([403, messages.review.own])
    const columns = sql`reviewed_by = ${nora.userId}, reviewed_by_name = 'N', reviewed_at = ${now()}, review_note = ''`
    const forced = portal.asOwner((db) =>
      execute(db, sql`update emergency_access set ${columns} where id = ${access.id}`),
    )
    await expect(forced).rejects.toThrow(/emergency_access_check/)
  })

  test('has who opened what, when and why, and is done once, also by two people at once', async () => {
    const reviewers = await Promise.all(
      ['Rita Review', 'Remo Review'].map((name) => signInStaff(portal, 'acme', { name })),
    )
    expect(await portal.findListed(access.id)).toMatchObject({
      person: 'Nora Narrow',
      incidentNumber: '24000000017',
      reason: wanted.reason,
      isOpen: true,
      wasEnded: false,
      reads: [],
      review: null,
      mayReview: true,
      row: access.row,
    })
    const responses = await Promise.all(reviewers.map((reviewer) => portal.review(access.id, reviewer)))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await portal.findListed(access.id)).toMatchObject({
      review: { note: 'Called back.' },
      mayReview: false,
    })
    const entries = sql`
      select detail from audit_event where action = 'emergency access reviewed' and subject = '24000000017'
         and detail->>'emergencyAccess' = ${access.id}`
    const { owner } = portal.databaseContext
    expect(await inTransaction(owner, (db) => queryRows(db, z.object({}), entries))).toHaveLength(1)
    // A review closes the case: no review would show what is read after it.
    expect((await portal.call(readCase, { row: access.row }, nora)).statusCode).toBe(404)
  })

  test('waits on the home page of those who review it, until it is done', async () => {
    const count = async (person: Person) =>
      (await portal.call(getFigures, {}, person)).json().unreviewedEmergencies
    const reviewer = await signInStaff(portal, 'acme')
    const before = await count(reviewer)
    expect(before).toBeGreaterThan(0)
    expect([await count(nora), await count(await signInStaff(portal, 'other'))]).toEqual([undefined, 0])
    await portal.review(access.id, reviewer)
    expect(await count(reviewer)).toBe(before - 1)
  })

  test('the configuration says who opens and who reviews', async () => {
    const configured = async (person: Person) =>
      (await portal.call(getClientConfiguration, { clientId: 'acme' }, person)).json().emergencyAccess
    expect(await configured(nora)).toEqual({ role: 'open', minutes: 14 })
    expect(await configured(await signInStaff(portal, 'acme'))).toEqual({ role: 'review', minutes: 14 })
    const { owner } = portal.databaseContext
    await execute(owner, sql`update client set emergency_minutes = null where id = 'acme'`)
    expect(await configured(nora)).toBeUndefined()
    await execute(owner, sql`update client set emergency_minutes = 14 where id = 'acme'`)
  })

  test('the serving role changes nothing else, and nothing twice', async () => {
    const change = (columns: ReturnType<typeof sql>) =>
      inTransaction(portal.db, async (db) => {
        await execute(db, sql`select set_config('portal.client_codes', 'ACME1', true)`)
        return execute(db, sql`update emergency_access set ${columns} where id = ${access.id}`)
      })
    await expect(change(sql`reason = 'another one'`)).rejects.toThrow(/permission denied/)
    await expect(change(sql`expires_at = now()`)).rejects.toThrow(/permission denied/)
    await change(sql`ended_at = ${now()}`)
    await expect(change(sql`ended_at = null`)).rejects.toThrow(/append-only/)
  })

  test('says how many accesses there are, if there are more than it lists', async () => {
    const more = sql`
      insert into emergency_access (id, user_id, user_name, client_id, client_code, incident_number, reason, opened_at,
                                    expires_at, ended_at)
      select gen_random_uuid(), ${nora.userId}, 'Nora', 'acme', 'ACME1', '24000000017', 'More of them', ${now()},
             ${now()}::timestamptz + interval '1 hour', ${now()}
        from generate_series(1, 250)`
    const reviewer = await signInStaff(portal, 'acme')
    const before = (await portal.call(listAccesses, {}, reviewer)).json().total
    await portal.asOwner((db) => execute(db, more))
    const listed = (await portal.call(listAccesses, {}, reviewer)).json()
    expect([listed.accesses.length, listed.total]).toEqual([200, before + 250])
  })
})
