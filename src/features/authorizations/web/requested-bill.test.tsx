import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import {
  listDenialReasons,
  listInfoNeeded,
  listPendingAuthorizations,
  openItnPdf,
  type PendingAuthorization,
} from '../contract.ts'
import { Authorizations } from './authorizations.tsx'

// The renderer needs a browser; here no PDF loads.
vi.mock('#platform/web/pdf/pdf-renderer.ts', () => ({}))

const clients = [
  { code: 'ALP1', name: 'Alpine Leisure Travel' },
  { code: 'ALP3', name: 'Alpine Students Abroad' },
]
const bill: PendingAuthorization = {
  ...{ itnNumber: 'BAD01', round: 1, client: 'ALP3', carrier: 'Alpine', hmo: null, policy: null },
  ...{ incidentNumber: null, patientName: 'Quillfeather, Ada', providerName: 'Mercy Hospital' },
  ...{ datesOfService: '11/20/2025', serviceFrom: '2025-11-20', serviceTo: '2025-11-20' },
  ...{ totalCharge: 12, totalChargeAmount: '12.00', totalChargeFormatted: '$12.00', currency: 'USD' },
  ...{ receivedAt: '2026-01-01T12:00:00Z', waitingMinutes: 100 },
}

/** The page, and a button that requests the bill as the search box does. */
function Page() {
  const [openItn, setOpenItn] = useState<string>()
  const offer = { clients, isFailed: false, retry: () => {} }
  return (
    <>
      <button type="button" onClick={() => setOpenItn(bill.itnNumber)}>
        Find
      </button>
      <Authorizations owner="me" offer={offer} openItn={openItn} onOpened={() => setOpenItn(undefined)} />
    </>
  )
}

test('a bill requested on the page itself opens each time, and stays open while all clients are searched', async () => {
  const api = stubApi()
  api.reply(listPendingAuthorizations, { bills: [bill], mayDecide: true, notice: null })
  for (const endpoint of [listDenialReasons, listInfoNeeded]) api.reply(endpoint, { lookupItems: [] })
  api.fail(openItnPdf, 500)
  const { user } = await renderComponent(<Page />, { path: '/authorization' })
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const table = () => screen.findByRole('table', { name: 'Pending authorizations' })
  const asked = () => api.requests(listPendingAuthorizations).map(({ body }) => body)
  await table()
  for (const _time of ['first', 'second']) {
    await press('Edit search')
    await user.click(screen.getByLabelText('All Clients'))
    await user.selectOptions(screen.getByLabelText('Available clients'), 'Alpine Students Abroad')
    await press('Add')
    await press('Submit')
    await waitFor(() => expect(asked().at(-1)).toEqual({ clients: ['ALP3'] }))
    await table()
    await press('Find')
    await waitFor(() => expect(asked().at(-1)).toEqual({ clients: ['ALP1', 'ALP3'] }))
    expect(await screen.findByRole('dialog', { name: /^ITN BAD01/ })).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
})
