import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listBills, openBillImage, openRepricingInvoice } from '#billing/contract.ts'
import { recordExport } from '#platform/contract.ts'
import { type Database, execute, queryRows, sql } from '#platform/db/database.ts'
import { openEmergencyPortal, type Person } from '#test-support/emergency-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { signInStaff } from '#test-support/sign-in-fixture.ts'
import { addNote, listNotes, readFeed, readTimeline } from '../../activity-contract.ts'
import { listRecentCases, readCase } from '../../case-contract.ts'
import { listCaseDocuments, listMedicalRecords, openMedicalRecord, searchPatients } from '../../contract.ts'
import { endAccess } from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'

/** As the page sends it. */
const key = { incidentNumber: '24000000017', patientCode: 'P1', client: 'ACME1' }

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

/** Counts the connections that wait for this one, and those that wait for them. */
const countWaiting = async (db: Database) => {
  const first = sql`select pid from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`
  const waiting = sql`
    select from pg_locks where not granted and (pid in (${first}) or pg_blocking_pids(pid) && array(${first}))`
  return (await queryRows(db, z.object({}), waiting)).length
}
const read = (person = nora) => portal.call(readCase, { row: access.row }, person)
const countRecords = async (person = nora) =>
  (await portal.call(listMedicalRecords, key, person)).json().medicalRecords.length

describe('a case that is open in an emergency', () => {
  test('can be read, but shows no authorizations', async () => {
    const details = (await read()).json()
    expect(details).toMatchObject({
      case: { incidentNumber: '24000000017', patientName: 'Sampleton, Ada' },
      counts: { bills: 2 },
      pendingAuthorizations: [],
      emergencyAccess: { id: access.id, endsAt: access.endsAt },
    })
    expect(await countRecords()).toBe(2)
    const call = async (contract: Parameters<typeof portal.call>[0]) =>
      (await portal.call(contract, key, nora)).json()
    expect((await call(listCaseDocuments)).caseDocuments).toHaveLength(1)
    expect((await call(listNotes)).notes).toHaveLength(2)
    expect((await call(listBills)).bills).toHaveLength(2)
    expect(await call(readTimeline)).toMatchObject({ authorizations: [], waitingBills: 1 })
    expect((await call(readFeed)).counts).toMatchObject({ NOTES: 2, AUTH: 0 })
    const fields = { IncidentNumber: '24000000017', PageStartNumber: '1', PageEndNumber: '2' }
    const pdf = await portal.openDocument(nora, openMedicalRecord.path, fields)
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    const bill = { IncidentNumber: '24000000017', ITN: 'ITN2' }
    for (const { path } of [openBillImage, openRepricingInvoice])
      expect((await portal.openDocument(nora, path, bill)).statusCode, path).toBe(200)
  })

  test('stays closed to others, and to the key of another code', async () => {
    const other = await portal.signInNarrowed('Olga Other')
    expect((await read(other)).statusCode).toBe(404)
    expect(await countRecords(other)).toBe(0)
    const { medicalRecords } = (
      await portal.call(listMedicalRecords, { ...key, client: 'ACME2' }, nora)
    ).json()
    expect(medicalRecords).toEqual([])
  })

  test('opens nothing else: no search, list, other case, note or download', async () => {
    const search = { searchTerm: '24000000017', searchType: 'CLAIMNO', client: 'ACME1,ACME2' } as const
    expect((await portal.call(searchPatients, search, nora)).json().patients).toEqual([])
    await read()
    expect((await portal.call(listRecentCases, {}, nora)).json().patients).toEqual([])
    const recent = sql`select from recent_case where user_id = ${nora.userId}`
    expect(await portal.asOwner((db) => queryRows(db, z.object({}), recent))).toEqual([])
    const other = { ...key, incidentNumber: '24000000018' }
    const colleague = await signInStaff(portal, 'acme')
    const { patients } = (
      await portal.call(searchPatients, { ...search, searchTerm: '24000000018' }, colleague)
    ).json()
    expect((await portal.call(readCase, { row: patients[0].hash }, nora)).statusCode).toBe(404)
    expect((await portal.call(readFeed, other, nora)).json().counts.NOTES).toBe(0)
    const written = await portal.call(addNote, { ...key, noteId: randomUUID(), noteText: 'Hello' }, nora)
    expect(written.statusCode).toBe(404)
    const file = { list: 'bills', format: 'csv', rows: 2, incidentNumber: '24000000017' } as const
    expect((await portal.call(recordExport, file, nora)).statusCode).toBe(404)
  })

  test('records each read for the review, and in the audit trail with the access', async () => {
    await countRecords()
    expect(await portal.lastAudited()).toMatchObject({
      actor: nora.userId,
      action: 'medical records read',
      client: 'ACME1',
      detail: { rows: 2, emergencyAccess: access.id },
    })
    await portal.openDocument(nora, openMedicalRecord.path, {
      IncidentNumber: '24000000017',
      PageStartNumber: '1',
      PageEndNumber: '2',
    })
    expect((await portal.findListed(access.id))?.reads).toMatchObject([
      { action: 'medical records read', subject: '24000000017', pages: null },
      { action: 'medical record opened', subject: '24000000017', pages: { first: 1, last: 2 } },
    ])
  })

  test('closes to the second', async () => {
    const clock = freezeClock()
    const person = await portal.signInNarrowed()
    await portal.openCase(person)
    clock.forward({ minutes: 13, seconds: 59 })
    expect((await read(person)).statusCode).toBe(200)
    clock.forward({ seconds: 1 })
    expect((await read(person)).statusCode).toBe(404)
    expect(await countRecords(person)).toBe(0)
    expect((await portal.call(endAccess, { id: access.id }, person)).statusCode).toBe(404)
  })

  test('closes when the person ends it, which only they can, once, after reads in progress', async () => {
    const stranger = await portal.call(
      endAccess,
      { id: access.id },
      await portal.signInNarrowed('Olga Other'),
    )
    expect([stranger.statusCode, stranger.json().detail]).toEqual([404, messages.unknown])
    // The read has begun, and waits where it writes what was read.
    const { reading, ending } = await portal.asOwner(async (db) => {
      await execute(db, sql`lock table emergency_read in exclusive mode`)
      const started = read()
      await expect.poll(() => countWaiting(db), { interval: 10 }).toBe(1)
      const end = portal.call(endAccess, { id: access.id }, nora)
      await expect.poll(() => countWaiting(db), { interval: 10 }).toBe(2)
      return { reading: started, ending: end }
    })
    expect((await reading).statusCode).toBe(200)
    expect((await ending).statusCode).toBe(200)
    expect(await portal.lastAudited()).toMatchObject({ action: 'emergency access ended', client: 'ACME1' })
    expect((await read()).statusCode).toBe(404)
    expect((await portal.call(endAccess, { id: access.id }, nora)).statusCode).toBe(404)
    // It can be opened again, which is another access.
    expect((await portal.openCase(nora)).id).not.toBe(access.id)
  })

  test.each([
    ['the client turns it off', sql`update client set emergency_minutes = null where id = 'acme'`],
    ['the person loses their codes', sql`update staff_grant set client_code = 'OTHER1'`],
    [
      'the code moves to another client',
      sql`update client_code set client_id = 'other' where code = 'ACME1'`,
    ],
    ['the client is closed', sql`update client set enabled = false where id = 'acme'`],
    ['the person is disabled', sql`update staff_user set disabled_at = now()`],
  ])('closes when %s', async (_case, change) => {
    const { owner } = portal.databaseContext
    const statuses = async () => [(await read()).statusCode, await statusOfOther()]
    const statusOfOther = async () => (await portal.call(listBills, key, nora)).json().bills?.length ?? 0
    expect(await statuses()).toEqual([200, 2])
    await execute(owner, change)
    const [status, bills] = await statuses()
    await execute(owner, sql`update client set emergency_minutes = 14, enabled = true`)
    await execute(owner, sql`update client_code set client_id = 'acme' where code = 'ACME1'`)
    await execute(owner, sql`update staff_user set disabled_at = null`)
    expect([status === 200, bills]).toEqual([false, 0])
  })

  test('survives a restart and holds in another process', async () => {
    const other = await portal.another()
    const payload = { row: access.row }
    const { headers } = nora
    const response = await other.inject({ method: 'POST', url: readCase.path, headers, payload })
    await other.close()
    expect(response.statusCode).toBe(200)
  })
})
