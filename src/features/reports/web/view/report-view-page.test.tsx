import { screen, waitFor, within } from '@testing-library/react'
import { unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/universal'
import { expect, onTestFinished, test, vi } from 'vitest'
import { recordExport } from '#platform/contract.ts'
import { toXlsx } from '#platform/web/table/sheet-file.ts'
import { expectAccessible, renderComponent, setTimeZone } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { openReport } from '../../contract.ts'
import { billSelection, type ReportRow, type ReportView, showReport } from '../../view-contract.ts'
import { readReportSheets } from './read-report-sheets.ts'
import { ReportViewPage } from './report-view-page.tsx'

setTimeZone('America/New_York')

const params = { report: 'SAVINGS', clients: '', start: '2026-01-01', end: '2026-02-28' }
const criteria = {
  Clients: 'ALP1,ALP2',
  ReportCode: 'SAVINGS',
  StartDate: '2026-01-01',
  EndDate: '2026-02-28',
}
const selection = (change = {}) =>
  billSelection.parse({ firstDay: '2026-01-01', lastDay: '2026-02-28', billCurrency: 'USD', ...change })
const usd = (amount: string) => ({ amount, currency: 'USD' })
const row = (label: string, saved: string, bills: ReportRow['bills']): ReportRow => ({
  label,
  axis: label,
  bills,
  caseRow: null,
  values: [{ count: 2, unit: '' }, usd(saved)],
})
const provider = '=HYPERLINK("http://x")'
const view: ReportView = {
  name: 'Savings Summary',
  first: '2026-01-01',
  last: '2026-02-28',
  clients: ['Alpine (ALP1)'],
  readAt: '2026-03-01T15:00:00Z',
  basis: 'Bills, by date processed',
  explanation: 'How it is computed.',
  sections: [
    {
      title: 'USD',
      figures: [
        {
          label: 'Saved',
          value: usd('1234.50'),
          isSaving: true,
          bills: selection(),
          parts: [
            { label: 'Still in review', value: usd('34.50'), bills: selection({ billState: 'in review' }) },
          ],
          earlier: [
            {
              label: 'Prior period',
              period: '11/1/2025 – 12/31/2025',
              value: usd('1000'),
              change: '+23.5%',
              bills: selection({ firstDay: '2025-11-01', lastDay: '2025-12-31' }),
            },
            { label: 'Same period last year', period: '2025', value: null, change: null, bills: null },
          ],
        },
      ],
      notes: [{ text: '1 bill is not repriced.', bills: selection({ billState: 'unpriced' }) }],
      sums: {
        currency: 'USD',
        bills: 4,
        charges: '2000',
        repriced: '765.50',
        savings: '1234.50',
        unpricedBills: 0,
        unpriced: '0',
      },
      tables: [
        {
          title: 'Saved by month',
          heading: 'Month',
          columns: ['Bills', 'Saved'],
          note: null,
          rows: [
            row('Jan 2026', '1000.00', selection({ lastDay: '2026-01-31' })),
            row('Feb 2026', '-20.00', selection({ firstDay: '2026-02-01' })),
          ],
          total: row('Total', '1234.50', selection()),
          chart: { kind: 'columns', column: 1 },
        },
        {
          title: 'Providers',
          heading: 'Provider',
          columns: ['Bills', 'Saved'],
          note: null,
          total: null,
          rows: [row(provider, '234.50', selection({ billGroup: 'provider', billValue: provider }))],
          chart: { kind: 'bars', column: 1 },
        },
      ],
    },
    { title: 'JPY', figures: [], notes: [], sums: null, tables: [] },
  ],
}

async function renderReport(prepare: (api: ReturnType<typeof stubApi>) => void, { hasBills = true } = {}) {
  const api = stubApi()
  prepare(api)
  const onOpen = vi.fn(async () => {})
  const page = await renderComponent(
    <ReportViewPage
      owner="a-person"
      params={params}
      clients={[
        { code: 'ALP1', name: 'Alpine' },
        { code: 'ALP2', name: 'Alpine Business' },
      ]}
      hasBills={hasBills}
      casePath={(key) => `/patient-search/overview?row=${key}`}
      renderSums={(sums) => <p>{sums.savings}</p>}
      missing={<h1>Page not found</h1>}
      onOpen={onOpen}
    />,
  )
  return { ...page, api, onOpen }
}

test('shows figures, their change, charts and tables, each of which leads to its bills', async () => {
  const { api, user, url } = await renderReport((stub) => stub.reply(showReport, view))
  expect(await screen.findByRole('heading', { level: 1, name: 'Savings Summary' })).toBeVisible()
  expect(api.requests(showReport)[0]?.body).toEqual(criteria)
  const covered = within(screen.getByRole('list', { name: 'What the report covers' }))
  for (const part of ['1/1/2026 – 2/28/2026', 'Alpine (ALP1)', 'As of 3/1/2026 10:00 AM'])
    expect(covered.getByText(part)).toBeVisible()
  const figures = screen.getByRole('list', { name: 'Key figures, USD' })
  expect(figures).toHaveTextContent(
    'Saved $1,234.50Still in review $34.50Prior period $1,000.00 +23.5%Same period last year No bills',
  )
  expect(
    screen.getByRole('img', { name: /^Saved by month: Saved\. Jan 2026 \$1,000\.00, Feb 2026 -\$20/ }),
  ).toBeVisible()
  const table = within(screen.getByRole('table', { name: 'Saved by month' }))
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'MonthBillsSaved',
    'Jan 20262$1,000.00',
    'Feb 20262-$20.00',
    'Total2$1,234.50',
  ])
  expect(screen.getByText('How it is computed.')).toBeVisible()
  await expectAccessible()
  await user.click(screen.getByRole('link', { name: 'Saved, Still in review $34.50: show bills' }))
  const opened = new URL(url(), 'http://portal')
  expect(opened.pathname).toBe('/reports/bills')
  expect(Object.fromEntries(opened.searchParams)).toEqual({
    report: 'SAVINGS',
    start: '2026-01-01',
    end: '2026-02-28',
    firstDay: '2026-01-01',
    lastDay: '2026-02-28',
    billCurrency: 'USD',
    billState: 'in review',
  })
})

test('figures are no links for a client without cases', async () => {
  await renderReport((stub) => stub.reply(showReport, view), { hasBills: false })
  await screen.findByRole('heading', { level: 1, name: 'Savings Summary' })
  expect(screen.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Reports'])
})

test('the PDF has the same criteria, and the workbook the same tables without formulas', async () => {
  const { api, user, onOpen } = await renderReport((stub) => stub.reply(showReport, view))
  await user.click(await screen.findByRole('button', { name: 'Download PDF' }))
  expect(onOpen).toHaveBeenCalledWith({
    path: openReport.path,
    fields: criteria,
  })
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  onTestFinished(() => saved.mockRestore())
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
  api.reply(recordExport, { client: 'alpine' })
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await user.click(await screen.findByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(saved.mock.instances[0]).toHaveProperty(
    'download',
    expect.stringMatching(/^Savings-Summary-alpine-\d{4}-\d\d-\d\d\.csv$/),
  )
  expect(api.requests(recordExport)[0]?.body).toMatchObject({ list: 'report', format: 'csv', rows: 13 })
})

test('the workbook has a sheet for each table, with typed values, totals and frozen names', async () => {
  const sheets = readReportSheets(view)
  expect(sheets.map(({ title }) => title).join('; ')).toBe(
    'About this report; Key figures, USD; Saved by month, USD; Providers, USD',
  )
  const workbook = new Uint8Array(await (await toXlsx(sheets)).arrayBuffer())
  const [about, figures, months, providers] = await readXlsxFile(workbook.buffer)
  expect(about?.data).toEqual([
    ['What', 'Details'],
    ['Report', 'Savings Summary'],
    ['Period', '1/1/2026 – 2/28/2026'],
    ['Client', 'Alpine (ALP1)'],
    ['Based on', 'Bills, by date processed'],
    ['As of', expect.stringContaining('3/1/2026')],
    ['Note, USD', '1 bill is not repriced.'],
    ['How it is computed', 'How it is computed.'],
  ])
  expect(figures?.sheet).toBe('Key figures, USD')
  expect(months?.data).toEqual([
    ['Month', 'Bills', 'Saved'],
    ['Jan 2026', 2, 1000],
    ['Feb 2026', 2, -20],
    ['Total', 2, 1234.5],
  ])
  expect(providers?.data[1]).toEqual([provider, 2, 234.5])
  const files = unzipSync(workbook)
  const read = (name: string) => new TextDecoder().decode(files[name])
  expect(read('xl/worksheets/sheet3.xml')).toMatch(/ySplit="1"[^>]*state="frozen"/)
  expect(read('xl/worksheets/sheet4.xml')).not.toMatch(/<f[ >]/)
})

test('a report that fails to load can be retried, and one without data says so', async () => {
  const { api, user } = await renderReport((stub) => stub.fail(showReport, 500))
  expect(await screen.findByText('We couldn’t load the report.')).toBeVisible()
  await expectAccessible()
  api.reply(showReport, { ...view, sections: [] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No Report Data Found')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Download PDF' })).toBeNull()
  await expectAccessible()
})

test.each([
  [404, 'Page not found'],
  [400, 'Reports'],
  [422, 'Reports'],
])('an address that gets status %s shows “%s”', async (status, heading) => {
  await renderReport((stub) => stub.fail(showReport, status))
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await expectAccessible()
})

test('headings of a report skip no level, whether or not its sections have a title', async () => {
  const [section] = view.sections
  const sections = section ? [{ ...section, title: null, sums: null }, section] : []
  await renderReport((stub) => stub.reply(showReport, { ...view, sections }))
  await screen.findByRole('heading', { level: 1 })
  const levels = screen.getAllByRole('heading').map(({ tagName }) => Number(tagName.slice(1)))
  expect(levels).toEqual([1, 2, 2, 2, 3, 3, 3])
})
