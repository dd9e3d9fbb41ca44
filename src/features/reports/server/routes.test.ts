import { afterAll, beforeAll, expect, test } from 'vitest'
import { getClientConfiguration } from '#clients/contract.ts'
import { now } from '#platform/contract/clock.ts'
import { execute, inTransaction, sql } from '#platform/db/database.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { openReport } from '../contract.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal()
  const granted = [
    ['acme', 'SAVINGS', 'Savings Summary', true],
    ['acme', 'BILLDETAIL', 'Bill Detail', true],
    ['acme', 'ACTIVITY', 'Case Activity', true],
    ['acme', 'AUTHAGING', 'Pending Authorization Aging', false],
    ['acme', 'NOWHERE', 'An unimplemented report', true],
    ['other', 'BILLDETAIL', 'Bill Detail', true],
    ['bare', 'SAVINGS', 'Savings Summary', true],
    ['bare', 'BILLDETAIL', 'Bill Detail', true],
    ['bare', 'ACTIVITY', 'Case Activity', true],
    ['bare', 'AUTHAGING', 'Pending Authorization Aging', false],
  ]
  for (const [position, [client_id, code, name, multi_client]] of granted.entries())
    await portal.insert('client_report', { client_id, code, name, multi_client, position })
  staff = await portal.staffOf('acme')
})
afterAll(() => portal.close())

const form = {
  Clients: 'ACME1,ACME2',
  StartDate: '2026-03-01',
  EndDate: '4/30/2026',
  ReportCode: 'BILLDETAIL',
}
const open = (change: Partial<typeof form> = {}, by = staff) => by.open(openReport, { ...form, ...change })

test.each(['SALARIES', 'NOWHERE', 'billdetail'])('the unknown report %s returns 404', async (ReportCode) => {
  expect((await open({ ReportCode })).statusCode).toBe(404)
})

test('a report available only to another client returns 404', async () => {
  expect((await open({ ReportCode: 'SAVINGS' }, await portal.staffOf('other'))).statusCode).toBe(404)
})

test.each(['AUTHAGING', 'BILLDETAIL', 'ACTIVITY'])(
  '%s returns 404 to a client without the features it needs',
  async (ReportCode) => {
    const bare = await portal.staffOf('bare')
    expect((await open({ Clients: 'BARE1', ReportCode }, bare)).statusCode).toBe(404)
  },
)

test('a client, and internal staff viewing it, are offered exactly the reports they can open', async () => {
  await addClient(portal, portal.config.INTERNAL_CLIENT_ID, [])
  const internal = await portal.staffOf(portal.config.INTERNAL_CLIENT_ID)
  const offered = async (clientId: string, by: typeof staff) => {
    const { reports } = getClientConfiguration.response.parse(
      (await by.call(getClientConfiguration, { clientId })).json(),
    )
    return reports.map(({ code }) => code)
  }
  for (const by of [staff, internal])
    expect(await offered('acme', by)).toEqual(['SAVINGS', 'BILLDETAIL', 'ACTIVITY', 'AUTHAGING'])
  for (const by of [await portal.staffOf('bare'), internal])
    expect(await offered('bare', by)).toEqual(['SAVINGS'])
})

test('the Savings Summary requires no feature, because it names no patient', async () => {
  const response = await open({ Clients: 'BARE1', ReportCode: 'SAVINGS' }, await portal.staffOf('bare'))
  expect(response.headers.location).toBe('/no-data')
})

test.each<[Partial<typeof form>, string[]]>([
  [{ Clients: '' }, ['Clients must be selected.']],
  [{ Clients: ' , ' }, ['Clients must be selected.']],
  [{ ReportCode: 'AUTHAGING' }, ['A Client must be selected.']],
  [{ ReportCode: '' }, ['Report type must be selected.']],
  [{ StartDate: '5/1/2026' }, ['Start Date cannot be greater than End Date.']],
  [{ StartDate: '', EndDate: '' }, ['Start and end dates are required fields.']],
  [{ StartDate: '2/30/2026' }, ['Enter dates between 1/1/1900 and 12/31/2199, such as 6/30/2026.']],
  [{ EndDate: 'the last of June' }, ['Enter dates between 1/1/1900 and 12/31/2199, such as 6/30/2026.']],
  [{ Clients: '', EndDate: '' }, ['Clients must be selected.', 'Start and end dates are required fields.']],
])('a form with %j is rejected with a page that lists the errors', async (change, sentences) => {
  const response = await open(change)
  expect(response.statusCode).toBe(422)
  expect(response.headers['content-type']).toContain('text/html')
  expect(Array.from(response.body.matchAll(/<li>(.*?)<\/li>/g), ([, sentence]) => sentence)).toEqual(
    sentences,
  )
})

test('an API client gets errors as a message and as a list', async () => {
  const response = await staff.call(openReport, { ...form, Clients: '', ReportCode: '' })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({
    detail: 'Clients must be selected. Report type must be selected.',
    sentences: ['Clients must be selected.', 'Report type must be selected.'],
  })
})

test('a report without data redirects to the no-data page and is audited', async () => {
  const response = await open({ StartDate: '2026-05-01', EndDate: '2026-05-31' })
  expect([response.statusCode, response.headers.location]).toEqual([303, '/no-data'])
  expect(await portal.lastAudited()).toMatchObject({
    action: 'report without data',
    subject: 'ACME1,ACME2',
    detail: { rows: 0 },
  })
})

test('codes of another client and unknown codes get the same response', async () => {
  for (const Clients of ['ACME1', 'NOBODY1']) {
    const response = await open({ Clients }, await portal.staffOf('other'))
    expect([response.statusCode, response.headers.location]).toEqual([303, '/no-data'])
    expect(await portal.lastAudited()).toMatchObject({ action: 'report without data', subject: Clients })
  }
})

test.each([
  ['BILLDETAIL', { rows: 1 }],
  ['SAVINGS', { rows: 0, bills: 1 }],
  ['ACTIVITY', { rows: 2 }],
])(
  'client codes in the request only narrow the scope, and reads are audited: %s',
  async (ReportCode, counts) => {
    expect((await open({ Clients: 'ACME2', ReportCode })).headers.location).toBe('/no-data')
    expect((await open({ Clients: 'ACME1,OTHER1', ReportCode })).statusCode).toBe(200)
    expect(await portal.lastAudited()).toEqual({
      actor: staff.userId,
      action: 'report opened',
      subject: 'ACME1',
      client: 'ACME1',
      detail: {
        report: ReportCode,
        first: '2026-03-01',
        last: '2026-04-30',
        ...counts,
        asked: 'ACME1,OTHER1',
      },
      shown: ['*ACME1'],
    })
  },
)

test('a user limited to some client codes gets only data for those codes, whatever the request', async () => {
  const narrow = await portal.staffOf('acme')
  await portal.insert('staff_grant', {
    user_id: narrow.userId,
    kind: 'client code',
    client_code: 'ACME2',
    granted_at: now(),
  })
  for (const Clients of ['ACME1', 'ACME1,ACME2'])
    expect((await open({ Clients }, narrow)).headers.location).toBe('/no-data')
})

test('a user’s second report queues, while another user’s report goes ahead', async () => {
  const locked = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const holding = inTransaction(portal.databaseContext.owner, async (transaction) => {
    await execute(transaction, sql`lock table bill in access exclusive mode`)
    locked.resolve()
    await over.promise
  })
  await locked.promise
  const first = [open({ ReportCode: 'SAVINGS' }), open({ ReportCode: 'SAVINGS' })]
  try {
    const other = await portal.staffOf('acme')
    const aging = await open({ ReportCode: 'AUTHAGING', Clients: 'ACME1' }, other)
    expect(aging.headers.location).toBe('/no-data')
  } finally {
    over.resolve()
    await holding
  }
  for (const answer of await Promise.all(first)) expect(answer.statusCode).toBe(200)
})

test('opening a report is audited with type, clients, period and row count', async () => {
  await open({ Clients: 'ACME1' })
  expect(await portal.lastAudited()).toEqual({
    actor: staff.userId,
    action: 'report opened',
    subject: 'ACME1',
    client: 'ACME1',
    detail: { report: 'BILLDETAIL', first: '2026-03-01', last: '2026-04-30', rows: 1, asked: 'ACME1' },
    shown: ['*ACME1'],
  })
})

test('a report is an uncacheable PDF with a file name, title and language', async () => {
  const response = await open()
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': 'inline; filename="Bill-Detail-2026-03-01-2026-04-30.pdf"',
  })
  expect(response.rawPayload.toString('latin1')).toContain('/Lang (en-US)')
  const pages = await pdfPages(response.rawPayload)
  expect(pages[0]?.text).toContain('Bill Detail')
  for (const words of ['ITN2', 'Mercy Hospital', '$1,250.50', '$900.25', '$350.25', '28.0%'])
    expect(pages.at(-1)?.text).toContain(words)
})
