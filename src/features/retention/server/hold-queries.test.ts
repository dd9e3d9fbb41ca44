import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { audit } from '#platform/db/audit.ts'
import { queryRows, sql } from '#platform/db/database.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { entryHasHold } from './due-queries.ts'
import { addHold, type HoldTarget, listHolds, removeHold } from './hold-queries.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
beforeAll(async () => {
  portal = await openCasePortal()
  const pending = { itn: 'HELD-1', client: 'ACME1', incidentNumber: '24000000017' }
  await addPendingBills(portal.databaseContext.owner, [pending])
  const entries = [
    { subject: 'OTHER1' },
    { subject: 'search', clientCodes: ['ACME1', 'OTHER1'] },
    { subject: 'all clients' },
    { subject: 'ACME1 P1' },
    { subject: '24000000017' },
    { subject: 'HELD-1' },
    { subject: 'ACME1', shown: ['*ACME1'] },
    { subject: 'ACME2' },
  ]
  for (const entry of entries)
    await audit(portal.db, { actor: 'test', action: 'searched', detail: { searchTerm: 'x' }, ...entry })
})
afterAll(() => portal.close())

test.each<[HoldTarget, string[]]>([
  [{ client: 'other' }, ['OTHER1', 'search', 'all clients']],
  [{ patient: 'ACME1 P1' }, ['ACME1 P1', '24000000017', 'HELD-1', 'ACME1']],
  [{ case: '24000000017' }, ['24000000017', 'HELD-1', 'ACME1']],
])('a hold on %j keeps the typed text of entries about it', async (target, expected) => {
  const { owner } = portal.databaseContext
  await addHold(owner, { target, reason: 'Lawsuit 4711', actor: 'test' })
  const held = await portal.asOwner((db) =>
    queryRows(
      db,
      z.object({ subject: z.string() }),
      sql`select e.subject from audit_event e where e.action = 'searched' and ${entryHasHold} order by e.id`,
    ),
  )
  expect(held.map(({ subject }) => subject)).toEqual(expected)
  for (const { id } of await listHolds(owner, 'test')) await removeHold(owner, { id, actor: 'test' })
})
