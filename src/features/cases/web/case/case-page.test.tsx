import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { searchStore } from '#platform/web/multi-client-search/use-multi-client-search.ts'
import { incident } from '#test-support/case-rows.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { addNote, type Feed, readFeed, readTimeline } from '../../activity-contract.ts'
import { type CaseDetails, caseQueryKey, readCase } from '../../case-contract.ts'
import { openMedicalRecord, searchPatients } from '../../contract.ts'
import { PatientSearchProvider } from '../case-search-page.tsx'
import { patientSearch } from '../search/case-search-kinds.ts'
import { CaseOverview } from './case-overview.tsx'
import { CasePage } from './case-page.tsx'

const details: CaseDetails = {
  case: { ...incident, lastName: 'Quillfeather', firstName: 'Ada' },
  counts: { medicalRecords: 2, recordPages: 3, caseDocuments: 0, bills: 250, processedBills: 249, notes: 1 },
  sums: ['EUR', 'USD'].map((currency) => ({
    currency,
    bills: 2,
    charges: '100',
    repriced: '60',
    savings: '40',
    unpricedBills: 0,
    unpriced: '0',
  })),
  pendingAuthorizations: [
    {
      itn: 'ITN9',
      providerName: 'Mercy',
      currency: 'USD',
      totalCharge: '9.5',
      receivedAt: '2026-03-10T12:00:00Z',
    },
  ],
}
const emptyFeed: Feed = { entries: [], counts: { NOTES: 0, MR: 0, CASE: 0, BILLS: 0, AUTH: 0 } }
const longText = `First ${'words '.repeat(80)}last`
const feed: Feed = {
  entries: [
    {
      kind: 'NOTES',
      day: '2026-03-09',
      hash: 'n1',
      timestamp: '2026-03-09T15:00:00.000Z',
      type: 'Call',
      author: 'M. Draftwick',
      noteText: longText,
    },
    { kind: 'MR', day: '2026-03-08', id: 'R1', pageNumbers: '1-2', pageStartNumber: 1, pageEndNumber: 2 },
    { kind: 'MR', day: '2026-03-08', id: 'R2', pageNumbers: '3', pageStartNumber: 3, pageEndNumber: 3 },
    {
      kind: 'AUTH',
      day: '2026-03-07',
      itn: 'ITN8',
      round: 1,
      providerName: 'Harbor',
      currency: 'USD',
      totalCharge: '100',
      at: '2026-03-07T15:00:00.000Z',
      action: 'A',
      decidedBy: 'Albert Alpine',
      patientResponsibility: '10',
      maximumCovered: '90',
      reason: null,
    },
    {
      kind: 'BILLS',
      day: '2026-03-06',
      itn: 'ITN1',
      providerName: 'Clinic',
      serviceFrom: '2026-03-06',
      serviceTo: '2026-03-06',
      currency: 'USD',
      totalCharges: '100',
      repricedAmount: null,
      savings: null,
      savingsPercent: null,
      processedDate: null,
      paymentStatus: 'Received',
    },
  ],
  counts: { NOTES: 1, MR: 2, CASE: 0, BILLS: 250, AUTH: 1 },
}

const onOpen = vi.fn(async () => {})

type CaseOptions = { key?: string; shownClient?: string }

async function renderCase(
  prepare: (api: ReturnType<typeof stubApi>) => void = () => {},
  options: CaseOptions = {},
) {
  const { key = 'row-1', shownClient } = options
  const api = stubApi()
  api.reply(readCase, details)
  api.reply(readFeed, feed)
  const timeline = [{ day: '2026-03-09', kind: 'NOTES' as const, count: 1 }]
  api.reply(readTimeline, { timeline, authorizations: [], waitingBills: 0 })
  prepare(api)
  const offer = { clients: [{ code: 'ALP1', name: 'Alpine' }], isFailed: false, retry: () => {} }
  const view = await renderComponent(
    <PatientSearchProvider
      owner="a-person"
      offer={offer}
      shownClient={shownClient}
      onOpen={onOpen}
      hasSummaries
    >
      <CasePage page="overview" renderAction={() => <button type="button">Create VOB</button>}>
        {(shown, found, isLoading) => (
          <CaseOverview
            incident={shown}
            details={found}
            isLoading={isLoading}
            onOpen={onOpen}
            renderSavings={() => 'bars'}
          />
        )}
      </CasePage>
    </PatientSearchProvider>,
    { path: `/patient-search/overview?row=${key}` },
  )
  return { ...view, api }
}

test('a case outside of the search results shows its header, status and activity', async () => {
  const { user } = await renderCase()
  const header = await screen.findByRole('region', { name: 'Patient and incident' })
  expect(within(header).getByRole('link', { name: 'Go to Patient Search' })).toBeVisible()
  expect(within(header).getByRole('button', { name: 'Create VOB' })).toBeVisible()
  expect(document.title).toMatch(/^24000000017 · Overview · [^,]+$/)
  expect(header).toHaveTextContent(
    /Quillfeather, Ada.*Fell from a ladder.*5\/6\/1980 \(age \d+\).*24000000017/,
  )
  expect(await screen.findByText('249 of 250 processed')).toBeVisible()
  expect(screen.getByRole('list', { name: 'Case status' })).toHaveTextContent('€40.00 + $40.00')
  expect(screen.getByRole('link', { name: 'Billing 250' })).toBeVisible()
  expect(
    await screen.findByText(/Covered: \$90.00 of \$100.00. Patient responsibility: \$10.00\./),
  ).toBeVisible()
  expect(screen.getByText('Not processed yet. Date of service: 3/6/2026')).toBeVisible()
  expect(screen.getByText(/Showing the newest 200 of 250 bills/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'View: Medical Records, pages 1-2' }))
  const fields = { IncidentNumber: '24000000017', PageStartNumber: '1', PageEndNumber: '2' }
  const inOrder = [{ fields }, { fields: { ...fields, PageStartNumber: '3', PageEndNumber: '3' } }]
  const list = inOrder.map((each) => expect.objectContaining({ path: openMedicalRecord.path, ...each }))
  expect(onOpen).toHaveBeenLastCalledWith({ path: openMedicalRecord.path, fields }, list)
  await expectAccessible()
})

test('the feed can be filtered, and a long note is shown on request', async () => {
  const { user } = await renderCase()
  expect(await screen.findByText(/^First words/)).not.toHaveTextContent(/last/)
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(screen.getByText(/^First words/)).toHaveTextContent(/last/)
  await user.click(screen.getByRole('button', { name: 'Notes 1' }))
  expect(screen.getByRole('button', { name: 'Notes 1' })).toHaveAttribute('aria-pressed', 'true')
  const activity = within(screen.getByRole('region', { name: 'Activity' }))
  expect(activity.getAllByRole('listitem')).toHaveLength(1)
})

test('a case without content says so, and failed activity can be retried', async () => {
  const { api, user } = await renderCase((stub) => stub.fail(readFeed, 500))
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred retrieving the activity')
  api.reply(readFeed, emptyFeed)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing has been added to this case yet')).toBeVisible()
  await expectAccessible()
})

test('a case from the results whose figures fail to load says so and loads them again', async () => {
  let release = () => {}
  const { api, user, queries } = await renderCase((stub) => {
    stub.fail(readCase, 500)
    stub.reply(searchPatients, { patients: [incident], notice: null })
    release = stub.hold(searchPatients)
    const values = { allClients: true, clients: [], searchType: 'NAMEL' as const, searchTerm: 'quill' }
    const search = { values, submitted: values, view: { pageIndex: 0, sorting: [] } }
    searchStore(patientSearch, 'a-person').set(search)
  })
  await waitFor(() =>
    expect(queries.getQueryState([caseQueryKey, 'details', incident.hash])?.error).toBeTruthy(),
  )
  expect(screen.queryByRole('alert')).toBeNull()
  release()
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the figures for this case.')
  expect(screen.getByRole('link', { name: 'Back to results' })).toBeVisible()
  const status = within(screen.getByRole('list', { name: 'Case status' }))
  expect(status.getByText('We couldn’t load the figures for this case.')).toBeVisible()
  expect(screen.queryByText('…')).toBeNull()
  await expectAccessible()
  api.reply(readCase, details)
  await user.click(status.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('249 of 250 processed')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Savings' })).toHaveTextContent('bars')
})

test('a missing case shows a message, and a failed request can be retried', async () => {
  const { api, user } = await renderCase((stub) => stub.fail(readCase, 500))
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred retrieving the case.')
  api.fail(readCase, 404)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/We can’t find this case/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Select client' })).toBeNull()
  await expectAccessible()
})

test('internal staff read which client the tab shows if a case is missing', async () => {
  const shownClient = 'Alpine Travel Insurance'
  const { user, url } = await renderCase((stub) => stub.fail(readCase, 404), { shownClient })
  const sentence = 'This tab shows Alpine Travel Insurance. The case may belong to another client.'
  expect(await screen.findByText(sentence, { exact: false })).toBeVisible()
  await expectAccessible()
  await user.click(screen.getByRole('link', { name: 'Select client' }))
  expect(url()).toBe('/client-selector')
})

test('a key that is too long is that of a missing case', async () => {
  const { api } = await renderCase(undefined, { key: 'x'.repeat(101) })
  expect(await screen.findByText(/We can’t find this case/)).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(api.requests(readCase)).toEqual([])
})

test('a note is written once, keeps its text after an error, and shows its errors', async () => {
  const { api, user } = await renderCase((stub) => stub.fail(addNote, 500))
  await user.click(await screen.findByRole('button', { name: 'Write a note' }))
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  const field = screen.getByRole('textbox', { name: 'Note' })
  expect(field).toHaveAccessibleDescription(/Enter the text of the note/)
  await expectAccessible()
  await user.type(field, 'Called <b>Mercy</b>')
  expect(screen.getByText('19 of 4,000 characters')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Your text is still here')
  expect(field).toHaveValue('Called <b>Mercy</b>')
  const [note] = feed.entries
  if (note?.kind !== 'NOTES') throw new Error('The first entry is a note.')
  api.reply(addNote, note)
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('Note saved')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  const sent = api.requests(addNote).map(({ body }) => (body as { noteId: string }).noteId)
  expect(new Set(sent).size).toBe(1)
  await waitFor(() => expect(api.requests(readFeed).length).toBeGreaterThan(1))
})
