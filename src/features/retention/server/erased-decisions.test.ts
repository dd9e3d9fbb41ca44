import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { processAuthorization } from '#authorizations/contract.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { addPendingBills, endUndoTime } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { openFeed } from '#test-support/decision-feed-fixture.ts'
import { deleteAuthorizations } from './data-kinds.ts'
import { inErasure } from './hold-queries.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let feed: Awaited<ReturnType<typeof openFeed>>
let feedOfOther: typeof feed
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal()
  await execute(portal.databaseContext.owner, sql`update client set authorizers = 'all'`)
  staff = await portal.staffOf('acme')
  feed = await openFeed(portal, 'back-office')
  feedOfOther = await openFeed(portal, 'other', ['other'])
})
afterAll(() => portal.close())

async function decideBill(itn: string) {
  await addPendingBills(portal.databaseContext.owner, [{ itn, client: 'ACME1' }])
  const decided = await staff.call(processAuthorization, { itn, denialCode: '0188' })
  expect(decided.statusCode).toBe(200)
  await endUndoTime(portal.databaseContext.owner, itn)
}

const erase = (...itns: string[]) =>
  inErasure(portal.databaseContext.owner, (db) => deleteAuthorizations(db, sql`itn = any(${itns})`))

test('the feed continues after a decision that was erased, which is not in it anymore', async () => {
  await decideBill('FIRST')
  await decideBill('ERASED')
  const after = (await feed.read()).at(-1)?.id ?? ''
  await erase('ERASED')
  expect(await feed.read(after)).toEqual([])
  await decideBill('NEXT')
  expect(await feed.readItns(after)).toEqual(['NEXT'])
  expect(await feed.readItns()).toEqual(['FIRST', 'NEXT'])
  const foreign = await feedOfOther.request(after)
  const missing = await feedOfOther.request('00000000-0000-4000-8000-000000000000')
  expect([foreign.statusCode, foreign.json().detail]).toEqual([422, missing.json().detail])
})

test('an erased decision leaves its ID, its position and its client, and nobody can change them', async () => {
  const { app, owner } = portal.databaseContext
  const row = z.strictObject({ id: z.string(), position: z.number(), client_id: z.literal('acme') })
  expect(await queryRows(owner, row, sql`select * from erased_decision`)).toHaveLength(1)
  await expect(execute(owner, sql`delete from erased_decision`)).rejects.toThrow('append-only')
  await expect(execute(app, sql`delete from erased_decision`)).rejects.toThrow('permission denied')
})
