import { afterAll, beforeAll, expect, test } from 'vitest'
import { processAuthorization, undoDecision } from '#authorizations/contract.ts'
import { execute, sql } from '#platform/db/database.ts'
import { addPendingBills, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { makePdf } from '#test-support/make-pdf.ts'
import { type CaseTimeline, readFeed, readTimeline } from '../activity-contract.ts'

const incident = { incidentNumber: '24000000017', patientCode: 'P1', client: 'ACME1' }

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal()
  staff = await portal.staffOf('acme')
})
afterAll(() => portal.close())

const requestTimeline = async (incidentNumber: string) =>
  (await staff.call(readTimeline, { incidentNumber })).json()

test('a timeline requires a session', async () => {
  const response = await portal.app.inject({ method: 'POST', url: readTimeline.path, payload: incident })
  expect(response.statusCode).toBe(401)
})

test('a timeline counts activity by day, oldest first, and unprocessed bills, without contents', async () => {
  expect((await staff.call(readTimeline, incident)).json()).toEqual({
    timeline: [
      { day: '2026-03-02', kind: 'NOTES', count: 1 },
      { day: '2026-03-04', kind: 'NOTES', count: 1 },
      { day: '2026-03-05', kind: 'MR', count: 1 },
      { day: '2026-03-06', kind: 'CASE', count: 1 },
      { day: '2026-03-10', kind: 'MR', count: 1 },
      { day: '2026-04-01', kind: 'BILLS', count: 1 },
    ],
    authorizations: [],
    waitingBills: 1,
  })
})

test('a case without activity has an empty timeline, and reading it is audited', async () => {
  expect(await requestTimeline('24000000018')).toEqual({ timeline: [], authorizations: [], waitingBills: 0 })
  expect(await portal.lastAudited()).toEqual({
    actor: staff.userId,
    action: 'case timeline read',
    subject: '24000000018',
    client: null,
    detail: { rows: 0 },
  })
})

test('activity on one day is counted by kind, and notes are dated in the portal’s time zone', async () => {
  const { rejects } = await portal.fixture.import({
    'records.csv': `id,incidentNumber,dateAdded,pageStart,pageEnd
R8,24000000018,2026-04-03,1,1
R9,24000000018,2026-04-03,2,2
`,
    'notes.csv': `id,incidentNumber,timestamp,type,author,noteText
N7,24000000018,2026-04-04T03:59:59Z,Call,M. Draftwick,The evening before.
N8,24000000018,2026-04-04T04:00:00Z,Call,M. Draftwick,Midnight.
N9,24000000018,2026-04-05T03:59:59Z,Call,M. Draftwick,The last moment.
`,
    'files/24000000018.pdf': await makePdf(['Page 1', 'Page 2']),
  })
  expect(rejects).toEqual([])
  expect(await requestTimeline('24000000018')).toEqual({
    timeline: [
      { day: '2026-04-03', kind: 'MR', count: 2 },
      { day: '2026-04-03', kind: 'NOTES', count: 1 },
      { day: '2026-04-04', kind: 'NOTES', count: 2 },
    ],
    authorizations: [],
    waitingBills: 0,
  })
})

const decidedIncident = '24000000017'

async function readAuthorizations(by = staff): Promise<CaseTimeline['authorizations']> {
  const response = await by.call(readTimeline, { incidentNumber: decidedIncident })
  return readTimeline.response.parse(response.json()).authorizations
}

test("a timeline hides other clients' authorizations, and all of them from clients without the feature", async () => {
  const bill = { incidentNumber: decidedIncident, totalCharge: '100', receivedAt: '2026-03-11T03:30:00Z' }
  await addPendingBills(portal.databaseContext.owner, [
    { itn: 'OWN', client: 'ACME1', ...bill },
    { itn: 'FOREIGN', client: 'OTHER1', ...bill },
    { itn: 'ELSEWHERE', client: 'ACME1', ...bill, incidentNumber: '24000000018' },
  ])
  expect((await readAuthorizations()).map(({ itn }) => itn)).toEqual(['OWN'])
  expect(await readAuthorizations(await portal.staffOf('other'))).toEqual([])
  await execute(portal.databaseContext.owner, sql`update client set client_auth = false where id = 'acme'`)
  expect(await readAuthorizations()).toEqual([])
  await execute(portal.databaseContext.owner, sql`update client set client_auth = true where id = 'acme'`)
})

test('a timeline shows the receipt and the decision of an authorization, and after an undo only the receipt', async () => {
  await portal.insert('staff_grant', { user_id: staff.userId, kind: 'decide', granted_at: new Date() })
  const received = {
    day: '2026-03-10',
    itn: 'OWN',
    round: 1,
    currency: 'USD',
    totalCharge: '100',
    maximumCovered: null,
    action: null,
    isPending: true,
  }
  expect(await readAuthorizations()).toEqual([received])
  const amounts = { patientResponsibility: '10', maximumCovered: '90' }
  const currencies = { patientResponsibilityCurrency: 'USD', maximumCoveredCurrency: 'USD' }
  const approve = { itn: 'OWN', ...amounts, ...currencies }
  expect((await staff.call(processAuthorization, approve)).statusCode).toBe(200)
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  expect(await readAuthorizations()).toEqual([
    { ...received, isPending: false },
    { ...received, day, isPending: false, action: 'A', maximumCovered: '90.00' },
  ])
  expect((await staff.call(undoDecision, { itn: 'OWN' })).statusCode).toBe(200)
  expect(await readAuthorizations()).toEqual([received])
})

test('a decision stays with its case and its provider after the back office moved the bill to another case', async () => {
  const bill = { client: 'ACME1', incidentNumber: decidedIncident, providerName: 'Mercy Hospital' }
  await addPendingBills(portal.databaseContext.owner, [{ itn: 'MOVED', ...bill }])
  const denial = { itn: 'MOVED', denialCode: '0188' }
  expect((await staff.call(processAuthorization, denial)).statusCode).toBe(200)
  await withEveryClient(portal.databaseContext.owner, (db) =>
    execute(
      db,
      sql`
      update authorization_request
         set round = 2, is_pending = true, incident_number = '24000000018', provider_name = 'Holy Cross Hospital'
       where itn = 'MOVED'`,
    ),
  )
  const read = async (incidentNumber: string) => {
    const timeline = readTimeline.response.parse((await staff.call(readTimeline, { incidentNumber })).json())
    const feed = readFeed.response.parse((await staff.call(readFeed, { incidentNumber })).json())
    const entries = feed.entries.filter((entry) => entry.kind === 'AUTH')
    return {
      timeline: timeline.authorizations.filter(({ itn }) => itn === 'MOVED').map(({ action }) => action),
      feed: entries
        .filter(({ itn }) => itn === 'MOVED')
        .map(({ action, providerName }) => [action, providerName]),
      isCounted: feed.counts.AUTH === entries.length,
    }
  }
  expect(await read(decidedIncident)).toEqual({
    timeline: [null, 'D'],
    feed: [['D', 'Mercy Hospital']],
    isCounted: true,
  })
  expect(await read('24000000018')).toEqual({
    timeline: [null],
    feed: [[null, 'Holy Cross Hospital']],
    isCounted: true,
  })
})
