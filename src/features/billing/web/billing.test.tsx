import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { recordExport } from '#platform/contract.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { type Bill, listBills, openBillImage } from '../contract.ts'
import { Billing } from './billing.tsx'

const incident = { incidentNumber: '26000000017', patientCode: 'P1', client: 'ALP1' }

const bill = (itn: string, changes: Partial<Bill> = {}): Bill => ({
  itn,
  policyNumber: null,
  providerName: 'Harbor Clinic',
  serviceDate: '3/4/2026',
  currency: 'USD',
  serviceFrom: '2026-03-04',
  serviceTo: '2026-03-04',
  totalCharges: '$0.10',
  totalChargesAmount: '0.10',
  repricedAmount: null,
  repricedAmountAmount: null,
  savingsAmount: null,
  savingsAmountAmount: null,
  savingsPercent: null,
  savingsPercentAmount: null,
  processedDate: null,
  paymentStatus: 'Received',
  billImage: false,
  invoice: false,
  ...changes,
})

/** Downloads the summary of these bills. */
async function downloadSummary(bills: Bill[]) {
  const api = stubApi()
  api.reply(listBills, { bills })
  api.reply(recordExport, { client: 'alpine' })
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { user } = await renderComponent(<Billing incident={incident} onOpen={async () => {}} />)
  await user.click(await screen.findByRole('button', { name: 'Download: Summary' }))
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  const file = saved.mock.calls[0]?.[0] as Blob
  return { lines: (await file.text()).trimEnd().split('\r\n'), recorded: api.requests(recordExport)[0]?.body }
}

test('the summary downloads with the exact sums of each currency', async () => {
  const repriced = { repricedAmountAmount: '0.30', savingsAmountAmount: '-0.20' }
  const { lines, recorded } = await downloadSummary([
    bill('A', repriced),
    bill('B', repriced),
    bill('C', { currency: 'KWD' }),
  ])
  expect(lines).toEqual([
    '\uFEFFCurrency,Total Bills,Total Charges,Total Repricings,Savings,Not repriced',
    'KWD,1,0.100,0.000,0.000,0.100',
    'USD,2,0.20,0.60,-0.40,0.00',
  ])
  expect(recorded).toEqual({
    list: 'billing-summary',
    format: 'csv',
    rows: 2,
    incidentNumber: incident.incidentNumber,
  })
})

test('the summary of repriced bills downloads without a column for others', async () => {
  const repriced = bill('A', { repricedAmountAmount: '0.05', savingsAmountAmount: '0.05' })
  expect((await downloadSummary([repriced])).lines).toEqual([
    '\uFEFFCurrency,Total Bills,Total Charges,Total Repricings,Savings',
    'USD,1,0.10,0.05,0.05',
  ])
})

test('a bill image opens with the images of the listed bills', async () => {
  stubApi().reply(listBills, {
    bills: [bill('A', { billImage: true }), bill('B'), bill('C', { billImage: true })],
  })
  const onOpen = vi.fn()
  const { user } = await renderComponent(<Billing incident={incident} onOpen={onOpen} />)
  await user.click(await screen.findByRole('button', { name: 'Bill Image: ITN C' }))
  const [request, list] = onOpen.mock.lastCall ?? []
  expect(request).toEqual({
    path: openBillImage.path,
    fields: { IncidentNumber: incident.incidentNumber, ITN: 'C' },
  })
  expect(list.map(({ fields: { ITN } }: { fields: { ITN: string } }) => ITN).toSorted()).toEqual(['A', 'C'])
})

test('bills that fail to load show an error and can be retried; a case without bills says so', async () => {
  const api = stubApi()
  api.fail(listBills, 503)
  const { user } = await renderComponent(<Billing incident={incident} onOpen={async () => {}} />)
  const failed = 'An error occurred retrieving patient billing information.'
  expect(await screen.findByRole('alert')).toHaveTextContent(failed)
  api.reply(listBills, { bills: [] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No bills found')).toBeVisible()
  await expectAccessible()
})

const on = (serviceFrom: string, serviceTo: string, amount: string, repriced: string | null) => ({
  serviceFrom,
  serviceTo,
  totalCharges: `$${amount}`,
  totalChargesAmount: amount,
  repricedAmountAmount: repriced,
  savingsAmountAmount: repriced && String(+amount - +repriced),
})
const dated = [
  bill('ITN1', { ...on('2026-03-01', '2026-03-01', '100', null), currency: 'EUR' }),
  bill('ITN2', on('2026-03-04', '2026-03-09', '1250.5', '900.25')),
  bill('ITN3', on('2026-03-20', '2026-03-20', '99.5', '80')),
  bill('ITN4', on('2026-05-02', '2026-05-02', '10000', '2500.10')),
]

test('bills can be filtered by service date and sorted by amount, and are totaled by currency', async () => {
  stubApi().reply(listBills, { bills: dated })
  const { user } = await renderComponent(<Billing incident={incident} onOpen={async () => {}} />)
  const table = (name: string) => screen.findByRole('table', { name })
  const lines = async (name: string) => within(await table(name)).getAllByRole('row')
  const expectBills = (...itns: string[]) =>
    waitFor(async () =>
      expect((await lines('Bills')).slice(1).map(({ textContent }) => textContent?.slice(0, 4))).toEqual(
        itns,
      ),
    )
  const type = async (name: string, text: string) => {
    await user.clear(screen.getByRole('textbox', { name }))
    if (text) await user.paste(text)
  }
  await expectBills('ITN1', 'ITN2', 'ITN3', 'ITN4')
  expect((await lines('Summary')).map(({ textContent }) => textContent)).toEqual([
    'CurrencyTotal BillsTotal ChargesTotal RepricingsSavings',
    'EUR1€100.00€0.00€0.00',
    'USD3$11,350.00$3,480.35$7,869.65',
  ])
  expect(screen.getByRole('figure', { name: 'Charges, repricings and savings in USD' })).toHaveTextContent(
    'Charges$11,350.00Repriced$3,480.35Saved$7,869.65',
  )
  expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent(
    '1 bill totaling €100.00 hasn’t been repriced. It counts toward charges but not savings.',
  )
  const byCharges = () =>
    user.click(
      within(screen.getByRole('table', { name: 'Bills' })).getByRole('button', { name: 'Total Charges' }),
    )
  await byCharges()
  await expectBills('ITN1', 'ITN3', 'ITN2', 'ITN4')
  await byCharges()
  await expectBills('ITN4', 'ITN2', 'ITN3', 'ITN1')
  await type('From', '3/9/2026')
  await expectBills('ITN4', 'ITN2', 'ITN3', 'ITN1')
  await type('To', '03-31-26')
  await expectBills('ITN2', 'ITN3')
  expect(await table('Summary')).toHaveTextContent('$1,350.00')
  await type('To', '3/8/2026')
  await expectBills('ITN4', 'ITN2', 'ITN3', 'ITN1')
  const [from, to] = ['From', 'To'].map((name) => screen.getByRole('textbox', { name }))
  await type('From', '13/45/2020')
  await user.tab()
  expect(from).toHaveAccessibleDescription('Enter a date as M/D/YYYY. Showing all bills until then.')
  await type('From', '3/8/2026')
  await expectBills('ITN2')
  await type('From', '3/9/2026')
  await user.tab()
  expect(from).toHaveAccessibleDescription('')
  const reversed = 'Enter an end date on or after the start date. Showing all bills until then.'
  expect(to).toHaveAccessibleDescription(reversed)
  await expectAccessible()
  await type('From', '1/1/2020')
  await type('To', '1/2/2020')
  expect(await screen.findByText('No bills found in selected date range.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear dates' }))
  await expectBills('ITN4', 'ITN2', 'ITN3', 'ITN1')
})
