import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { audit } from '#platform/db/audit.ts'
import { queryRows, sql } from '#platform/db/database.ts'
import { openErasurePortal } from '#test-support/erasure-fixture.ts'
import { addMember } from '#test-support/member-fixture.ts'
import { eraseAccounts } from './erase-person.ts'
import { inErasure } from './hold-queries.ts'

let portal: Awaited<ReturnType<typeof openErasurePortal>>
beforeAll(async () => {
  portal = await openErasurePortal()
})
afterAll(() => portal.close())

const entry = z.object({
  action: z.string(),
  actor: z.string(),
  subject: z.string(),
  word: z.string().nullable(),
  address: z.string().nullable(),
})

/** Adds an account with entries in the trail; returns its ID. */
async function addAccount(name: string) {
  const { owner } = portal.databaseContext
  await addMember(portal, name, 'acme')
  const [account] = await queryRows(
    owner,
    z.object({ id: z.string() }),
    sql`select id from member_account where name = ${name}`,
  )
  const actor = account?.id ?? ''
  const own = { actor, address: '203.0.113.77' }
  await audit(owner, { ...own, action: 'member logged in', subject: actor })
  await audit(owner, { ...own, action: 'ID card shown', subject: 'ACME1 P1', detail: { word: name } })
  return actor
}

test('erases several accounts in one pass, each under its own pseudonym', async () => {
  const { owner } = portal.databaseContext
  // The second has the name of a search, which is the subject of an entry of the first.
  const [first, second, kept] = [
    await addAccount('first'),
    await addAccount('search'),
    await addAccount('kept'),
  ]
  await audit(owner, { actor: first, action: 'sent feedback', subject: 'search', detail: { word: 'kept' } })
  await audit(owner, { actor: 'staff', action: 'search definition changed', subject: 'search' })
  expect((await portal.verify()).faults).toEqual([])
  const counts = await inErasure(owner, (db) => eraseAccounts(db, [first, second]))
  expect(counts).toMatchObject({ member_account: 2, audit_event: 7 })

  const entries = await queryRows(
    owner,
    entry,
    sql`select action, actor, subject, detail->>'word' as word, address from audit_event
         where action like 'member %' or action in ('ID card shown', 'sent feedback', 'search definition changed')
         order by id`,
  )
  const pseudonyms = [
    ...new Set(entries.flatMap(({ subject }) => subject.match(/^ERASED-[0-9A-F]{8}$/) ?? [])),
  ]
  expect(pseudonyms).toHaveLength(2)
  const [one, two] = pseudonyms
  const entriesOf = (actor: unknown, name: unknown) => [
    { action: 'member account made', actor: 'test', subject: name, word: null, address: null },
    {
      action: 'member logged in',
      actor,
      subject: actor,
      word: null,
      address: actor === kept ? '203.0.113.77' : null,
    },
    {
      action: 'ID card shown',
      actor,
      subject: 'ACME1 P1',
      word: name,
      address: actor === kept ? '203.0.113.77' : null,
    },
  ]
  expect(entries).toEqual([
    ...entriesOf(one, one),
    ...entriesOf(two, two),
    ...entriesOf(kept, 'kept'),
    { action: 'sent feedback', actor: one, subject: 'search', word: 'kept', address: null },
    { action: 'search definition changed', actor: 'staff', subject: 'search', word: null, address: null },
  ])
  expect(await portal.findMarked(first)).toEqual([])
  expect(await portal.verify()).toMatchObject({ faults: [], redacted: 7, unrecorded: [] })
})
