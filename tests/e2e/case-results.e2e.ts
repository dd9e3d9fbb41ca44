import type { Page, Route } from '@playwright/test'
import {
  expectGoodOnAllScreens,
  findByName,
  fullCase,
  goToSection,
  importCases,
  openSearch,
  rows,
  searchTheirDays,
} from './cases.ts'
import { viewer } from './documents.ts'
import { tabTo } from './keyboard.ts'
import { expectNoShift, slowDown } from './layout-shifts.ts'
import { expect, expectToFit, sizes, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

test.beforeAll(({ portal }) => importCases(portal))

test('the overview of a case is read by keyboard alone: its activity, its documents, the next case and a new note', async ({
  page,
}) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  await tabTo(page, rows(page).getByRole('link', { name: fullCase.patient, exact: true }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const activity = page.getByRole('region', { name: 'Activity', exact: true })
  await expect(activity.getByRole('listitem')).toHaveCount(9)
  await expectGoodOnAllScreens(page)

  await tabTo(page, activity.getByRole('button', { name: 'Records 2' }))
  await page.keyboard.press('Enter')
  await expect(activity.getByRole('listitem')).toHaveCount(2)
  const record = activity.getByRole('button', { name: 'View: Medical Records, page 3' })
  await tabTo(page, record)
  await page.keyboard.press('Enter')
  const pages = viewer(page).getByRole('region', { name: /^Medical record/ })
  await expect(pages).toContainText('Page 03')
  await expect(viewer(page).getByText('Document 1 of 2')).toBeVisible()
  await page.keyboard.press('Alt+PageDown')
  await expect(pages).toContainText('Page 01')
  await expect(pages).toBeFocused()
  await expect(viewer(page).getByRole('button', { name: 'Next document' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(record).toBeFocused()

  const header = page.getByRole('region', { name: 'Patient and incident' })
  for (const [name, incidentNumber] of [
    [/^Next case/, '99000000018'],
    [/^Previous case/, fullCase.incidentNumber],
  ] as const) {
    await page.getByRole('main').focus()
    await tabTo(page, header.getByRole('link', { name }))
    await page.keyboard.press('Enter')
    await expect(header).toContainText(incidentNumber)
    await expect(header.locator('a:focus')).toHaveAccessibleName(/^(Next|Previous) case/)
    if (incidentNumber !== fullCase.incidentNumber)
      await expect(page.getByText('Nothing has been added to this case yet')).toBeVisible()
  }

  await test.step('a note is written by keyboard and shows its author', async () => {
    await page.getByRole('link', { name: 'Back to results' }).click()
    await findByName(page, 'plentiful, p30')
    // A patient's name links to the case, even if it has no sections.
    await rows(page).first().getByRole('link', { name: 'Plentiful, P30' }).click()
    await tabTo(page, page.getByRole('button', { name: 'Write a note' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused()
    await expectGoodOnAllScreens(page)
    const text = '<b>Family</b> asks for a transfer to Zürich.'
    await page.keyboard.type(text)
    await tabTo(page, page.getByRole('button', { name: 'Save note' }))
    await page.keyboard.press('Enter')
    await expect(activity.getByRole('listitem').filter({ hasText: text })).toContainText('Albert Alpine')
    await goToSection(page, 'Notes')
    await page.reload()
    await expect(page.getByRole('row').filter({ hasText: text })).toContainText('Staff note')
  })
})

const firstCell = (page: Page) => page.locator('tbody td[data-first]').first()

/** Requires that the first row of a list is in the upper half of a small desktop, and that its columns fit. */
async function expectFirstRow(page: Page, row = firstCell(page)) {
  await expect(row).toBeVisible()
  await expect.poll(async () => (await row.boundingBox())?.y).toBeLessThan(420)
  await expect(page.getByText('Scroll sideways to see all columns.')).toHaveCount(0)
  await expectToFit(page)
}

test('at 1280 by 800, each list has its first row in view, and its columns fit', async ({ page }) => {
  await page.setViewportSize(sizes.desktop)
  await openSearch(page, '/patient-search')
  await findByName(page, 'sample')
  await expectFirstRow(page)
  for (const part of ['Medical Records', 'Case Documents', 'Billing', 'Notes', 'Timeline']) {
    if (part === 'Medical Records')
      await page
        .getByRole('link', { name: `${part}: ` })
        .first()
        .click()
    else await goToSection(page, part)
    await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
    await expectFirstRow(page)
  }
  await page.goto('/vobs')
  await expectFirstRow(page)
  await searchTheirDays(page)
  for (const path of ['/current-activity', '/authorization']) {
    await page.goto(path)
    await expectFirstRow(page)
  }
  for (const [path, period] of [
    ['/authorization/decided', 'Decided'],
    ['/authorization/metrics', 'Decisions made in'],
  ] as const) {
    await page.goto(path)
    await page.getByLabel(period, { exact: true }).selectOption('Any time')
    await expectFirstRow(page)
  }
})

/** Lets every other bill of the queue be open elsewhere. */
async function showReviewers(route: Route) {
  const response = await route.fetch()
  const status = await response.json()
  const reviewing = Array.from({ length: 150 }, (_, at) => ({
    itn: `ITN${9_000_000 + 2 * at}`,
    names: ['Alexandrina Placeholderville-Montgomery'],
  }))
  await route.fulfill({ response, json: { ...status, reviewing } })
}

test('nothing moves while the parts of a page arrive one after another', async ({ page }) => {
  await page.setViewportSize(sizes.desktop)
  await openSearch(page, '/patient-search')
  await findByName(page, 'sample')
  const href = await rows(page)
    .getByRole('link', { name: /^Sample/ })
    .first()
    .getAttribute('href')
  await slowDown(page)
  await page.route('/api/itn/queue', showReviewers)
  const activity = page.getByRole('region', { name: 'Activity', exact: true }).getByRole('listitem')
  for (const [path, part] of [
    ['/home', page.getByRole('region', { name: 'Longest-waiting authorizations' }).getByRole('listitem')],
    ['/authorization', firstCell(page)],
    ['/patient-search', firstCell(page)],
    // Each time, the parts arrive in another order.
    ...Array.from({ length: 3 }, () => [href ?? '', activity] as const),
  ] as const)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(part.first()).toBeVisible()
      await expectNoShift(page)
    })
})

/** Mail and a notification with long texts, which the demo data does not have. */
const undelivered = {
  id: '3f2f8e0a-6a54-4c8e-9a3c-1d5c6e7f8a90',
  attempts: 12,
  attemptedAt: '2026-06-30T12:00:00.000Z',
  state: 'waiting',
  dueAt: '2026-06-30T18:30:00.000Z',
}
const mail = {
  ...undelivered,
  madeAt: '2026-06-30T12:00:00.000Z',
  fault: 'ECONNREFUSED',
  to: 'alexandrina.placeholderville@claims.example.com',
  subject: 'Medical provider details from Harborline Assistance: Mercy Hospital of the Upper Lakes',
}
const notification = {
  ...undelivered,
  position: 1_234_567,
  createdAt: '2026-06-30T12:00:00.000Z',
  error: 'UND_ERR_CONNECT_TIMEOUT',
}

test('at 1280 by 800, each list of internal staff has its first row in view, and its columns fit', async ({
  page,
}) => {
  await page.setViewportSize(sizes.desktop)
  await page.route('/api/{dev/mail,undelivered-mail}', (route) => route.fulfill({ json: { mails: [mail] } }))
  await page.route('/api/undelivered-notifications', (route) =>
    route.fulfill({ json: { host: 'claims.example.com', notifications: [notification] } }),
  )
  await signIn(page, 'internal')
  const clients = page.getByRole('region', { name: 'All clients' })
  await expectFirstRow(page, clients.getByRole('listitem').first())
  for (const path of ['/dev/mail', '/undelivered-mail', '/undelivered-notifications']) {
    await page.goto(path)
    await expectFirstRow(page)
  }
})
