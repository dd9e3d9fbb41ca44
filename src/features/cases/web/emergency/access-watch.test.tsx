import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { now } from '#platform/contract/clock.ts'
import { emergencyRow as row } from '#test-support/case-rows.ts'
import { expectAccessible, renderComponent, setTimeZone } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { type CaseDetails, caseQueryKey, readCase } from '../../case-contract.ts'
import { endAccess, listOwnAccesses } from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'
import { CasePage } from '../case/case-page.tsx'
import { PatientSearchProvider } from '../case-search-page.tsx'
import { watchEmergencyAccess } from './access-watch.ts'

setTimeZone('UTC')

const id = '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90'
const missing = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'x', reference: 'r' }

/** Another tab: what it hears. */
let otherTab: BroadcastChannel
let heard: unknown[]
beforeEach(() => {
  heard = []
  otherTab = new BroadcastChannel('portal-kept')
  otherTab.onmessage = ({ data }) => heard.push(data)
})
afterEach(() => otherTab.close())

const openFor = (ms: number): CaseDetails => ({
  case: { ...row, lastName: 'Quillfeather', firstName: 'Ada' },
  counts: { medicalRecords: 1, recordPages: 1, caseDocuments: 0, bills: 0, processedBills: 0, notes: 0 },
  sums: [],
  pendingAuthorizations: [],
  emergencyAccess: { id, endsAt: new Date(now().getTime() + ms).toISOString() },
})
const open = { id, incidentNumber: '24000000017', row: 'row-1', endsAt: '2026-11-20T15:15:00.000Z' }
const notesKey = [caseQueryKey, 'notes', '24000000017']
const pictureKey = ['thumbnail', '/api/medicalrecord', { IncidentNumber: '24000000017' }]
const otherKey = [caseQueryKey, 'notes', '24000000018']

/** A case that is open in an emergency, with its notes and a picture in the cache, and the notes of another case. */
async function renderOpenCase(ms = 3_600_000) {
  const api = stubApi()
  api.reply(readCase, openFor(ms))
  const offer = { clients: [{ code: 'ALP1', name: 'Alpine' }], isFailed: false, retry: () => {} }
  const view = await renderComponent(
    <PatientSearchProvider owner="me" offer={offer} onOpen={async () => {}} hasSummaries opensInEmergency>
      <CasePage page="overview">{() => <p>Fell from a ladder</p>}</CasePage>
    </PatientSearchProvider>,
    { path: '/patient-search/overview?row=row-1' },
  )
  const { queries } = view
  onTestFinished(watchEmergencyAccess(queries, () => now().getTime() / 1000))
  for (const key of [notesKey, pictureKey, otherKey]) queries.setQueryData(key, { notes: ['Text'] })
  await screen.findByText(messages.banner)
  return { ...view, api }
}

type View = Awaited<ReturnType<typeof renderOpenCase>>

/** Nothing of the case is left, and no further request asks for it. The other case stays. */
async function expectGone({ container, queries, api }: View) {
  expect(await screen.findByText(messages.unknown)).toBeVisible()
  expect(container).not.toHaveTextContent(/Quillfeather|24000000017|Fell/)
  expect(document.title).not.toContain('24000000017')
  const kept = queries.getQueryCache().getAll()
  expect(JSON.stringify(kept.map(({ state }) => state.data ?? null))).not.toContain('Quillfeather')
  for (const key of [notesKey, pictureKey])
    expect(queries.getQueryData(key), key[1]?.toString()).toBeUndefined()
  expect(queries.getQueryData(otherKey)).toBeDefined()
  expect(api.requests(readCase)).toHaveLength(1)
}

const comeBack = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))
const restore = () => act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))

test('when its time is over, the case leaves the page, and its lists and pictures the cache', async () => {
  const view = await renderOpenCase(700)
  await expectGone(view)
  await expectAccessible()
  expect(screen.getByRole('link', { name: messages.offer })).toBeVisible()
})

test('when another tab ends the access, the case leaves this one; the end of another access changes nothing', async () => {
  const view = await renderOpenCase()
  otherTab.postMessage({ type: 'ended', id: '00000000-6a54-4c8e-9a3c-1d5c6e7f8a90' })
  otherTab.postMessage({ type: 'ended' })
  otherTab.postMessage({ type: 'ended', id })
  await expectGone(view)
  expect(heard).toEqual([])
})

test('a person who ends the access ends it in the other tabs, too', async () => {
  const { api, user, queries } = await renderOpenCase()
  api.fail(endAccess, 503)
  await user.click(screen.getByRole('button', { name: messages.end }))
  expect(await screen.findByText(messages.endFailed)).toBeVisible()
  expect(heard).toEqual([])
  api.reply(endAccess, { endedAt: '2026-11-20T15:00:00.000Z' })
  await user.click(screen.getByRole('button', { name: messages.end }))
  await waitFor(() => expect(heard).toEqual([{ type: 'ended', id }]))
  expect(queries.getQueryData(notesKey)).toBeUndefined()
})

test('a case that is not found anymore leaves this tab and the others', async () => {
  const { api, queries, container } = await renderOpenCase()
  api.fail(readCase, 404, missing)
  await act(() => queries.refetchQueries({ queryKey: [caseQueryKey, 'details'] }))
  expect(await screen.findByText(messages.unknown)).toBeVisible()
  expect(container).not.toHaveTextContent(/Quillfeather|Fell/)
  await waitFor(() => expect(heard).toEqual([{ type: 'ended', id }]))
})

test('an empty list asks whether the access is still open; an answer without it ends the case', async () => {
  const view = await renderOpenCase()
  const { api, queries } = view
  api.reply(listOwnAccesses, { accesses: [open] })
  queries.setQueryData(notesKey, { notes: [] })
  await waitFor(() => expect(api.requests(listOwnAccesses)).toHaveLength(1))
  expect(screen.getByText(messages.banner)).toBeVisible()
  api.reply(listOwnAccesses, { accesses: [] })
  queries.setQueryData(notesKey, { notes: [] })
  await expectGone(view)
})

test('a return to the tab asks once, and without an answer the case stays until its time', async () => {
  const { api } = await renderOpenCase()
  api.fail(listOwnAccesses, 503)
  comeBack()
  await waitFor(() => expect(api.requests(listOwnAccesses)).toHaveLength(1))
  comeBack()
  expect(screen.getByText(messages.banner)).toBeVisible()
  expect(api.requests(listOwnAccesses)).toHaveLength(1)
})

test('a return to the tab after a review ends the case', async () => {
  const view = await renderOpenCase()
  view.api.reply(listOwnAccesses, { accesses: [] })
  comeBack()
  await expectGone(view)
})

test('a page that Back restores shows nothing until the server has sent the case again', async () => {
  const { api, container, queries } = await renderOpenCase()
  const response = api.hold(readCase)
  restore()
  await waitFor(() => expect(container).not.toHaveTextContent(/Quillfeather|Fell/))
  expect(queries.getQueryData(notesKey)).toBeUndefined()
  response()
  expect(await screen.findByText(messages.banner)).toBeVisible()
  api.fail(readCase, 404, missing)
  restore()
  expect(await screen.findByText(messages.unknown)).toBeVisible()
  expect(container).not.toHaveTextContent(/Quillfeather|Fell/)
})
