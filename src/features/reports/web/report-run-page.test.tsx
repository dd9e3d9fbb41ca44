import { act, cleanup, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { advanceTimers, expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { cancelReportRun, listReportRuns, openReportRun, type ReportRun, showReportRun } from '../contract.ts'
import { ReportRunPage } from './report-run-page.tsx'
import { ReportRuns } from './report-runs.tsx'

const running: ReportRun = {
  id: '0198f7a2-5f3c-7d1e-8a44-3b0a6c1d2e4f',
  name: 'Bill Detail',
  period: '1/1/2026 – 6/30/2026',
  state: 'running',
  rowsDone: 100,
  rows: 40_000,
  keptUntil: null,
}

let isActive = true

beforeEach(() => {
  isActive = true
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})

/** Renders the page of a run that the test can change; without a run, the request fails. */
async function renderRun(first: Partial<ReportRun> | undefined) {
  const api = stubApi()
  let run = { ...running, ...first }
  if (first) api.reply(showReportRun, () => run)
  else api.fail(showReportRun, 500)
  const view = await renderComponent(
    <ReportRunPage
      id={running.id}
      onOpen={() => {}}
      hasLiveToken={() => isActive}
      missing={<h1>Page not found</h1>}
      backLink={<a href="/reports">Back to reports</a>}
    />,
  )
  await advanceTimers(0)
  const change = (next: Partial<ReportRun>) => {
    run = { ...run, ...next }
  }
  const polls = () => api.requests(showReportRun).length
  const countPolls = async (ms: number) => {
    const before = polls()
    await advanceTimers(ms)
    return polls() - before
  }
  return { ...view, api, change, countPolls, run: () => run }
}

const bar = () => screen.getByRole('progressbar', { name: 'Rows done' })
const press = (name: string) => act(() => screen.getByRole('button', { name }).click())

test('a queued report shows an indeterminate progress bar', async () => {
  await renderRun({ state: 'waiting', rowsDone: 0 })
  expect(screen.getByRole('heading', { level: 1, name: 'Bill Detail' })).toBeVisible()
  expect(screen.getByText('1/1/2026 – 6/30/2026')).toBeVisible()
  expect(screen.getAllByText('Your report is queued.')).toHaveLength(2)
  expect(bar()).not.toHaveAttribute('value')
  await expectAccessible()
})

test('a running report shows its progress, announces each tenth and moves the focus to its result', async () => {
  const { change } = await renderRun({ rowsDone: 0 })
  change({ rowsDone: 12_345 })
  await advanceTimers(1000)
  expect(screen.getByText('12,345 of 40,000 rows')).toBeVisible()
  expect(bar()).toHaveAttribute('value', '30')
  expect(bar()).toHaveAttribute('aria-valuetext', '12,345 of 40,000 rows')
  expect(screen.getByRole('status')).toHaveTextContent('30 percent of 40,000 rows done')
  expect(document.title).toContain('Bill Detail: in progress')
  await expectAccessible()
  screen.getByRole('button', { name: 'Cancel' }).focus()
  change({ state: 'done', rowsDone: 40_000, keptUntil: '2026-07-01T02:05:00Z' })
  await advanceTimers(1000)
  expect(screen.getByRole('status')).toHaveTextContent('The report is ready: 40,000 rows.')
  expect(screen.getByText('Available until 7/1/2026 2:05 AM.')).toBeVisible()
  expect(screen.getByRole('region', { name: 'Progress' })).toHaveFocus()
  expect(document.title).toContain('Bill Detail: ready')
  await expectAccessible()
})

test('a failed report shows what to do', async () => {
  await renderRun({ state: 'failed' })
  expect(screen.getByRole('status')).toHaveTextContent('We couldn’t create the report.')
  expect(screen.getByRole('status')).toHaveTextContent('Run it again.')
  expect(screen.getByRole('link', { name: 'Back to reports' })).toBeVisible()
  await expectAccessible()
})

test('a canceled report says so', async () => {
  const { api, run } = await renderRun({})
  api.reply(cancelReportRun, () => ({ ...run(), state: 'cancelled' as const }))
  await press('Cancel')
  await advanceTimers(0)
  expect(screen.getByRole('status')).toHaveTextContent('The report was canceled.')
  expect(screen.getByRole('link', { name: 'Back to reports' })).toBeVisible()
  await expectAccessible()
})

test('a failed cancellation shows an error until the report has ended', async () => {
  const { api, change } = await renderRun({})
  api.disconnect(cancelReportRun)
  await press('Cancel')
  await advanceTimers(0)
  expect(screen.getByRole('alert')).toHaveTextContent('We couldn’t cancel the report. Please try again.')
  expect(screen.getByText('100 of 40,000 rows')).toBeVisible()
  change({ state: 'cancelled' })
  await advanceTimers(1000)
  expect(screen.getByRole('status')).toHaveTextContent('The report was canceled.')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('polling slows down over time and stops when the page is hidden or the report is done', async () => {
  const { change, countPolls } = await renderRun({})
  expect(await countPolls(10_000)).toBeGreaterThan(4)
  await countPolls(80_000)
  const late = await countPolls(40_000)
  expect(late).toBeLessThan(8)
  expect(late).toBeGreaterThan(0)
  await setVisibility('hidden')
  await countPolls(12_000)
  expect(await countPolls(60_000)).toBe(0)
  change({ state: 'done', rowsDone: 40_000 })
  await setVisibility('visible')
  await advanceTimers(0)
  expect(screen.getByRole('status')).toHaveTextContent('The report is ready: 40,000 rows.')
  expect(await countPolls(30_000)).toBe(0)
})

test('polling waits while the session is idle', async () => {
  const { countPolls } = await renderRun({})
  isActive = false
  expect(await countPolls(30_000)).toBe(0)
  isActive = true
  expect(await countPolls(30_000)).toBeGreaterThan(0)
})

/** Simulates hiding and showing the page. */
async function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  await act(() => window.dispatchEvent(new Event('visibilitychange')))
}

test('while the portal is unreachable, the page says so, keeps its state, and recovers', async () => {
  const { api, run } = await renderRun({ rowsDone: 500 })
  api.disconnect(showReportRun)
  await advanceTimers(1000)
  expect(screen.getByText('We can’t reach the portal.', { exact: false })).toBeVisible()
  expect(screen.getByText('500 of 40,000 rows')).toBeVisible()
  await expectAccessible()
  api.reply(showReportRun, { ...run(), rowsDone: 900 })
  await advanceTimers(2000)
  expect(screen.getByText('900 of 40,000 rows')).toBeVisible()
  expect(screen.queryByText("We've lost contact", { exact: false })).toBeNull()
})

test('progress that fails to load can be retried', async () => {
  const { api } = await renderRun(undefined)
  expect(screen.getByText('We couldn’t load the report’s progress.')).toBeVisible()
  await expectAccessible()
  api.reply(showReportRun, { ...running, rowsDone: 7 })
  await press('Try again')
  await advanceTimers(0)
  expect(screen.getByText('7 of 40,000 rows')).toBeVisible()
})

test('an unknown or malformed run ID shows the not-found page', async () => {
  for (const status of [404, 400]) {
    const { api, countPolls } = await renderRun({})
    api.fail(showReportRun, status)
    await advanceTimers(1000)
    expect(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    expect(await countPolls(30_000)).toBe(0)
    cleanup()
  }
})

const done = { state: 'done', rowsDone: 40_000, keptUntil: '2026-07-01T02:05:00Z' } as const

/** Renders the list of large reports. */
async function renderRuns(prepare: (api: ReturnType<typeof stubApi>) => void) {
  const api = stubApi()
  prepare(api)
  const onOpen = vi.fn(async () => {})
  await renderComponent(<ReportRuns owner="a-person" onOpen={onOpen} hasLiveToken={() => isActive} />)
  await advanceTimers(0)
  return { api, onOpen }
}

const list = () => screen.queryByRole('region', { name: 'Your large reports' })
const lines = () => within(list() as HTMLElement).getAllByRole('listitem')

test('large reports are listed with their progress, open when ready, and are not polled in an idle session', async () => {
  const waiting = { ...running, id: '0198f7a2-5f3c-7d1e-8a44-3b0a6c1d2e50', state: 'waiting' as const }
  const { api, onOpen } = await renderRuns((stub) =>
    stub.reply(listReportRuns, { runs: [waiting, { ...running, rowsDone: 1000 }] }),
  )
  expect(lines()[0]).toHaveTextContent('Your report is queued.')
  expect(lines()[1]).toHaveTextContent('1,000 of 40,000 rows')
  await expectAccessible()
  isActive = false
  api.reply(listReportRuns, { runs: [waiting, { ...running, ...done }] })
  const polls = api.requests(listReportRuns).length
  await advanceTimers(30_000)
  expect(api.requests(listReportRuns)).toHaveLength(polls)
  isActive = true
  await advanceTimers(10_000)
  expect(lines()[1]).toHaveTextContent('The report is ready: 40,000 rows.')
  expect(lines()[1]).toHaveTextContent('Available until 7/1/2026 2:05 AM.')
  expect(within(lines()[1] as HTMLElement).getByRole('link')).toHaveAttribute('href', `/report/${running.id}`)
  await expectAccessible()
  await press('Open report: Bill Detail, 1/1/2026 – 6/30/2026')
  expect(onOpen).toHaveBeenCalledWith({ path: openReportRun.path, fields: { Run: running.id } })
})

test('the list of large reports is hidden when empty and can be retried after an error', async () => {
  await renderRuns((api) => api.reply(listReportRuns, { runs: [] }))
  expect(list()).toBeNull()
  cleanup()
  const { api } = await renderRuns((stub) => stub.fail(listReportRuns, 500))
  expect(list()).toHaveTextContent('We couldn’t load your large reports.')
  await expectAccessible()
  api.reply(listReportRuns, { runs: [{ ...running, ...done }] })
  await press('Try again')
  await advanceTimers(0)
  expect(lines()).toHaveLength(1)
})
