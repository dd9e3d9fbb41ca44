import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#platform/db/audit.ts'
import { grantRights } from '#sign-in/server/staff-grants.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listAuditEntries } from '../contract.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, portal.config.INTERNAL_CLIENT_ID, [])
})
afterAll(() => portal.close())

test('the details of an entry name people in place of their IDs', async () => {
  const { owner } = portal.databaseContext
  const { userId, headers } = await signInStaff(portal, portal.config.INTERNAL_CLIENT_ID, {
    name: 'Ina Auditor',
  })
  const right = { who: userId, issuer: 'https://login.test', grant: { audit: true }, actor: 'test' }
  await grantRights(owner, right)
  const unknown = '00000000-0000-4000-8000-000000000009'
  const detail = {
    assignee: userId,
    previous: unknown,
    text: `by ${userId}`,
    round: 1,
    isLast: true,
    none: null,
  }
  await audit(owner, { actor: 'test', action: 'details named', subject: 'ITN', detail })
  const response = await portal.call(listAuditEntries, { action: 'details named' }, { headers })
  const { entries } = listAuditEntries.response.parse(response.json())
  expect(entries.map((entry) => entry.detail)).toEqual([{ ...detail, assignee: 'Ina Auditor' }])
})
