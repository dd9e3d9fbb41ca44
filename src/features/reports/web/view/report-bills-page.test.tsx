import { screen, waitFor } from '@testing-library/react'
import readXlsxFile from 'read-excel-file/universal'
import { expect, onTestFinished, test, vi } from 'vitest'
import { recordExport } from '#platform/contract.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { listReportBills, type ReportBill } from '../../view-contract.ts'
import { parseSelection, ReportBillsPage } from './report-bills-page.tsx'

const address = {
  firstDay: '2026-01-01',
  lastDay: '2026-01-31',
  billCurrency: 'USD',
  client: 'ALP1',
  billState: 'unpriced',
}
const bill = (at: number): ReportBill => ({
  client: 'ALP1',
  itn: `ITN${at}`,
  incidentNumber: `2600000000${at % 10}`,
  caseRow: `ROW${at}`,
  providerName: 'Mercy Hospital',
  serviceFrom: '2026-01-02',
  serviceTo: '2026-01-04',
  processedDate: '2026-01-20',
  paymentStatus: 'Paid',
  currency: 'USD',
  charges: '100.00',
  repriced: at === 0 ? null : '75.00',
  saved: at === 0 ? null : '25.00',
  savedPercent: null,
})
const sums = [{ currency: 'USD', bills: 3, charges: '300', repriced: '150', saved: '50' }]

async function renderBills(prepare: (api: ReturnType<typeof stubApi>) => void) {
  const api = stubApi()
  prepare(api)
  const selection = parseSelection(address)
  if (!selection) throw new Error('The selection is invalid.')
  const page = await renderComponent(
    <ReportBillsPage
      owner="a-person"
      params={{ report: 'SAVINGS', clients: 'ALP1', start: '2026-01-01', end: '2026-06-30' }}
      selection={selection}
      codes="ALP1"
      clients={[{ code: 'ALP1', name: 'Alpine Leisure' }]}
      casePath={(row) => `/patient-search/overview?row=${row}`}
    />,
  )
  return { ...page, api }
}

test('lists the bills with their sums and links to cases, and loads more', async () => {
  const { api, user } = await renderBills((stub) =>
    stub.reply(listReportBills, { bills: [bill(0), bill(1)], hasMore: true, sums }),
  )
  expect(
    await screen.findByText(
      /^Showing 2 of 3 bills, most recently processed first · \$300\.00 charged, \$50\.00 saved$/,
    ),
  ).toBeVisible()
  for (const part of ['1/1/2026 – 1/31/2026', 'USD', 'Alpine Leisure', 'not repriced yet'])
    expect(screen.getByText(part)).toBeVisible()
  expect(screen.getByRole('link', { name: '26000000001' })).toHaveAttribute(
    'href',
    '/patient-search/overview?row=ROW1',
  )
  expect(screen.getByRole('link', { name: 'Back to report' })).toHaveAttribute(
    'href',
    '/reports/view?report=SAVINGS&clients=ALP1&start=2026-01-01&end=2026-06-30',
  )
  await expectAccessible()
  api.reply(listReportBills, { bills: [bill(2)], hasMore: false, sums: [] })
  await user.click(screen.getByRole('button', { name: 'Load more bills' }))
  expect(await screen.findByText(/^3 bills ·/)).toBeVisible()
  expect(api.requests(listReportBills).at(-1)?.body).toMatchObject({
    ...address,
    afterDay: '2026-01-20',
    afterItn: 'ITN1',
  })
  expect(screen.queryByRole('button', { name: 'Load more bills' })).toBeNull()
})

test('a download has all bills, not only those on the page', async () => {
  const { api, user } = await renderBills((stub) =>
    stub.reply(listReportBills, { bills: [bill(0)], hasMore: true, sums }),
  )
  await screen.findByText(/^Showing 1 of 3 bills/)
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  onTestFinished(() => saved.mockRestore())
  const files: Blob[] = []
  const createObjectURL = (file: Blob) => `blob:${files.push(file)}`
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }))
  api.reply(listReportBills, { bills: [bill(0), bill(1), bill(2)], hasMore: false, sums })
  api.reply(recordExport, { client: 'alpine' })
  await user.click(screen.getByRole('button', { name: 'Download' }))
  expect(await screen.findByText(/^All 3 rows/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: /Excel/ }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(api.requests(listReportBills).at(-1)?.body).toMatchObject({ ...address, limit: 5000 })
  expect(api.requests(recordExport)[0]?.body).toMatchObject({ format: 'xlsx', rows: 3 })
  const [sheet] = await readXlsxFile((await files[0]?.arrayBuffer()) ?? new ArrayBuffer())
  expect(sheet?.data.map(([itn]) => itn)).toEqual(['ITN', 'ITN0', 'ITN1', 'ITN2'])
})

test('a list that fails to load can be retried, and an empty one says so', async () => {
  const { api, user } = await renderBills((stub) => stub.fail(listReportBills, 500))
  await waitFor(() => expect(screen.getAllByText('We couldn’t load the bills.')).not.toHaveLength(0))
  api.reply(listReportBills, { bills: [], hasMore: false, sums: [] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No bills found')).toBeVisible()
  await expectAccessible()
})

test.each([{}, { firstDay: '2026-01-01' }, { firstDay: '2026-02-30', lastDay: '2026-03-01' }])(
  'the address %j selects no bills',
  (search) => {
    expect(parseSelection(search)).toBeUndefined()
  },
)
