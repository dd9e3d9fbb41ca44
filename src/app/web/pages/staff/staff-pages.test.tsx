import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Incident } from '#cases/rules.ts'
import { type ClientConfiguration, getClientConfiguration } from '#clients/contract.ts'
import { storeChosenClient } from '#clients/web/configuration-store.ts'
import { listReportRuns, type ReportRun, showReportRun } from '#reports/contract.ts'
import { createTicket, renewToken } from '#sign-in/contract.ts'
import { updateSession } from '#sign-in/web/session-store.ts'
import { startSessionTimer } from '#sign-in/web/session-timer.ts'
import { everything } from '#test-support/client-configuration.ts'
import { advanceTimers, expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { listVobs } from '#vob/contract.ts'
import { AuthorizationPage } from './authorization-page.tsx'
import { CurrentActivityLayout } from './case-search-layout.tsx'
import { ReportPage, ReportsPage } from './report-pages.tsx'
import { CaseVobButton, VobsPage } from './vob-pages.tsx'

const secure = { code: 'secureDomestic', name: 'Secure', url: '/secure', isSecure: true, isVOB: true }
const alpine: ClientConfiguration = {
  ...everything,
  currentActivity: false,
  clientAuth: false,
  caseSummary: false,
  mayDecide: false,
  providerSearches: [secure],
}

beforeEach(() => {
  const token = { token: 'a-token', exp: 4_000_000_000, name: 'Albert Alpine' }
  localStorage.setItem('userToken', JSON.stringify(token))
  storeChosenClient({ id: 'alpine', label: 'Alpine' })
})

test('the page of letters shows a skeleton until the configuration has loaded', async () => {
  const api = stubApi()
  api.reply(listVobs, { vobs: [], notice: null })
  api.reply(getClientConfiguration, alpine)
  const release = api.hold(getClientConfiguration)
  await renderComponent(<VobsPage />)
  expect(screen.getByRole('status')).toHaveTextContent('Loading VOBs')
  await expectAccessible()
  release()
  expect(await screen.findByText('No VOBs have been issued yet')).toBeVisible()
})

test('the page of letters does not exist for a client that issues none', async () => {
  const api = stubApi()
  api.reply(getClientConfiguration, { ...alpine, providerSearches: [{ ...secure, isVOB: false }] })
  await renderComponent(<VobsPage />)
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test.each([true, false])(
  'a case has the button for a letter only if its client issues letters: %s',
  async (isVOB) => {
    const api = stubApi()
    api.reply(getClientConfiguration, { ...alpine, providerSearches: [{ ...secure, isVOB }] })
    await renderComponent(<CaseVobButton incident={{} as Incident} details={undefined} />)
    await waitFor(() => expect(api.requests(getClientConfiguration)).toHaveLength(1))
    if (isVOB) expect(await screen.findByRole('button', { name: 'Create VOB' })).toBeDisabled()
    else expect(screen.queryByRole('button')).toBeNull()
  },
)

test.each([
  ['reports', ReportsPage],
  ['authorizations', AuthorizationPage],
  ['current activity', CurrentActivityLayout],
])('a client without %s has no such page', async (_feature, Page) => {
  const api = stubApi()
  api.reply(getClientConfiguration, alpine)
  api.reply(listReportRuns, { runs: [] })
  await renderComponent(<Page />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

const savings = { code: 'SAVINGS', name: 'Savings Summary', multiClient: true }

/** Renders the reports of a client with one report, whose ticket requests fail. */
async function renderReports() {
  const api = stubApi()
  api.reply(listReportRuns, { runs: [] })
  api.reply(getClientConfiguration, { ...alpine, clientCodes: { ALP1: 'Alpine' }, reports: [savings] })
  api.fail(createTicket, 500)
  return api
}

test('while clients load, the report form says so, rejects a report and can retry a failed load', async () => {
  const api = await renderReports()
  api.fail(getClientConfiguration, 500)
  const release = api.hold(getClientConfiguration)
  const { user } = await renderComponent(<ReportsPage />)
  expect(screen.getByText('** Clients Loading **')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Client list is not yet initialized and is required for search. Please try again in a moment.',
  )
  await expectAccessible()
  release()
  const failed = 'An error occurred retrieving configuration data needed to process your request.'
  expect(await screen.findByText(failed, { exact: false })).toBeVisible()
  await renderReports()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('option', { name: 'Alpine' })).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Report' })).toHaveValue('SAVINGS')
})

test('a blocked pop-up shows an explanation and uses no ticket; without a ticket, the window closes', async () => {
  const api = await renderReports()
  const { user } = await renderComponent(<ReportsPage />)
  await screen.findByRole('option', { name: 'Alpine' })
  for (const label of [/^Start Date/, /^End Date/]) {
    await user.click(screen.getByRole('textbox', { name: label }))
    await user.paste('6/30/2026')
  }
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your browser blocked the new window. Please allow pop-up windows for this site, then try again.',
  )
  expect(api.requests(createTicket)).toEqual([])
  await expectAccessible()
  const close = vi.fn()
  open.mockReturnValue({ close, closed: false } as unknown as Window)
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(screen.getByRole('alert')).toHaveTextContent('An error occurred opening the document.')
  expect(api.requests(createTicket)).toHaveLength(1)
})

const running: ReportRun = {
  id: '0198f7a2-5f3c-7d1e-8a44-3b0a6c1d2e4f',
  name: 'Bill Detail',
  period: '1/1/2026 – 6/30/2026',
  state: 'running',
  rowsDone: 1000,
  rows: 27_749,
  keptUntil: null,
}

test.each([
  ['report page', ReportPage, showReportRun],
  ['list of reports', ReportsPage, listReportRuns],
])('an idle %s neither polls nor renews the token, and continues on a key', async (_page, Page, polled) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const api = await renderReports()
  api.reply(listReportRuns, { runs: [running] })
  api.reply(showReportRun, running)
  const exp = Date.now() / 1000 + 30
  const session = { token: 'a-token', exp, name: 'Albert Alpine', clientId: 'alpine', isInternal: false }
  localStorage.setItem('userToken', JSON.stringify(session))
  api.reply(renewToken, () => {
    const serverTime = Date.now() / 1000
    return { ...session, exp: serverTime + 15 * 60, serverTime, sessionEnds: serverTime + 60 * 60 }
  })
  onTestFinished(startSessionTimer())
  onTestFinished(() =>
    updateSession({ clockOffset: 0, endsAt: undefined, isActive: false, renewed: undefined }),
  )
  const calls = () => [polled, renewToken].map((endpoint) => api.requests(endpoint).length)
  await renderComponent(<Page />, { path: '/report/$id' })
  await advanceTimers(10_000)
  expect(calls()[0]).toBeGreaterThan(1)
  await advanceTimers(20_000)
  const idle = calls()
  await advanceTimers(30_000)
  expect(calls()).toEqual(idle)
  expect(idle[1]).toBe(0)
  fireEvent.keyDown(document.body, { key: 'Shift' })
  await advanceTimers(10_000)
  const [polls, renewals] = calls()
  expect(renewals).toBe(1)
  expect(polls).toBeGreaterThan(idle[0] ?? 0)
})
