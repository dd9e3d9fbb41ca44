import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { CaseRow } from '#cases/contract.ts'
import type { ClientConfiguration, ClientOption } from '#clients/contract.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { type Found, type FoundAuthorization, type FoundCase, findAnything } from '../contract.ts'
import { FindPalette } from './find-palette.tsx'

const caseRow = (number: number, patientName: string): CaseRow => ({
  ...{ hash: `row-${number}`, patientCode: `P${number}`, patientName, dateOfBirth: '1980-05-06' },
  ...{ client: 'ALP1', carrier: 'Alpine Leisure Travel', policyNumber: 'POL-7', effectiveDate: null },
  ...{
    incidentNumber: `2600000000${number}`,
    dateOfIncident: '2026-03-01',
    incidentDescription: 'Sunstroke',
  },
  ...{ enterDate: null, hasMedicalRecords: true, hasCaseSummary: false, hasCaseDocuments: false },
  ...{ hasBills: true, hasNotes: true },
})
const foundCase = (number: number, patientName: string): FoundCase => ({
  ...caseRow(number, patientName),
  ...{ itn: null, bills: 4, processedBills: 3, pendingAuthorizations: 2, notes: 5, lastNote: '2026-04-02' },
})
const authorization: FoundAuthorization = {
  ...{ itnNumber: 'ITN9000001', client: 'ALP1', carrier: 'Alpine', patientName: 'Sampleton, Ada' },
  ...{
    providerName: 'Mercy Hospital',
    incidentNumber: null,
    serviceFrom: '2026-03-01',
    serviceTo: '2026-03-02',
  },
  ...{ totalChargeFormatted: '$12.00', receivedAt: '2026-03-10T12:00:00Z', isPending: true, action: null },
  ...{ decidedAt: null, caseHash: null },
}
const nothing: Found = { cases: [], authorizations: [], hasMore: { cases: false, authorizations: false } }
const twoCases: Found = {
  cases: [foundCase(1, 'Sampleton, Ada'), foundCase(2, 'Sampleby, Odile')],
  authorizations: [authorization],
  hasMore: { cases: true, authorizations: false },
}

const everything: ClientConfiguration = {
  ...{ clientId: 'alpine', clientName: 'Alpine', clientCodes: {}, reports: [], accountManagement: [] },
  ...{ currentActivity: true, patientSearch: true, clientAuth: true, caseSummary: true },
  ...{ mayDecide: true, isInternal: false, version: '1' },
  providerSearches: [
    { code: 'secure', name: 'Secure Search', url: '/secure-search', isSecure: true, isVOB: true },
  ],
}
const pages = [
  { label: 'Patient Search', href: '/patient-search', isNewTab: false },
  { label: 'Reports', href: '/reports', isNewTab: false },
]

async function renderPalette(
  options: { configuration?: ClientConfiguration; clients?: ClientOption[] } = {},
) {
  const api = stubApi()
  api.reply(findAnything, twoCases)
  const [onOpen, onClose] = [vi.fn(), vi.fn()]
  const { configuration = everything, clients } = options
  const recent = [caseRow(9, 'Recently, Rita')]
  const view = await renderComponent(
    <FindPalette {...{ configuration, pages, clients, recent, onOpen, onClose }} />,
  )
  const type = (text: string) => view.user.type(field(), text)
  return { ...view, api, onOpen, onClose, type }
}

const field = () => screen.getByRole('combobox')
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const headings = () => screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))
const highlighted = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')
const waitForRow = (text: string) =>
  waitFor(() => expect(options()).toContainEqual(expect.stringContaining(text)))
const waitForCases = () => waitForRow('Sampleton, Ada')

test('shows recent cases and pages before anything is typed', async () => {
  const { api } = await renderPalette()
  expect(await screen.findByRole('option', { name: /Recently, Rita/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  expect(options()).toHaveLength(3)
  expect(field()).toHaveFocus()
  expect(api.requests(findAnything)).toEqual([])
  await expectAccessible()
})

test('groups results in a fixed order, highlights the first, and announces their number', async () => {
  const { type } = await renderPalette()
  await type('sample')
  await waitForCases()
  expect(headings().map((id) => document.getElementById(id ?? '')?.firstChild?.textContent)).toEqual([
    'Patients and cases',
    'Authorizations',
    'Go to',
  ])
  expect(highlighted()).toHaveTextContent('Sampleton, Ada')
  expect(screen.getByText('First 2')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('5 results')
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    ...['Sample', 'Sample', 'Sample'],
  ])
  await expectAccessible()
})

test('arrow keys move through the rows and around, and the preview follows', async () => {
  const { type, user } = await renderPalette()
  await type('sample')
  await waitForCases()
  const preview = within(screen.getByRole('complementary', { name: 'Highlighted result' }))
  expect(preview.getByText('3 of 4 bills processed')).toBeVisible()
  expect(preview.getByText('2 pending authorizations')).toBeVisible()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(preview.getByText('Mercy Hospital')).toBeVisible()
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(highlighted()).toHaveTextContent('Search providers for “sample”')
})

test('Enter opens the highlighted case, and Ctrl+Enter opens it in a new tab', async () => {
  const { type, user, onOpen } = await renderPalette()
  await type('sample')
  await waitForCases()
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/patient-search/overview?row=row-1' }, false)
  await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}')
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/patient-search/overview?row=row-2' }, true)
})

test('Enter before the results opens the first row of these results, not of earlier ones', async () => {
  const { api, type, user, onOpen } = await renderPalette()
  await type('sample')
  await waitForCases()
  api.reply(findAnything, { ...twoCases, cases: [foundCase(3, 'Samplewell, Una')] })
  const release = api.hold(findAnything)
  await type('w{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Searching'))
  expect(onOpen).not.toHaveBeenCalled()
  await act(async () => release())
  await waitForRow('Samplewell, Una')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith({ href: '/patient-search/overview?row=row-3' }, true)
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledTimes(2)
})

test('Enter before the results opens the row that the arrow keys chose, if the results have it', async () => {
  const { api, type, user, onOpen } = await renderPalette()
  await type('sample')
  await waitForCases()
  let release = api.hold(findAnything)
  await type('b')
  await user.keyboard('{ArrowDown}{Enter}')
  await act(async () => release())
  await waitFor(() => expect(onOpen).toHaveBeenCalledOnce())
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/patient-search/overview?row=row-2' }, false)
  api.reply(findAnything, { ...twoCases, cases: [foundCase(1, 'Sampleton, Ada')] })
  release = api.hold(findAnything)
  await type('y')
  await user.keyboard('{ArrowDown}{Enter}')
  await act(async () => release())
  await waitFor(() => expect(options()).not.toContainEqual(expect.stringContaining('Sampleby, Odile')))
  expect(onOpen).toHaveBeenCalledOnce()
})

test('Enter before the results is forgotten when the text changes and when the search fails', async () => {
  const { api, type, onOpen } = await renderPalette()
  const release = api.hold(findAnything)
  await type('sampl{Enter}e')
  await act(async () => release())
  await waitForCases()
  api.fail(findAnything, 503)
  await type('t{Enter}')
  expect(await screen.findByText(/We couldn’t complete the search/)).toBeVisible()
  expect(onOpen).not.toHaveBeenCalled()
})

test('a patient without incidents leads to the patient search for the name', async () => {
  const { api, type, user, onOpen } = await renderPalette()
  const noIncident = { incidentNumber: null, dateOfIncident: null, incidentDescription: null }
  api.reply(findAnything, { ...nothing, cases: [{ ...foundCase(1, 'Sampleton, Ada'), ...noIncident }] })
  await type('sample')
  await waitForRow('No incident · POL-7')
  await user.click(screen.getByRole('button', { name: 'Open in Patient Search' }))
  const patientSearch = { searchType: 'NAMEL', searchTerm: 'Sampleton, Ada' }
  expect(onOpen).toHaveBeenLastCalledWith({ patientSearch }, false)
})

test('without patient search, a patient without incidents leads to current activity', async () => {
  const { api, type, user, onOpen } = await renderPalette({
    configuration: { ...everything, patientSearch: false },
  })
  const noIncident = { incidentNumber: null, dateOfIncident: null, incidentDescription: null }
  api.reply(findAnything, { ...nothing, cases: [{ ...foundCase(1, 'Sampleton, Ada'), ...noIncident }] })
  await type('sample')
  await waitForRow('No incident · POL-7')
  expect(screen.queryByRole('button', { name: /^Open / })).toBeNull()
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/current-activity' }, false)
})

test('a pending authorization without a case opens for review, and another one opens its case', async () => {
  const { api, type, user, onOpen } = await renderPalette()
  const ofCase = { ...authorization, itnNumber: 'ITN9000002', caseHash: 'row-1' }
  const closed = { ...authorization, itnNumber: 'ITN9000003', isPending: false }
  api.reply(findAnything, { ...nothing, authorizations: [authorization, ofCase, closed] })
  await type('sample')
  await waitForRow('ITN9000001')
  await user.click(screen.getByRole('button', { name: 'Open authorization' }))
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/authorization', openItn: 'ITN9000001' }, false)
  await user.click(field())
  await user.keyboard('{ArrowDown}')
  await user.click(screen.getByRole('button', { name: 'Open case' }))
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/patient-search/overview?row=row-1' }, false)
  await user.click(field())
  await user.keyboard('{ArrowDown}')
  expect(highlighted()).toHaveTextContent('ITN9000003')
  expect(screen.queryByRole('button', { name: /^Open / })).toBeNull()
})

test('a case of a client without patient search opens below current activity', async () => {
  const { type, user, onOpen } = await renderPalette({
    configuration: { ...everything, patientSearch: false },
  })
  await type('sample')
  await waitForCases()
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenLastCalledWith({ href: '/current-activity/overview?row=row-1' }, false)
})

test('keeps the last results while loading, and cancels the superseded request', async () => {
  const { api, type } = await renderPalette()
  await type('sample')
  await waitForCases()
  const release = api.hold(findAnything)
  const superseded = () =>
    api.requests(findAnything).filter(({ body }) => (body as { searchTerm: string }).searchTerm === 'samplet')
  await type('t')
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Searching'))
  await waitForCases()
  await waitFor(() => expect(superseded()).toHaveLength(1))
  api.reply(findAnything, nothing)
  await type('x')
  await screen.findByText('No matches for “sampletx”')
  expect(superseded()[0]?.signal?.aborted).toBe(true)
  await act(async () => release())
  expect(screen.getByText('No matches for “sampletx”')).toBeVisible()
  expect(options()).not.toContainEqual(expect.stringContaining('Sampleton, Ada'))
})

test('without matches it says so and offers the searches with the text filled in', async () => {
  const { api, type, user, onOpen } = await renderPalette()
  api.reply(findAnything, nothing)
  await type('Nobody, N')
  expect(await screen.findByText('No matches for “Nobody, N”')).toBeVisible()
  expect(options()).toEqual(['Search patients by last name: “Nobody, N”', 'Search providers for “Nobody, N”'])
  await expectAccessible()
  await user.keyboard('{Enter}')
  const patientSearch = { searchType: 'NAMEL', searchTerm: 'Nobody, N' }
  expect(onOpen).toHaveBeenLastCalledWith({ patientSearch }, false)
})

test.each([
  ['5/6/80', 'Search patients by date of birth: “5/6/80”'],
  ['26000000001', 'Search patients by incident number: “26000000001”'],
  ['ITN77', 'Search patients by ITN: “ITN77”'],
  ['ALP1-POL', 'Search patients by policy number: “ALP1-POL”'],
])('offers the type of patient search that fits %s', async (text, label) => {
  const { api, type } = await renderPalette()
  api.reply(findAnything, nothing)
  await type(text)
  expect(await screen.findByRole('option', { name: label })).toBeVisible()
})

test('a single letter searches nothing but pages', async () => {
  const { api, type } = await renderPalette()
  await type('r')
  expect(await screen.findByText('Keep typing to find patients and cases.')).toBeVisible()
  expect(options()).toEqual(['Reports'])
  expect(api.requests(findAnything)).toEqual([])
})

test('after a failure it says so, and pages can still be opened', async () => {
  const { api, type } = await renderPalette()
  api.fail(findAnything, 503)
  await type('reports')
  expect(
    await screen.findByText('We couldn’t complete the search. Check your connection, then type again.'),
  ).toBeVisible()
  expect(options()[0]).toBe('Reports')
})

test('internal staff find clients by name', async () => {
  const lagoon = { id: 'lagoon', label: 'Lagoon Health Plan' }
  const { api, type, user, onOpen } = await renderPalette({ clients: [lagoon] })
  api.reply(findAnything, nothing)
  await type('health lag')
  await waitForRow('Lagoon Health Plan')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onOpen).toHaveBeenLastCalledWith({ client: lagoon }, false))
  await user.keyboard('{Control>}')
  await user.click(screen.getByRole('option', { name: /Plan$/ }))
  expect(onOpen).toHaveBeenLastCalledWith({ client: lagoon }, true)
})

test('a client without cases and authorizations searches pages only', async () => {
  const bare = { ...everything, patientSearch: false, currentActivity: false, clientAuth: false }
  const { api, type } = await renderPalette({ configuration: { ...bare, providerSearches: [] } })
  await type('reports')
  expect(options()).toEqual(['Reports'])
  expect(api.requests(findAnything)).toEqual([])
})

test('Escape closes', async () => {
  const { user, onClose } = await renderPalette()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
