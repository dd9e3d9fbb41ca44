import { afterAll, beforeAll, expect, test } from 'vitest'
import { now } from '#platform/contract/clock.ts'
import { criteria, listBills, openReportPortal, show } from '#test-support/report-view-fixture.ts'
import { listReportAuthorizations, listReportCases } from '../../case-list-contract.ts'
import { listReportBills, showReport } from '../../view-contract.ts'

let portal: Awaited<ReturnType<typeof openReportPortal>>['portal']
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  const dates = { processed_on: '2026-02-03', service_from: '2026-02-02', service_to: '2026-02-02' }
  const bill = { currency: 'USD', provider_name: 'Clinic', payment_status: 'Paid', total_charges: '2' }
  const opened = await openReportPortal([{ itn: 'V1', client: 'ACME2', ...bill, ...dates }])
  portal = opened.portal
  staff = opened.staff
})
afterAll(() => portal.close())

test('rejects requests without a session', async () => {
  expect((await portal.call(showReport, criteria)).statusCode).toBe(401)
  expect(
    (await portal.call(listReportBills, { firstDay: '2026-01-01', lastDay: '2026-01-31' })).statusCode,
  ).toBe(401)
})

const days = { firstDay: '2026-01-01', lastDay: '2026-12-31' }

const lists = {
  cases: (change: object = {}, person: Pick<typeof staff, 'call'> = staff) =>
    person.call(listReportCases, { ...days, ...change } as never),
  authorizations: (change: object = {}, person: Pick<typeof staff, 'call'> = staff) =>
    person.call(listReportAuthorizations, { ...days, ...change } as never),
}

test('lists of cases and authorizations need a session and the feature of their report', async () => {
  const bare = await portal.staffOf('bare')
  expect((await portal.call(listReportCases, days)).statusCode).toBe(401)
  expect((await portal.call(listReportAuthorizations, days)).statusCode).toBe(401)
  for (const list of Object.values(lists)) expect((await list({}, bare)).statusCode).toBe(404)
})

test.each([
  [lists.cases, { kind: 'call' }],
  [lists.cases, { firstDay: 'soon' }],
  [lists.cases, { limit: 0 }],
  [lists.authorizations, { span: '10' }],
  [lists.authorizations, { afterTime: 'yesterday' }],
])('a list %o with %j is rejected', async (list, change) => {
  expect((await list(change)).statusCode).toBe(400)
})

test('cases and authorizations of other clients are not listed, and reading them is audited', async () => {
  const client = 'OTHER1'
  expect((await lists.cases({ client })).json()).toEqual({
    cases: [],
    hasMore: false,
    sums: { cases: 0, events: 0 },
  })
  expect((await lists.authorizations({ client })).json()).toEqual({
    authorizations: [],
    hasMore: false,
    sums: [],
  })
  expect((await lists.cases({ client: 'ACME1' })).json().cases.length).toBeGreaterThan(0)
  expect(await portal.lastAudited()).toMatchObject({
    actor: staff.userId,
    action: 'report cases read',
    subject: 'ACME1',
    detail: { first: days.firstDay, last: days.lastDay },
  })
})

test.each(['SALARIES', 'savings', 'toString'])('the unknown report %s returns 404', async (ReportCode) => {
  expect((await staff.call(showReport, { ...criteria, ReportCode })).statusCode).toBe(404)
})

test('a report of another client and bills without the feature return 404', async () => {
  expect((await (await portal.staffOf('other')).call(showReport, criteria)).statusCode).toBe(404)
  const bare = await portal.staffOf('bare')
  const selection = { firstDay: '2026-01-01', lastDay: '2026-01-31' }
  expect((await bare.call(listReportBills, selection)).statusCode).toBe(404)
})

test.each([
  [{ Clients: '' }, 'Clients must be selected.'],
  [{ ReportCode: '' }, 'Report type must be selected.'],
  [{ StartDate: '2026-07-01' }, 'Start Date cannot be greater than End Date.'],
  [{ EndDate: '' }, 'Start and end dates are required fields.'],
  [{ EndDate: '2/30/2026' }, 'Enter dates between 1/1/1900 and 12/31/2199, such as 6/30/2026.'],
  [{ ReportCode: 'AUTHAGING' }, 'A Client must be selected.'],
])('criteria with %j are rejected', async (change, sentence) => {
  const response = await staff.call(showReport, { ...criteria, ...change })
  expect([response.statusCode, response.json().detail]).toEqual([422, sentence])
})

test.each([
  { firstDay: '2026-13-01' },
  { lastDay: 'soon' },
  { billState: 'lost' },
  { afterDay: 'yesterday' },
])('a selection with %j is rejected', async (change) => {
  const selection = { firstDay: '2026-01-01', lastDay: '2026-01-31', ...change }
  expect((await staff.call(listReportBills, selection as never)).statusCode).toBe(400)
})

test('another client’s codes and unknown codes get the same empty report and list, and both are audited', async () => {
  const bare = await portal.staffOf('bare')
  for (const clients of ['ACME1', 'NOBODY1']) {
    expect((await show(bare, { Clients: clients })).sections).toEqual([])
    expect(await portal.lastAudited()).toMatchObject({ action: 'report without data', subject: clients })
  }
  const other = await portal.staffOf('other')
  for (const clients of ['ACME1', 'NOBODY1']) {
    expect((await listBills(other, { client: clients })).bills).toEqual([])
  }
})

test('a user limited to one client code sees only its bills, whatever the request', async () => {
  const narrow = await portal.staffOf('acme')
  const grant = { kind: 'client code', client_code: 'ACME2', granted_at: now() }
  await portal.insert('staff_grant', { user_id: narrow.userId, ...grant })
  const view = await show(narrow)
  expect(view.clients).toHaveLength(1)
  expect(new Set((await listBills(narrow)).bills.map(({ client }) => client))).toEqual(new Set(['ACME2']))
  expect((await listBills(narrow, { client: 'ACME1' })).bills).toEqual([])
})

test('viewing a report and listing its bills are audited', async () => {
  await show(staff, { Clients: 'ACME1,OTHER1' })
  expect(await portal.lastAudited()).toMatchObject({
    actor: staff.userId,
    action: 'report viewed',
    subject: 'ACME1',
    client: 'ACME1',
    detail: { report: 'SAVINGS', first: '2026-01-01', last: '2026-06-30', asked: 'ACME1,OTHER1' },
  })
  await listBills(staff, { client: 'ACME2' })
  expect(await portal.lastAudited()).toMatchObject({
    action: 'report bills read',
    subject: 'ACME2',
    detail: { first: '2026-01-01', last: '2026-06-30' },
  })
})
