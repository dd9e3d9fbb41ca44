import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { recordExport } from '#platform/contract.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { type Bill, listBills, openBillImage } from '../contract.ts'
import { Billing } from './billing.tsx'

const incident = { incidentNumber: '26000000017', patientCode: 'P1', client: 'ALP1' }

const bill = (itn: string, changes: Partial<Bill> = {}): Bill => ({
  ...{ itn, policyNumber: null, providerName: 'Harbor Clinic', serviceDate: '3/4/2026', currency: 'USD' },
  ...{
    serviceFrom: '2026-03-04',
    serviceTo: '2026-03-04',
    totalCharges: '$0.10',
    totalChargesAmount: '0.10',
  },
  ...{ repricedAmount: null, repricedAmountAmount: null, savingsAmount: null, savingsAmountAmount: null },
  ...{ savingsPercent: null, savingsPercentAmount: null, processedDate: null, paymentStatus: 'Received' },
  ...{ billImage: false, invoice: false, ...changes },
})

/** Downloads the summary of these bills. */
async function downloadSummary(bills: Bill[]) {
  const api = stubApi()
  api.reply(listBills, { bills })
  api.reply(recordExport, {})
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
    ...{ list: 'billing-summary', format: 'csv', rows: 2, incidentNumber: incident.incidentNumber },
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
