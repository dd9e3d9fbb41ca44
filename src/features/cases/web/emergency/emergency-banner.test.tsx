import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { now } from '#platform/contract/clock.ts'
import { PagedList } from '#platform/web/table/paged-list.tsx'
import { createColumns } from '#platform/web/table/table-columns.ts'
import { unsortedView } from '#platform/web/table/use-data-table.ts'
import { emergencyRow as row } from '#test-support/case-rows.ts'
import { expectAccessible, renderComponent, setTimeZone } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { type CaseDetails, readCase } from '../../case-contract.ts'
import { messages as caseMessages } from '../../case-messages.ts'
import { searchPatients } from '../../contract.ts'
import { endAccess } from '../../emergency-contract.ts'
import { messages } from '../../emergency-messages.ts'
import { CasePage } from '../case/case-page.tsx'
import { CaseNoteEditor } from '../case/notes.tsx'
import { CaseSearchPage, PatientSearchProvider } from '../case-search-page.tsx'
import { watchEmergencyAccess } from './access-watch.ts'

setTimeZone('UTC')

const endsAt = '2026-11-20T15:15:00.000Z'
const details: CaseDetails = {
  case: { ...row, lastName: 'Quillfeather', firstName: 'Ada' },
  counts: { medicalRecords: 1, recordPages: 1, caseDocuments: 0, bills: 0, processedBills: 0, notes: 0 },
  sums: [],
  pendingAuthorizations: [],
  emergencyAccess: { id: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90', endsAt },
}
const missing = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'x', reference: 'r' }
const { text, all } = createColumns<{ id: string }>()
const columns = all([text('id', 'ID', ({ id }) => id)])

/** A page of the case with what a person could do to it, or the search. */
async function renderCase(prepare: (api: ReturnType<typeof stubApi>) => void, isSearch = false) {
  const api = stubApi()
  prepare(api)
  const offer = { clients: [{ code: 'ALP1', name: 'Alpine' }], isFailed: false, retry: () => {} }
  const list = { label: 'IDs', rows: [{ id: '1' }], columns, view: unsortedView, onView: () => {} }
  const exportedAs = { list: 'notes', incidentNumber: '24000000017' } as const
  const page = (
    <CasePage page="overview" renderAction={() => <button type="button">Create VOB</button>}>
      {(incident) => (
        <>
          <CaseNoteEditor incident={incident} />
          <PagedList {...list} rowId={({ id }) => id} exportedAs={exportedAs} />
        </>
      )}
    </CasePage>
  )
  const view = await renderComponent(
    <PatientSearchProvider owner="me" offer={offer} onOpen={async () => {}} hasSummaries opensInEmergency>
      {isSearch ? <CaseSearchPage /> : page}
    </PatientSearchProvider>,
    { path: isSearch ? '/patient-search' : '/patient-search/overview?row=row-1' },
  )
  onTestFinished(watchEmergencyAccess(view.queries, () => now().getTime() / 1000))
  return { ...view, api }
}

test('a case that is open in an emergency says until when, and offers only to end it', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T14:15:00Z'), toFake: ['Date'] })
  const { api, user, url } = await renderCase((api) => api.reply(readCase, details))
  const banner = await screen.findByRole('note', { name: messages.banner })
  expect(banner).toHaveTextContent('Access ends at 3:15 PM.')
  for (const name of ['Create VOB', caseMessages.noteForm.open, 'Download'])
    expect(screen.queryByRole('button', { name }), name).toBeNull()
  await expectAccessible()
  api.fail(endAccess, 503)
  await user.click(screen.getByRole('button', { name: messages.end }))
  expect(await screen.findByText(messages.endFailed)).toBeVisible()
  api.reply(endAccess, { endedAt: endsAt })
  api.fail(readCase, 404, missing)
  await user.click(screen.getByRole('button', { name: messages.end }))
  await waitFor(() => expect(url()).toBe('/emergency-access'))
})

test('another case has no banner, and everything that a person can do', async () => {
  const { emergencyAccess: _, ...usual } = details
  await renderCase((api) => api.reply(readCase, usual))
  expect(await screen.findByRole('button', { name: 'Create VOB' })).toBeVisible()
  for (const name of [caseMessages.noteForm.open, 'Download'])
    expect(screen.getByRole('button', { name }), name).toBeVisible()
  expect(screen.queryByRole('note')).toBeNull()
})

test('offers emergency access where a search finds nobody', async () => {
  const { user } = await renderCase((api) => api.reply(searchPatients, { patients: [], notice: null }), true)
  await user.click(screen.getByRole('textbox', { name: /Search For/ }))
  await user.paste('Nobody')
  await user.keyboard('{Enter}')
  const offer = await screen.findByRole('link', { name: messages.offer })
  expect(offer).toHaveAttribute('href', '/emergency-access')
})

test('offers emergency access at a case that is not found', async () => {
  await renderCase((api) => api.fail(readCase, 404, missing))
  expect(await screen.findByRole('link', { name: messages.offer })).toBeVisible()
  await expectAccessible()
})
