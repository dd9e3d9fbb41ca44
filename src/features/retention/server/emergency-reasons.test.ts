import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { openAuditKey } from '#platform/cli/audit-checkpoint-command.ts'
import { now, setClock, timeAgo } from '#platform/contract/clock.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { openEmergencyPortal, wanted } from '#test-support/emergency-fixture.ts'
import { erasePerson } from './erase-person.ts'
import { runRetention } from './run-retention.ts'

const reason = 'Ada Sampleton is in surgery'

let portal: Awaited<ReturnType<typeof openEmergencyPortal>>
beforeAll(async () => {
  portal = await openEmergencyPortal()
})
afterAll(() => portal.close())

/** The reasons of all attempts, opened or refused. */
const listReasons = async () => {
  const row = z.object({ reason: z.string() })
  const reasons = sql`
    select detail->>'reason' as reason from audit_event where action like 'emergency access %' and detail ? 'reason' order by id`
  return (await queryRows(portal.databaseContext.owner, row, reasons)).map((each) => each.reason)
}

/** One attempt that matches, and two that do not: with another date of birth, and with a number mistyped. */
async function attempt() {
  const { headers } = await portal.signInNarrowed()
  const url = '/api/emergency-access'
  for (const changes of [{}, { dateOfBirth: '1980-05-07' }, { incidentNumber: '24000000071' }])
    await portal.app.inject({ method: 'POST', url, headers, payload: { ...wanted, reason, ...changes } })
}

test('the reasons of all attempts are erased after the period for typed text', async () => {
  const { owner } = portal.databaseContext
  await execute(owner, sql`update client set retention = '{"searches": "30 days"}' where id = 'acme'`)
  const longAgo = timeAgo(40 * 86_400_000)
  const restore = setClock(() => longAgo)
  onTestFinished(restore)
  await attempt()
  restore()
  await attempt()
  const { config, fixture } = portal
  await runRetention({
    owner,
    storage: fixture.documentService.storage,
    config: { ...config, FEEDBACK_RETENTION: undefined },
  })
  expect(await listReasons()).toEqual([...Array(3).fill('(erased)'), ...Array(3).fill(reason)])
})

test('no reason is left of attempts at the case of an erased patient, nor of those that name the patient', async () => {
  await attempt()
  const key = await openAuditKey(portal.config)
  await erasePerson(portal.databaseContext.owner, { who: 'ACME1 P1', actor: 'operator', key })
  expect(new Set(await listReasons())).toEqual(new Set(['(erased)']))
  const left = await portal.asOwner((db) =>
    queryRows(db, z.object({}), sql`select from emergency_access where opened_at <= ${now()}`),
  )
  expect(left).toEqual([])
})
