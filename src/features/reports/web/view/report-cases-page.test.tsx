import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatInstant } from '#platform/web/format-instant.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import {
  listReportAuthorizations,
  listReportCases,
  type ReportAuthorization,
  type ReportCase,
} from '../../case-list-contract.ts'
import { ReportAuthorizationsPage } from './report-authorizations-page.tsx'
import { parseCaseSelection, ReportCasesPage } from './report-cases-page.tsx'

const days = { firstDay: '2026-03-01', lastDay: '2026-03-31' }
const shared = {
  owner: 'a-person',
  codes: 'ALP1,ALP2',
  clients: [{ code: 'ALP1', name: 'Alpine Leisure' }],
  params: { report: 'ACTIVITY', clients: 'ALP1', start: '2026-01-01', end: '2026-06-30' },
  casePath: (row: string) => `/patient-search/overview?row=${row}`,
}
const aCase = (at: number): ReportCase => ({
  client: 'ALP1',
  incidentNumber: `2600000000${at}`,
  caseRow: `ROW${at}`,
  patientName: 'Sampleton, Ada',
  description: 'Fell',
  enterDate: '2026-03-02',
  lastDay: '2026-03-09',
  events: 4,
})
const anAuthorization: ReportAuthorization = {
  client: 'ALP1',
  itn: 'ITN7',
  incidentNumber: '26000000007',
  caseRow: 'ROW7',
  days: 12,
  patientName: 'Sampleton, Ada',
  providerName: 'Mercy Hospital',
  currency: 'USD',
  total: '1250.5',
  receivedAt: '2026-03-05T12:00:00Z',
}

function select<List extends 'cases' | 'authorizations'>(list: List, change: object) {
  const selection = parseCaseSelection({ list, ...days, ...change })
  if (selection?.list !== list) throw new Error('The selection is invalid.')
  return selection as Extract<typeof selection, { list: List }>
}

test('lists the cases of one kind of activity with their events, links to cases, and loads more', async () => {
  const api = stubApi()
  api.reply(listReportCases, { cases: [aCase(1)], hasMore: true, sums: { cases: 2, events: 8 } })
  const selection = select('cases', { kind: 'bill', client: 'ALP1' })
  const { user } = await renderComponent(<ReportCasesPage {...shared} selection={selection} />)
  expect(await screen.findByText('Showing 1 of 2 cases, newest activity first · Bills: 8')).toBeVisible()
  for (const part of ['3/1/2026 – 3/31/2026', 'Alpine Leisure']) expect(screen.getByText(part)).toBeVisible()
  expect(screen.getByRole('link', { name: '26000000001' })).toHaveAttribute(
    'href',
    '/patient-search/overview?row=ROW1',
  )
  expect(screen.getByRole('link', { name: 'Back to report' })).toHaveAttribute(
    'href',
    '/reports/view?report=ACTIVITY&clients=ALP1&start=2026-01-01&end=2026-06-30',
  )
  await expectAccessible()
  api.reply(listReportCases, { cases: [aCase(2)], hasMore: false, sums: null })
  await user.click(screen.getByRole('button', { name: 'Load more cases' }))
  expect(await screen.findByText('2 cases · Bills: 8')).toBeVisible()
  expect(api.requests(listReportCases).map(({ body }) => body)).toMatchObject([
    { ...days, client: 'ALP1', kind: 'bill' },
    { ...days, client: 'ALP1', kind: 'bill', afterDay: '2026-03-09', afterIncident: '26000000001' },
  ])
})

test.each([
  [true, '/patient-search/overview?row=ROW7'],
  [false, undefined],
])(
  'lists pending authorizations; the case is a link if the person can open cases: %s',
  async (hasCases, href) => {
    const api = stubApi()
    const sums = [{ currency: 'USD', count: 1, total: '1250.50' }]
    api.reply(listReportAuthorizations, { authorizations: [anAuthorization], hasMore: false, sums })
    const selection = select('authorizations', { span: '3', billCurrency: 'USD' })
    const props = { ...shared, selection, hasCases }
    await renderComponent(<ReportAuthorizationsPage {...props} />)
    expect(await screen.findByText('1 authorization · $1,250.50')).toBeVisible()
    for (const part of ['USD', '8 to 30 days']) expect(screen.getByText(part)).toBeVisible()
    expect(screen.getByText(formatInstant(anAuthorization.receivedAt))).toBeVisible()
    expect(screen.queryByRole('link', { name: '26000000007' })?.getAttribute('href') ?? undefined).toBe(href)
    expect(api.requests(listReportAuthorizations).map(({ body }) => body)).toMatchObject([
      { ...days, client: 'ALP1,ALP2', span: '3', billCurrency: 'USD' },
    ])
  },
)

test('says that a list failed or is empty', async () => {
  const api = stubApi()
  api.fail(listReportCases, 503)
  const { user } = await renderComponent(<ReportCasesPage {...shared} selection={select('cases', {})} />)
  api.reply(listReportCases, { cases: [], hasMore: false, sums: { cases: 0, events: 0 } })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No cases found')).toBeVisible()
})

test.each([{ list: 'bills' }, { list: 'cases', kind: 'call' }, { list: 'authorizations', span: '12' }])(
  'an address with %j selects nothing',
  (change) => {
    expect(parseCaseSelection({ ...days, ...change })).toBeUndefined()
  },
)
