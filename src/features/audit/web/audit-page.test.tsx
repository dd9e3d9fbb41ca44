import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listClients } from '#clients/contract.ts'
import { recordExport } from '#platform/contract.ts'
import {
  advanceTimers,
  expectAccessible,
  renderComponent,
  setTimeZone,
} from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { type AuditEntry, listAuditEntries } from '../contract.ts'
import { messages } from '../messages.ts'
import { AuditPage } from './audit-page.tsx'

setTimeZone('UTC')

const search: AuditEntry = {
  id: 8,
  at: '2026-11-20T15:04:05.000Z',
  actor: 'd7',
  person: 'Albert Alpine',
  action: 'patients searched',
  subject: 'ALP1,ALP2',
  subjectName: null,
  clients: ['Alpine Travel'],
  address: '192.0.2.1',
  reference: 'r-1',
  detail: { searchType: 'NAMEL', searchTerm: 'harbor', rows: 30, isOpen: true },
  shown: ['26000000215', '26000000301'],
  shownCount: 30,
}
const signIn: AuditEntry = {
  id: 7,
  at: '2026-11-20T15:00:00.000Z',
  actor: 'd7',
  person: 'Albert Alpine',
  action: 'signed in',
  subject: 'd7',
  subjectName: 'Albert Alpine',
  clients: [],
  address: null,
  reference: null,
  detail: {},
  shown: [],
  shownCount: 0,
}

async function renderPage(entries: AuditEntry[] = [search, signIn], nextBefore: number | null = null) {
  const api = stubApi()
  api.reply(listClients, { clients: [{ id: 'alpine', label: 'Alpine Travel' }] })
  api.reply(listAuditEntries, { entries, nextBefore, alerts: [], notice: null })
  const view = await renderComponent(<AuditPage />, { path: '/audit' })
  return { api, ...view }
}

const lastFilter = (api: ReturnType<typeof stubApi>) => api.requests(listAuditEntries).at(-1)?.body

test('lists entries in plain words', async () => {
  await renderPage()
  const row = await screen.findByRole('row', { name: /Searched for patients/ })
  for (const shown of ['11/20/2026 3:04:05 PM', 'Albert Alpine', 'ALP1, ALP2', 'Alpine Travel'])
    expect(row).toHaveTextContent(shown)
  expect(row).toHaveTextContent(
    'Search type: NAMEL · search term: harbor · rows: 30 · is open · showed 30: 26000000215, 26000000301, and 28 more',
  )
  expect(screen.getByRole('row', { name: /Signed in/ })).toHaveTextContent(messages.themselves)
  await expectAccessible()
})

test('shows who viewed unusually many records', async () => {
  const { api } = await renderPage()
  const alert = { person: 'Lara Lagoon', at: '2026-11-20T15:04:00.000Z', rows: 5210, limit: 5000 }
  const alerts = [
    { ...alert, reason: 'Monthly review' },
    { ...alert, person: 'Al Alpine', reason: null },
  ]
  api.reply(listAuditEntries, { entries: [], nextBefore: null, alerts, notice: null })
  await renderComponent(<AuditPage />, { path: '/audit' })
  const list = await screen.findByRole('alert', { name: messages.alerts })
  expect(list).toHaveTextContent(
    '11/20/2026 3:04 PM: Lara Lagoon was shown 5,210 records within an hour (limit 5,000). Reason: Monthly review',
  )
  expect(list).toHaveTextContent(
    'Al Alpine was shown 5,210 records within an hour (limit 5,000). No reason given.',
  )
})

test('an entry about another person names them, and shows instants as people read them', async () => {
  const detail = { since: '2026-11-20T15:04:05.000+00:00', isOpen: false }
  await renderPage([
    { ...signIn, action: 'staff disabled', subject: 'e8', subjectName: 'Lara Lagoon', detail },
  ])
  const row = await screen.findByRole('row', { name: /Disabled a person’s access/ })
  expect(row).toHaveTextContent('Lara Lagoon')
  expect(row).toHaveTextContent('Since: 11/20/2026 3:04:05 PM')
})

test('the entry of a decision names the first approver once', async () => {
  const detail = { firstApprovedBy: 'Lara Lagoon', firstApprovedById: 'e8' }
  await renderPage([{ ...search, action: 'authorization decided', detail, shown: [], shownCount: 0 }])
  const row = await screen.findByRole('row', { name: /Decided a bill/ })
  expect(row).toHaveTextContent('First approved by: Lara Lagoon')
  expect(row).not.toHaveTextContent('e8')
})

test('filters narrow the list and can be cleared', async () => {
  const { api, user } = await renderPage()
  const fields = within(await screen.findByRole('group', { name: messages.filters.title }))
  await screen.findByRole('option', { name: 'Alpine Travel' })
  await user.selectOptions(fields.getByRole('combobox', { name: 'Client' }), 'Alpine Travel')
  await user.selectOptions(fields.getByRole('combobox', { name: 'Action' }), 'Opened a case')
  await user.type(fields.getByRole('textbox', { name: 'Patient' }), 'ALP1 P7 ')
  await user.type(fields.getByRole('textbox', { name: 'ITN' }), 'ITN9000045')
  await waitFor(() =>
    expect(lastFilter(api)).toMatchObject({
      client: 'alpine',
      action: 'case opened',
      patient: 'ALP1 P7',
      itn: 'ITN9000045',
    }),
  )
  api.reply(listAuditEntries, {
    entries: [],
    nextBefore: null,
    alerts: [],
    notice: 'No patient has the codes.',
  })
  await user.selectOptions(fields.getByRole('combobox', { name: 'Period' }), 'Any time')
  expect(await screen.findByText('No patient has the codes.')).toBeVisible()
  expect(screen.getByText(messages.none)).toBeVisible()
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(lastFilter(api)).toMatchObject({ client: '', patient: '', period: 'week' }))
})

test('two fields that are typed in at almost the same time both filter the list', async () => {
  const { api } = await renderPage()
  const fields = within(await screen.findByRole('group', { name: messages.filters.title }))
  await screen.findByRole('row', { name: /Searched for patients/ })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  for (const [name, text] of [
    ['Patient', 'ALP1 P7'],
    ['ITN', 'ITN9000045'],
  ])
    fireEvent.change(fields.getByRole('textbox', { name }), { target: { value: text } })
  await advanceTimers(300)
  expect(lastFilter(api)).toMatchObject({ patient: 'ALP1 P7', itn: 'ITN9000045' })
})

test('loads earlier entries on request', async () => {
  const { api, user } = await renderPage([search], 8)
  await screen.findByRole('row', { name: /Searched for patients/ })
  api.reply(listAuditEntries, { entries: [signIn], nextBefore: null, alerts: [], notice: null })
  await user.click(screen.getByRole('button', { name: messages.earlier }))
  expect(await screen.findByRole('row', { name: /Signed in/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /Searched for patients/ })).toBeVisible()
  expect(lastFilter(api)).toMatchObject({ beforeEntry: 8 })
  expect(screen.queryByRole('button', { name: messages.earlier })).toBeNull()
})

test('explains that the right is missing', async () => {
  const { api } = await renderPage()
  api.fail(listAuditEntries, 403, { detail: messages.noRight })
  await renderComponent(<AuditPage />, { path: '/audit' })
  expect(await screen.findByText(messages.noRight)).toBeVisible()
})

test('offers to try again when the trail cannot be loaded', async () => {
  const api = stubApi()
  api.reply(listClients, { clients: [] })
  api.fail(listAuditEntries, 503)
  await renderComponent(<AuditPage />, { path: '/audit' })
  expect((await screen.findAllByText(messages.failed))[0]).toBeVisible()
  expect(screen.getByRole('button', { name: /try again/i })).toBeVisible()
})

test('entries download as CSV, which no spreadsheet runs as a formula', async () => {
  const { api, user } = await renderPage([{ ...search, person: '=1+1' }])
  api.reply(recordExport, { client: null })
  const files: Blob[] = []
  const saving = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  onTestFinished(() => saving.mockRestore())
  await user.click(await screen.findByRole('button', { name: 'Download' }))
  await user.click(screen.getByRole('button', { name: 'CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  const [, line] = (await new Response(files[0]).text()).split('\r\n')
  expect(line).toContain("'=1+1,Searched for patients")
  expect(api.requests(recordExport).map(({ body }) => body)).toMatchObject([
    { list: 'audit-trail', format: 'csv', rows: 1, criteria: 'period: week' },
  ])
})

test('links to the emergency access of the client for those who review it', async () => {
  const api = stubApi()
  api.reply(listClients, { clients: [] })
  api.reply(listAuditEntries, { entries: [], nextBefore: null, alerts: [], notice: null })
  await renderComponent(<AuditPage reviewsEmergencies />, { path: '/audit' })
  const link = await screen.findByRole('link', { name: messages.emergencies })
  expect(link).toHaveAttribute('href', '/emergency-access')
  await screen.findByText(messages.none)
})
