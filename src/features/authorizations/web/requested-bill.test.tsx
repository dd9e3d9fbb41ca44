import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { caseQueryKey } from '#cases/case-contract.ts'
import { createPendingBill, createPendingList, stubQueue } from '#test-support/pending-bill.ts'
import { renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { todayQueryKey } from '#today/contract.ts'
import {
  listDenialReasons,
  listInfoNeeded,
  listPendingAuthorizations,
  openItnPdf,
  processAuthorization,
} from '../contract.ts'
import { Authorizations } from './authorizations.tsx'

const clients = [
  { code: 'ALP1', name: 'Alpine Leisure Travel' },
  { code: 'ALP3', name: 'Alpine Students Abroad' },
]
const bill = createPendingBill('BAD01')

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
  stubQueue(api)
  api.reply(listPendingAuthorizations, createPendingList({ bills: [bill], mayDecide: true, version: '' }))
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

/** Counts how often a page with this query key loads its data. */
function useLoads(key: string) {
  const [loads, setLoads] = useState(0)
  useQuery({ queryKey: [key], queryFn: () => setLoads((count) => count + 1) ?? null })
  return loads
}

function CachedPages() {
  return <output>{`${useLoads(caseQueryKey)} ${useLoads(todayQueryKey)}`}</output>
}

test.each([
  ['a decision', 200],
  ['a decision that someone else made first', 409],
])('after %s, cases and the home page load again', async (_case, status) => {
  const api = stubApi()
  stubQueue(api)
  api.reply(listPendingAuthorizations, createPendingList({ bills: [bill], mayDecide: true, version: '' }))
  api.reply(listDenialReasons, { lookupItems: [{ code: '0188', description: 'Service is not covered' }] })
  api.reply(listInfoNeeded, { lookupItems: [] })
  api.fail(openItnPdf, 500)
  const decision = { action: 'D', decision: 'denied', by: 'Albert Alpine', at: '2026-03-01T12:00:00Z' }
  api.fail(processAuthorization, status, {
    statusCode: status,
    message: 'Done.',
    type: 'about:blank',
    title: 'Rejected',
    status,
    detail: 'ITN BAD01 was already decided.',
    reference: 'r',
    decision,
  })
  const pages = (
    <>
      <Page />
      <CachedPages />
    </>
  )
  const { user } = await renderComponent(pages, { path: '/authorization' })
  await user.click(await screen.findByRole('button', { name: 'Decide: ITN BAD01' }))
  await user.click(await screen.findByRole('radio', { name: /^Deny/ }))
  expect(document.querySelector('output')).toHaveTextContent('1 1')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(document.querySelector('output')).toHaveTextContent('2 2'))
})
