import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLog } from '#platform/config/log.ts'
import { now } from '#platform/contract/clock.ts'
import { execute, sql } from '#platform/db/database.ts'
import { runCleanup } from '#platform/jobs/cleanup.ts'
import { endOtherSignIns, endSession } from '#sign-in/contract.ts'
import { signInCleanup } from '#sign-in/server/sign-in-cleanup.ts'
import { openEmergencyPortal, type Person, wanted } from '#test-support/emergency-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { signInStaff } from '#test-support/sign-in-fixture.ts'
import { readCase } from '../../case-contract.ts'
import { openCaseSummary, openMedicalRecord } from '../../contract.ts'
import { endAccess, listOwnAccesses, openInEmergency } from '../../emergency-contract.ts'

let portal: Awaited<ReturnType<typeof openEmergencyPortal>>
let nora: Person
let elsewhere: Person
let access: Awaited<ReturnType<typeof portal.openCase>>
beforeAll(async () => {
  portal = await openEmergencyPortal()
})
afterAll(() => portal.close())

beforeEach(async () => {
  nora = await portal.signInNarrowed()
  elsewhere = await portal.signInElsewhere(nora)
  access = await portal.openCase(nora)
})

const read = async (person: Person) => (await portal.call(readCase, { row: access.row }, person)).statusCode
const endedAt = async () => {
  const found = await portal.findListed(access.id)
  return { isOpen: found?.isOpen, endsAt: found?.endsAt }
}

describe('another session of the same person', () => {
  test('cannot use the access or see it, but can end it', async () => {
    expect([await read(nora), await read(elsewhere)]).toEqual([200, 404])
    expect((await portal.call(listOwnAccesses, {}, elsewhere)).json()).toEqual({ accesses: [] })
    expect((await portal.call(endAccess, { id: access.id }, elsewhere)).statusCode).toBe(200)
    expect(await read(nora)).toBe(404)
  })

  test('opens the case with an access of its own', async () => {
    const own = openInEmergency.response.parse((await portal.call(openInEmergency, wanted, elsewhere)).json())
    expect(own.id).not.toBe(access.id)
    expect(await read(elsewhere)).toBe(200)
    await portal.call(endSession, {}, elsewhere)
    expect(await read(nora)).toBe(200)
  })
})

describe('the access ends when the session', () => {
  /** No session of the person can read the case, and reviewers see when it ended. */
  async function expectEnded(at: Date) {
    const next = await portal.signInElsewhere(nora)
    expect([await read(nora), await read(next)]).not.toContain(200)
    expect(await endedAt()).toEqual({ isOpen: false, endsAt: at.toISOString() })
  }

  test('logs out', async () => {
    freezeClock()
    expect((await portal.call(endSession, {}, nora)).statusCode).toBe(200)
    await expectEnded(now())
  })

  test('is ended from another sign-in of the person', async () => {
    freezeClock()
    expect((await portal.call(endOtherSignIns, {}, elsewhere)).statusCode).toBe(200)
    await expectEnded(now())
  })

  test('is ended by the identity provider, an operator or SCIM, without a scope', async () => {
    freezeClock()
    const ended = sql`update staff_session set ended_at = ${now()} where user_id = ${nora.userId}`
    await execute(portal.db, ended)
    await expectEnded(now())
  })

  test('expires, even if the access is reviewed later and the session deleted', async () => {
    const clock = freezeClock()
    const { owner } = portal.databaseContext
    await execute(owner, sql`update client set emergency_minutes = 240`)
    const person = await portal.signInNarrowed()
    access = await portal.openCase(person)
    await execute(owner, sql`update client set emergency_minutes = 14`)
    const expected = new Date(now().getTime() + 3_600_000)
    expect((await endedAt()).isOpen).toBe(true)
    clock.forward({ minutes: 60 })
    expect(await endedAt()).toEqual({ isOpen: false, endsAt: expected.toISOString() })
    clock.forward({ minutes: 30 })
    expect((await portal.review(access.id, await signInStaff(portal, 'acme'))).statusCode).toBe(200)
    clock.forward({ minutes: 24 * 60 })
    await runCleanup({ db: portal.db, jobs: signInCleanup, log: openLog('silent') })
    expect(await endedAt()).toEqual({ isOpen: false, endsAt: expected.toISOString() })
  })
})

test.each([
  ['a stored document', openMedicalRecord.path, { PageStartNumber: '1', PageEndNumber: '2' }],
  ['a rendered one', openCaseSummary.path, {}],
])('%s that is being made when the access ends is not sent', async (_case, path, fields) => {
  const open = () => portal.openDocument(nora, path, { IncidentNumber: wanted.incidentNumber, ...fields })
  expect((await open()).statusCode).toBe(200)
  const { owner } = portal.databaseContext
  // The access ends with the transaction that reads, before the document is made.
  const body = sql`update emergency_access set ended_at = now() where id = new.access_id; return null;`
  await execute(
    owner,
    sql`create function end_at_once() returns trigger language plpgsql as $$ begin ${body} end $$`,
  )
  await execute(
    owner,
    sql`create trigger ends after insert on emergency_read for each row execute function end_at_once()`,
  )
  const refused = await open()
  await execute(owner, sql`drop function end_at_once() cascade`)
  expect([refused.statusCode, refused.headers['content-type']]).not.toContain('application/pdf')
  expect(refused.statusCode).toBe(404)
  expect(refused.headers['content-disposition']).toBeUndefined()
})
