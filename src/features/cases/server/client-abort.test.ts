import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openBillImage, openRepricingInvoice } from '#billing/contract.ts'
import { execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { readTimeline } from '../activity-contract.ts'
import {
  listCurrentActivity,
  openCaseDocument,
  openCaseSummary,
  openMedicalRecord,
  searchPatients,
} from '../contract.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
let origin: string

beforeAll(async () => {
  portal = await openCasePortal({ SEARCH_CONCURRENCY: 1 })
  staff = await portal.staffOf('acme')
  origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => portal.close())

const findWaitingQueries = () =>
  queryRows(
    portal.db,
    z.object({ pid: z.number() }),
    sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )

type Call = { headers: Record<string, string>; payload: string }

function sendRequest(path: string, { headers, payload }: Call) {
  const sent = request(`${origin}${path}`, { method: 'POST', headers })
  sent.on('error', () => {})
  sent.end(payload)
  return sent
}

/** Aborts a request that is waiting for a table lock, then repeats it after the lock is released. */
async function expectCancellation(path: string, table: string, call: () => Call | Promise<Call>) {
  const first = await call()
  await inTransaction(portal.databaseContext.owner, async (lockingDb) => {
    await execute(lockingDb, sql`lock table ${sql.table(table)} in access exclusive mode`)
    const sent = sendRequest(path, first)
    await expect.poll(findWaitingQueries, { interval: 10 }).toHaveLength(1)
    sent.destroy()
    // Sooner than by the timeout of statements, which is 20 s.
    await expect.poll(findWaitingQueries, { interval: 10, timeout: 10_000 }).toHaveLength(0)
  })
  const [response] = await once(sendRequest(path, await call()), 'response')
  expect(response.statusCode).toBe(200)
  response.resume()
}

const march = { startDate: '2026-03-01', endDate: '2026-03-31' }
const jsonCall = (body: object) => () => ({
  headers: { ...staff.headers, 'content-type': 'application/json' },
  payload: JSON.stringify(body),
})

test.each([
  [searchPatients.path, { searchType: 'NAMEL', searchTerm: 's' }],
  [listCurrentActivity.path, { ...march, clients: ['ACME1'], activityList: ['ALL'] }],
])('aborting %s frees the database within a second and releases its queue slot', (path, body) =>
  expectCancellation(path, 'patient', jsonCall(body)),
)

const IncidentNumber = '24000000017'

test('aborting a timeline request frees the database within a second', () =>
  expectCancellation(readTimeline.path, 'note', jsonCall({ incidentNumber: IncidentNumber })))

test.each([
  [openMedicalRecord.path, 'document_file', { IncidentNumber, PageStartNumber: '1', PageEndNumber: '2' }],
  [openCaseDocument.path, 'case_document', { IncidentNumber, PageStart: '4', PageEnd: '5' }],
  [openCaseSummary.path, 'patient', { IncidentNumber }],
  [openBillImage.path, 'document_file', { IncidentNumber, ITN: 'ITN2' }],
  [openRepricingInvoice.path, 'patient', { IncidentNumber, ITN: 'ALL' }],
  [openRepricingInvoice.path, 'bill', { IncidentNumber, ITN: 'ALL' }],
])('aborting %s while it waits for the table %s frees the database within a second', (path, table, fields) =>
  expectCancellation(path, table, () => staff.formOf(path, fields)),
)

test('one user can extract two documents at once and queue twelve more; any others are rejected', async () => {
  const { path } = openMedicalRecord
  const fields = { IncidentNumber, PageStartNumber: '1', PageEndNumber: '2' }
  const forms = await Promise.all(Array.from({ length: 15 }, () => staff.formOf(path, fields)))
  const statuses = await inTransaction(portal.databaseContext.owner, async (lockingDb) => {
    await execute(lockingDb, sql`lock table document_file in access exclusive mode`)
    const statuses = forms.map(async (form) => {
      const [response] = await once(sendRequest(path, form), 'response')
      response.resume()
      return response.statusCode
    })
    expect(await Promise.race(statuses)).toBe(429)
    await expect.poll(findWaitingQueries, { interval: 10 }).toHaveLength(2)
    return statuses
  })
  expect((await Promise.all(statuses)).filter((status) => status === 200)).toHaveLength(14)
})
