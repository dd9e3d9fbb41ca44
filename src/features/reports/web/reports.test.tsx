import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setClock } from '#platform/contract/clock.ts'
import type { AvailableClients } from '#platform/web/multi-client-search/client-selection.ts'
import { expectAccessible, renderComponent, setTimeZone } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { listReportRuns, openReport } from '../contract.ts'
import { Reports } from './reports.tsx'

const alps = [
  { code: 'ALP1', name: 'Alpine Leisure Travel' },
  { code: 'ALP2', name: 'Alpine Business Travel' },
]
const reports = [
  { code: 'SAVINGS', name: 'Savings Summary', multiClient: true },
  { code: 'AUTHAGING', name: 'Pending Authorization Aging', multiClient: false },
]

setTimeZone('America/New_York')

async function renderReports({ clients = alps }: { clients?: AvailableClients['clients'] } = {}) {
  const api = stubApi()
  api.reply(listReportRuns, { runs: [] })
  const onOpen = vi.fn(async () => {})
  const view = await renderComponent(
    <Reports
      owner="a-person"
      offer={{ clients, isFailed: false, retry: () => {} }}
      reports={reports}
      hasLiveToken={() => true}
      onOpen={onOpen}
    />,
  )
  const { user } = view
  const choose = (name: string) => user.selectOptions(report(), name)
  const fillIn = async (start: string, end: string) => {
    for (const [label, text] of [
      ['Start Date', start],
      ['End Date', end],
    ] as const) {
      await user.clear(field(label))
      if (text) await user.paste(text)
    }
  }
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  return { ...view, onOpen, choose, fillIn, press }
}

const report = () => screen.getByRole('combobox', { name: 'Report' })
const field = (label: string) => screen.getByRole('textbox', { name: new RegExp(`^${label}`) })
const summary = () => screen.findByRole('region', { name: 'Please check these fields:' })
const faults = async () => within(await summary()).getAllByRole('link')
const expectFaults = (...sentences: string[]) =>
  waitFor(async () => expect((await faults()).map(({ textContent }) => textContent)).toEqual(sentences))

test('all missing fields are listed with links to them, and no report opens', async () => {
  const { user, onOpen, choose, fillIn, press } = await renderReports()
  await user.click(screen.getByLabelText('All Clients'))
  await press('Submit')
  expect(await summary()).toHaveFocus()
  await expectFaults(
    'Clients must be selected.',
    'Report type must be selected.',
    'Start and end dates are required fields.',
  )
  await expectAccessible()
  await user.click(screen.getByRole('link', { name: 'Report type must be selected.' }))
  expect(report()).toHaveFocus()
  expect(report()).toHaveAccessibleDescription('Report type must be selected.')
  await choose('Savings Summary')
  expect(report()).toHaveAccessibleDescription(/Charges, repriced amounts and savings: in total/)
  await press('Add all')
  await fillIn('3/2/2026', '3/1/2026')
  await expectFaults('Start Date cannot be greater than End Date.')
  await fillIn('', '')
  const missing = 'Start and end dates are required fields.'
  await expectFaults(missing)
  for (const label of ['Start Date', 'End Date'])
    expect(field(label)).toHaveAccessibleDescription(new RegExp(missing))
  await fillIn('3/1/2026', 'soon')
  const unknown = 'Enter dates between 1/1/1900 and 12/31/2199, such as 6/30/2026.'
  await expectFaults(unknown)
  await press('Submit')
  expect(await summary()).toHaveFocus()
  await user.click(screen.getByRole('link', { name: unknown }))
  expect(field('End Date')).toHaveFocus()
  expect(onOpen).not.toHaveBeenCalled()
})

test('a single-client report asks for one client and ignores the clients chosen for other reports', async () => {
  const { user, onOpen, choose, fillIn, press } = await renderReports()
  await fillIn('1/1/2026', '6/30/2026')
  await choose('Pending Authorization Aging')
  const client = screen.getByRole('combobox', { name: 'Client' })
  expect(screen.queryByLabelText('All Clients')).toBeNull()
  expect(client).toHaveValue('')
  await press('Submit')
  await expectFaults('A Client must be selected.')
  await expectAccessible()
  await user.selectOptions(client, 'Alpine Business Travel')
  await press('Submit')
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce())
  const dates = { StartDate: '2026-01-01', EndDate: '2026-06-30' }
  expect(onOpen).toHaveBeenCalledWith({
    path: openReport.path,
    fields: { Clients: 'ALP2', ReportCode: 'AUTHAGING', ...dates },
  })
  await choose('Savings Summary')
  expect(screen.getByLabelText('All Clients')).toBeChecked()
  await press('Submit')
  await waitFor(() => expect(onOpen).toHaveBeenCalledTimes(2))
  expect(onOpen).toHaveBeenLastCalledWith({
    path: openReport.path,
    fields: { Clients: 'ALP1,ALP2', ReportCode: 'SAVINGS', ...dates },
  })
})

test('a valid report opens on the page, with nothing personal in its address', async () => {
  const { url, onOpen, choose, fillIn, press } = await renderReports()
  await press('Show report')
  await expectFaults('Report type must be selected.', 'Start and end dates are required fields.')
  await choose('Savings Summary')
  await fillIn('1/1/2026', '6/30/2026')
  await press('Show report')
  await waitFor(() => expect(url()).toBe('/reports/view?report=SAVINGS&start=2026-01-01&end=2026-06-30'))
  expect(onOpen).not.toHaveBeenCalled()
})

test('quick ranges fill in the dates by the portal’s time zone', async () => {
  onTestFinished(setClock(() => new Date('2026-08-01T01:00:00Z')))
  const { press } = await renderReports()
  for (const [name, start, end] of [
    ['This month', '7/1/2026', '7/31/2026'],
    ['Last month', '6/1/2026', '6/30/2026'],
    ['This quarter', '7/1/2026', '7/31/2026'],
    ['Last quarter', '4/1/2026', '6/30/2026'],
    ['Last 6 months', '1/1/2026', '6/30/2026'],
    ['Year to date', '1/1/2026', '7/31/2026'],
    ['Last year', '1/1/2025', '12/31/2025'],
  ] as const) {
    await press(name)
    expect(field('Start Date')).toHaveValue(start)
    expect(field('End Date')).toHaveValue(end)
  }
})
