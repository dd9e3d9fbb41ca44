import type { ReportRun } from '#reports/contract.ts'
import { expectGoodOnAllScreens } from './cases.ts'
import { expect, expectToFit, sizes, test } from './portal-test.ts'
import { openReports } from './reports.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of (401|404|500)/] })

const running: ReportRun = {
  id: '0198f7a2-5f3c-7d1e-8a44-3b0a6c1d2e4f',
  name: 'Bill Detail',
  period: '1/1/2026 – 6/30/2026',
  state: 'running',
  rowsDone: 1000,
  rows: 27_749,
  keptUntil: null,
}
const done: ReportRun = { ...running, state: 'done', rowsDone: 27_749, keptUntil: '2026-07-01T02:05:00Z' }
const waiting: ReportRun = { ...running, id: '0198f7a2-5f3c-7d1e-8a44-3b0a6c1d2e50', state: 'waiting' }

const runsPath = '/api/reports/runs'
const progressPath = `/report/${running.id}`

test('large reports are listed below the form with their progress and open when ready', async ({
  page,
  context,
}) => {
  let runs = [waiting, running]
  await page.route(runsPath, (route) => route.fulfill({ json: { runs } }))
  await openReports(page)
  const list = page.getByRole('region', { name: 'Your large reports' })
  const lines = list.getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.nth(0)).toContainText('Your report is queued.')
  await expect(lines.nth(1)).toContainText('1,000 of 27,749 rows')
  await expectGoodOnAllScreens(page)
  runs = [waiting, done]
  await expect(lines.nth(1)).toContainText('The report is ready: 27,749 rows.')
  await expect(lines.nth(1)).toContainText('Available until 6/30/2026 10:05 PM.')
  await expectGoodOnAllScreens(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const width of [sizes.phone.width, 320]) {
    await page.setViewportSize({ width, height: sizes.phone.height })
    await expectToFit(page)
  }
  await context.route('/api/reports/run.pdf', (route) => route.fulfill({ body: 'The report' }))
  const posted = context.waitForEvent('request', (request) => request.url().endsWith('/api/reports/run.pdf'))
  const opened = context.waitForEvent('page')
  await list.getByRole('button', { name: 'Open report: Bill Detail, 1/1/2026 – 6/30/2026' }).click()
  expect((await posted).postData()).toContain(done.id)
  await (await opened).close()
  await lines.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(progressPath)
})

test('the list of large reports is hidden when empty and can be retried after an error', async ({ page }) => {
  await openReports(page)
  const list = page.getByRole('region', { name: 'Your large reports' })
  await expect(list).toHaveCount(0)
  await page.route(runsPath, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(list).toContainText('We couldn’t load your large reports.')
  await expectGoodOnAllScreens(page)
  await page.route(runsPath, (route) => route.fulfill({ json: { runs: [done] } }))
  await list.getByRole('button', { name: 'Try again' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
})

test('polling for a report does not keep an idle session alive', async ({ page }) => {
  await page.clock.install()
  let asked = 0
  let renewed = 0
  await page.route(`${runsPath}/${running.id}`, (route) => {
    asked += 1
    return route.fulfill({ json: running })
  })
  page.on('request', (request) => {
    if (request.url().endsWith('/api/session/renew')) renewed += 1
  })
  await signIn(page, 'alpine', progressPath)
  await expect(page.getByText('1,000 of 27,749 rows')).toBeVisible()
  await page.clock.fastForward(16 * 60_000)
  const before = { asked, renewed }
  for (let passed = 0; passed < 30; passed += 1) {
    await page.clock.runFor(1000)
    await page.evaluate(() => Promise.resolve())
  }
  expect({ asked, renewed }).toEqual(before)
  await page.keyboard.press('Shift')
  await expect.poll(() => renewed).toBeGreaterThan(before.renewed)
})
