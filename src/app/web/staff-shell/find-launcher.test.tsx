import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { listRecentCases } from '#cases/case-contract.ts'
import { patientSearch } from '#cases/web/search/case-search-kinds.ts'
import { type ClientConfiguration, getClientConfiguration, listClients } from '#clients/contract.ts'
import {
  currentClient,
  storeChosenClient,
  storeConfiguration,
  tabOwner,
} from '#clients/web/configuration-store.ts'
import { type FoundInAllClients, findAnything, findInAllClients } from '#find/contract.ts'
import { allClientsSelected } from '#platform/web/multi-client-search/client-selection.ts'
import { searchStore } from '#platform/web/multi-client-search/use-multi-client-search.ts'
import { tabStore } from '#platform/web/storage.ts'
import { everything } from '#test-support/client-configuration.ts'
import { authorization, foundCase, nothing } from '#test-support/find-fixture.tsx'
import { renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { vobFilter } from '#vob/contract.ts'
import { queryClient } from '../query-client.ts'
import { FindLauncher } from './find-launcher.tsx'
import { requireSearchAccess } from './route-guards.ts'

const alpine: ClientConfiguration = {
  ...everything,
  currentActivity: false,
  patientSearch: false,
  isInternal: true,
  providerSearches: [],
}
const lagoon = { id: 'lagoon', label: 'Lagoon Health Plan' }
const inLagoon: FoundInAllClients = {
  ...nothing,
  authorizations: [authorization],
  isNumbersOnly: false,
  clients: [{ ...lagoon, codes: ['ALP1'], patientSearch: false, currentActivity: true }],
}

beforeEach(() => {
  const claims = btoa(JSON.stringify({ sub: 'ines' }))
  const token = { token: `head.${claims}.signature`, exp: 4_000_000_000, name: 'Ines Harbor' }
  localStorage.setItem('userToken', JSON.stringify(token))
  localStorage.setItem('isInternal', 'true')
  storeChosenClient({ id: 'alpine', label: 'Alpine' })
  storeConfiguration(alpine)
})

/** A page with the palette, another page to go on to, and the authorization that the history state names. */
function Page() {
  const [isOpen, setOpen] = useState(true)
  const navigate = useNavigate()
  const openItn = useRouterState({ select: ({ location }) => location.state.openItn })
  const close = () => setOpen(false)
  return (
    <>
      {isOpen && <FindLauncher takeTyped={() => ''} onClose={close} onLeave={close} />}
      <button type="button" onClick={() => void navigate({ href: '/reports' })}>
        Go on
      </button>
      <output>{openItn}</output>
      <OwnCase />
    </>
  )
}

function stubFind() {
  const api = stubApi()
  api.reply(findAnything, { ...nothing, authorizations: [authorization] })
  api.reply(findInAllClients, inLagoon)
  api.reply(listRecentCases, { patients: [] })
  api.reply(listClients, { clients: [lagoon] })
  api.reply(getClientConfiguration, { ...alpine, clientId: lagoon.id, clientName: lagoon.label })
  return api
}

async function renderLauncher(path = '/authorization') {
  const api = stubFind()
  const view = await renderComponent(<Page />, { path })
  const openRow = async (text: string, name: RegExp) => {
    await view.user.type(screen.getByRole('combobox'), text)
    await view.user.click(await screen.findByRole('option', { name }))
  }
  return { ...view, api, openRow }
}

const ownQuery = { queryKey: ['case of Alpine'], queryFn: () => 'a case' }

/** Part of the page of the client before. */
function OwnCase() {
  return useQuery(ownQuery).data
}

test('a chosen client opens with its home page', async () => {
  const { openRow, url } = await renderLauncher()
  await openRow('lagoon', /Lagoon/)
  await waitFor(() => expect(url()).toBe('/home'))
  expect(currentClient()).toEqual(lagoon)
})

/** Stands in for the browser, which starts a new tab with a copy of this tab's values. Records these. */
function stubNewTab(...keys: string[]) {
  const opened = vi.fn<(href: string, ...values: unknown[]) => void>()
  vi.spyOn(window, 'open').mockImplementation((href) => {
    opened(String(href), ...keys.map((key) => JSON.parse(sessionStorage.getItem(key) ?? '')))
    return null
  })
  return opened
}

test('Ctrl+Enter opens a client in a new tab, and this tab keeps its own', async () => {
  const opened = stubNewTab('kept client')
  const { url, user } = await renderLauncher()
  await user.type(screen.getByRole('combobox'), 'lagoon')
  await screen.findByRole('option', { name: /Mercy Hospital/ })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  expect(opened.mock.lastCall).toMatchObject(['/home', { value: { client: lagoon } }])
  expect(url()).toBe('/authorization')
  expect(currentClient()).toEqual({ id: 'alpine', label: 'Alpine' })
})

test('the number of a letter opens the list of letters with its search filled in', async () => {
  const search = { code: 's', name: 'Secure', url: '/secure', isSecure: true, isVOB: true }
  storeConfiguration({ ...alpine, providerSearches: [search] })
  const { url, openRow } = await renderLauncher('/vobs')
  await openRow('VOB-2026-000001', /Issued VOBs with this number/)
  await waitFor(() => expect(url()).toBe('/vobs'))
  const filter = tabStore('kept vobs filter', vobFilter, { owner: tabOwner() })
  expect(filter.get()).toMatchObject({ search: 'VOB-2026-000001', status: 'any' })
})

test('Ctrl+Enter opens a filled patient search in a new tab, and this tab keeps its own', async () => {
  const opened = stubNewTab('kept patientSearch')
  storeConfiguration({ ...alpine, patientSearch: true })
  const { api, url, user } = await renderLauncher()
  api.disconnect(findAnything)
  await user.type(screen.getByRole('combobox'), 'nobody')
  await screen.findByText(/couldn’t complete the search/)
  await user.keyboard('{End}{ArrowUp}{Control>}{Enter}{/Control}')
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  const submitted = { searchType: 'NAMEL', searchTerm: 'nobody' }
  expect(opened.mock.lastCall).toMatchObject(['/patient-search', { value: { submitted } }])
  expect(sessionStorage.getItem('kept patientSearch')).toBeNull()
  expect(url()).toBe('/authorization')
})

test('a client that loads after the person has gone on does not open', async () => {
  const { api, openRow, url, user } = await renderLauncher()
  const release = api.hold(getClientConfiguration)
  await openRow('lagoon', /Lagoon/)
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  await waitFor(() => expect(url()).toBe('/reports'))
  release()
  await expect(waitFor(() => expect(url()).toBe('/home'), { timeout: 500 })).rejects.toThrow()
  expect(currentClient()).toEqual({ id: 'alpine', label: 'Alpine' })
})

test('a pending authorization opens for review, also from its own page', async () => {
  const { openRow, url } = await renderLauncher()
  await openRow('itn9', /Mercy Hospital/)
  await waitFor(() => expect(document.querySelector('output')).toHaveTextContent('ITN9000001'))
  expect(url()).toBe('/authorization')
})

test('an authorization of another client opens that client and the authorization', async () => {
  const { openRow, url, user } = await renderLauncher()
  await openRow('itn9', /Search all clients/)
  await user.click(await screen.findByRole('option', { name: /Lagoon Health Plan/ }))
  await waitFor(() => expect(document.querySelector('output')).toHaveTextContent('ITN9000001'))
  expect(url()).toBe('/authorization')
  expect(currentClient()).toEqual(lagoon)
})

test('a case of another client opens without the queries of the client before', async () => {
  const { api, openRow, url, user, queries } = await renderLauncher()
  api.reply(findInAllClients, { ...inLagoon, cases: [foundCase(1, 'Sampleton, Ada')], authorizations: [] })
  await openRow('itn9', /Search all clients/)
  expect(queries.getQueryData(ownQuery.queryKey)).toBe('a case')
  await user.click(await screen.findByRole('option', { name: /Lagoon Health Plan/ }))
  await waitFor(() => expect(url()).toBe('/current-activity/overview?row=row-1'))
  await waitFor(() => expect(queries.getQueryData(ownQuery.queryKey)).toBeUndefined())
})

test('Back to a page of the client before restores that client without the queries of the other', async () => {
  const { api } = await renderLauncher()
  const open = (entry: string, signal = new AbortController().signal) => {
    const state = { __TSR_key: entry, __TSR_index: 0 }
    const place = { href: '/reports', pathname: '/reports', search: {}, state }
    return act(() => requireSearchAccess(place, signal))
  }
  await open('first')
  act(() => storeChosenClient(lagoon))
  await open('second')
  await open('first', AbortSignal.abort())
  expect(currentClient()).toEqual(lagoon)
  queryClient.setQueryData(['case', 'details', 'row-1'], 'a case of Lagoon')
  api.reply(getClientConfiguration, alpine)
  await open('first')
  expect(currentClient()).toEqual({ id: 'alpine', label: 'Alpine' })
  expect(queryClient.getQueryData(['case', 'details', 'row-1'])).toBeUndefined()
  await open('third')
  await open('second')
  expect(currentClient()).toEqual(lagoon)
  await open('third')
  expect(currentClient()?.id).toBe('alpine')
})

const requested = 'kept requestedItn'
const filled = 'kept patientSearch'

test('Ctrl+Enter opens an authorization of another client in a new tab, and this tab keeps its own', async () => {
  const opened = stubNewTab('kept client', requested)
  const { openRow, url, user } = await renderLauncher()
  await openRow('itn9', /Search all clients/)
  await screen.findByRole('option', { name: /Lagoon Health Plan/ })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  expect(opened.mock.lastCall).toMatchObject([
    '/authorization',
    { value: { client: lagoon } },
    { value: 'ITN9000001', owner: 'ines lagoon' },
  ])
  expect([url(), currentClient()?.id]).toEqual(['/authorization', 'alpine'])
  expect(sessionStorage.getItem(requested)).toBeNull()
})

test('Ctrl+Enter fills the patient search of another client in a new tab, and this tab keeps its own', async () => {
  const opened = stubNewTab('kept client', filled)
  const { api, openRow, user } = await renderLauncher()
  const patient = { ...foundCase(1, 'Sampleton, Ada'), incidentNumber: null }
  const clients = inLagoon.clients.map((client) => ({ ...client, patientSearch: true }))
  api.reply(findInAllClients, { ...inLagoon, clients, cases: [patient], authorizations: [] })
  const values = { ...allClientsSelected, searchType: 'NAMEL' as const, searchTerm: 'Own' }
  searchStore(patientSearch, 'ines alpine').set({ values, view: patientSearch.firstView() })
  await openRow('itn9', /Search all clients/)
  await screen.findByRole('option', { name: /Lagoon Health Plan/ })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  expect(opened.mock.lastCall).toMatchObject([
    '/patient-search',
    { value: { client: lagoon } },
    { value: { submitted: { searchTerm: 'Sampleton, Ada' } }, owner: 'ines lagoon' },
  ])
  expect(currentClient()?.id).toBe('alpine')
  expect(searchStore(patientSearch, 'ines alpine').get()).toMatchObject({ values })
})
