import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { incident } from '#test-support/case-rows.ts'
import { expectAccessible, renderComponent, setTimeZone } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { addNote, listNotes, readTimeline, type TimelineEntry } from '../../activity-contract.ts'
import { listCaseDocuments, listMedicalRecords, openMedicalRecord } from '../../contract.ts'
import { PatientSearchProvider } from '../case-search-page.tsx'
import { CaseDocuments, MedicalRecords } from './case-documents.tsx'
import { CaseNoteEditor, Notes } from './notes.tsx'
import { Timeline } from './timeline/timeline.tsx'

setTimeZone('America/New_York')

const onOpen = async () => {}
const sections: [string, Endpoint, unknown, ReactNode, string, string][] = [
  [
    ...(['medical records', listMedicalRecords, { medicalRecords: [] }] as const),
    <MedicalRecords key="" incident={incident} onOpen={onOpen} />,
    ...(['An error occurred retrieving patient medical records.', 'No records found'] as const),
  ],
  [
    ...(['case documents', listCaseDocuments, { caseDocuments: [] }] as const),
    <CaseDocuments key="" incident={incident} onOpen={onOpen} />,
    ...(['An error occurred retrieving patient case documents.', 'No documents found'] as const),
  ],
  [
    ...(['notes', listNotes, { notes: [] }] as const),
    <Notes key="" incident={incident} />,
    ...(['An error occurred retrieving patient notes.', 'No notes found'] as const),
  ],
  [
    ...(['the timeline', readTimeline, { timeline: [], authorizations: [], waitingBills: 3 }] as const),
    <Timeline key="" incident={incident} />,
    ...(['An error occurred retrieving the case timeline.', 'No activity found'] as const),
  ],
]

test.each(sections)(
  'a case whose %s fail to load says so and can try again; without any, it says so',
  async (name, endpoint, nothing, section, failed, empty) => {
    const api = stubApi()
    api.fail(endpoint, 503)
    const { user } = await renderComponent(section)
    expect(await screen.findByRole('alert')).toHaveTextContent(failed)
    await expectAccessible()
    api.reply(endpoint, nothing)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(empty)).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    if (name === 'the timeline') expect(screen.getByText(/3 bills haven't been processed yet/)).toBeVisible()
    await expectAccessible()
  },
)

test('a record opens with the others of its section, in the order of the table', async () => {
  stubApi().reply(listMedicalRecords, {
    medicalRecords: [
      { id: 'R1', dateAdded: '2026-03-05', pageNumbers: '1-2', pageStartNumber: 1, pageEndNumber: 2 },
      { id: 'R2', dateAdded: '2026-03-10', pageNumbers: '3', pageStartNumber: 3, pageEndNumber: 3 },
    ],
  })
  const open = vi.fn(async () => {})
  const { user } = await renderComponent(<MedicalRecords incident={incident} onOpen={open} />)
  await user.click(await screen.findByRole('button', { name: 'Date Added' }))
  await user.click(screen.getByRole('button', { name: 'View: Medical Records, page 3' }))
  const pages = (first: string, last: string) =>
    expect.objectContaining({
      path: openMedicalRecord.path,
      fields: { IncidentNumber: '24000000017', PageStartNumber: first, PageEndNumber: last },
    })
  expect(open).toHaveBeenLastCalledWith(pages('3', '3'), [pages('3', '3'), pages('1', '2')])
})

test('notes are listed oldest first, in the portal’s time zone, as plain text', async () => {
  const note = { hash: 'n1', type: 'Call', author: 'M. Draftwick', noteText: 'Called the clinic.' }
  stubApi().reply(listNotes, {
    notes: [
      { ...note, timestamp: '2026-03-02T08:30:00.000Z', noteText: '<script>alert(1)</script>\nSecond line' },
      { ...note, hash: 'n2', timestamp: '2026-03-04T15:00:00.000Z' },
    ],
  })
  await renderComponent(<Notes incident={incident} />)
  const [, first, second] = await screen.findAllByRole('row')
  expect(first).toHaveTextContent('3/2/2026 3:30 AM')
  expect(first).toHaveTextContent('<script>alert(1)</script> Second line')
  expect(second).toHaveTextContent('3/4/2026 10:00 AM')
})

const entry = (day: string, kind: TimelineEntry['kind'], count = 1): TimelineEntry => ({ day, kind, count })
const timeline = [
  entry('2026-03-02', 'NOTES'),
  entry('2026-03-04', 'NOTES'),
  entry('2026-03-05', 'MR'),
  entry('2026-03-06', 'CASE'),
  entry('2026-03-10', 'MR'),
  entry('2026-04-01', 'BILLS'),
  entry('2026-04-02', 'BILLS'),
  entry('2026-05-12', 'BILLS'),
]

test('a timeline shows activity by day, oldest first, as a chart and as a list with links', async () => {
  stubApi().reply(readTimeline, { timeline, authorizations: [], waitingBills: 1 })
  const offer = { clients: [], isFailed: false, retry: () => {} }
  await renderComponent(
    <PatientSearchProvider owner="a-person" offer={offer} onOpen={onOpen} hasSummaries>
      <Timeline incident={incident} />
    </PatientSearchProvider>,
  )
  const chart = await screen.findByRole('img', {
    name: 'Activity, 3/2/2026 to 5/12/2026. Medical records added: 2, Case documents added: 1, Bills processed: 3, Notes written: 2.',
  })
  expect([...chart.querySelectorAll('circle title')].map(({ textContent }) => textContent)).toEqual([
    '3/5/2026: 1',
    '3/10/2026: 1',
    '3/6/2026: 1',
    '4/1/2026 to 4/2/2026: 2',
    '5/12/2026: 1',
    '3/2/2026: 1',
    '3/4/2026: 1',
  ])
  const key = screen.getByRole('figure')
  expect(key).toHaveTextContent('Date of Incident 3/1/2026')
  expect(key).toHaveTextContent('Enter Date 3/2/2026')
  expect(key).toHaveTextContent('Larger dots mean more items (up to 2). Nearby days are combined.')
  expect(screen.getByText("1 bill hasn't been processed yet, so it isn't on the timeline.")).toBeVisible()
  const lines = screen.getAllByRole('row').slice(1)
  const read = (at: number) => lines.map((line) => within(line).getAllByRole('cell')[at]?.textContent)
  const days = ['3/2', '3/4', '3/5', '3/6', '3/10', '4/1', '4/2', '5/12'].map((day) => `${day}/2026`)
  expect(read(0)).toEqual(days)
  expect(read(1)).toEqual([
    'Notes written',
    'Notes written',
    'Medical records added',
    'Case documents added',
    'Medical records added',
    'Bills processed',
    'Bills processed',
    'Bills processed',
  ])
  expect(read(2)).toEqual(Array(8).fill('1'))
  for (const [link, section] of [
    ['Medical Records: 3/5/2026', 'medical-records'],
    ['Case Documents: 3/6/2026', 'case-documents'],
    ['Billing: 4/1/2026', 'billing'],
    ['Notes: 3/4/2026', 'notes'],
  ])
    expect(screen.getByRole('link', { name: link })).toHaveAttribute(
      'href',
      `/patient-search/${section}?row=row-1`,
    )
  await expectAccessible()
})

test('a note changed after a failed save is sent with a new ID', async () => {
  const api = stubApi()
  api.disconnect(addNote)
  const { user } = await renderComponent(<CaseNoteEditor incident={incident} />)
  await user.click(await screen.findByRole('button', { name: 'Write a note' }))
  const field = screen.getByRole('textbox', { name: 'Note' })
  await user.type(field, 'Called Mercy')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await screen.findByRole('alert')
  expect(field).toHaveFocus()
  await user.type(field, ' again')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(api.requests(addNote)).toHaveLength(2))
  const [first, second] = api
    .requests(addNote)
    .map(({ body }) => body as { noteId: string; noteText: string })
  expect(second?.noteText).toBe('Called Mercy again')
  expect(second?.noteId).not.toBe(first?.noteId)
})

test('a note that was not saved opens with its text and says so', async () => {
  const { user } = await renderComponent(<CaseNoteEditor incident={incident} />)
  await user.click(await screen.findByRole('button', { name: 'Write a note' }))
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Called Mercy')
  expect(screen.queryByText(/hasn’t been saved yet/)).toBeNull()
  cleanup()
  await renderComponent(<CaseNoteEditor incident={incident} />)
  const field = await screen.findByRole('textbox', { name: 'Note' })
  expect(field).toHaveValue('Called Mercy')
  expect(field).toHaveAccessibleDescription(/^This note hasn’t been saved yet./)
})
