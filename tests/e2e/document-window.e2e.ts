import type { Page } from '@playwright/test'
import { expectGoodOnAllScreens, fullCase, importCases, openFullCase } from './cases.ts'
import { collectPdfs, expectSaved, openInWindow, sheets, viewer } from './documents.ts'
import { expect, test } from './portal-test.ts'
import { readPdfTexts } from './print-text.ts'
import { logOut } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of (401|405)/] })

test.beforeAll(({ portal }) => importCases(portal))

const record = 'View: Medical Records, pages 1-2'

/** Opens a document in a new window. Returns the window once the first page is rendered. */
async function openWindow(page: Page, button: string) {
  const window = await openInWindow(page, page.getByRole('button', { name: button }))
  await expect(sheets(window).first().locator('canvas')).toBeVisible()
  return window
}

test('a document opens over the page and can be searched, zoomed, printed and closed by keyboard', async ({
  page,
  context,
}) => {
  await openFullCase(page, 'Medical Records')
  const view = page.getByRole('button', { name: record })
  await view.press('Enter')
  const pane = viewer(page).getByRole('region', { name: /^Medical record/ })
  await expect(pane).toBeFocused()
  await expect(pane).toContainText('Page 02')
  await page.keyboard.press('+')
  await expect(viewer(page).getByText('150%')).toBeVisible()
  await page.keyboard.press('-')

  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.type('PAGE 0')
  const found = viewer(page).getByRole('search').getByRole('status')
  await expect(found).toHaveText('1 of 2')
  await page.keyboard.press('Enter')
  await expect(found).toHaveText('2 of 2')
  await expect(viewer(page).getByText('Page 2 of 2', { exact: true })).toBeVisible()
  await page.keyboard.type('7')
  await expect(found).toHaveText('No matches')
  await page.keyboard.press('Escape')
  await expect(found).toBeEmpty()

  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(view).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheets(viewer(page))).toHaveCount(2)
  await catchPrinting(page)
  await page.keyboard.press('ControlOrMeta+p')
  await expect(page.locator('body[data-printed]')).toBeAttached()
  expect(await readPdfTexts(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(2)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expectGoodOnAllScreens(page)
  expect(context.pages()).toHaveLength(1)
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
})

test('the overview shows the first page of a document, and Back closes an open document', async ({
  page,
}) => {
  await openFullCase(page, 'Notes')
  await page.getByRole('link', { name: 'Overview' }).click()
  const document = page.getByRole('button', { name: record })
  await document.scrollIntoViewIfNeeded()
  await expect(document.locator('img')).toHaveJSProperty('complete', true)
  await document.click()
  await expect(sheets(viewer(page))).toHaveCount(2)
  const overview = page.getByRole('heading', { level: 1, name: 'Overview' })
  const scrolled = await page.evaluate(() => scrollY)
  await page.goBack()
  await expect(viewer(page)).toHaveCount(0)
  await expect(document).toBeFocused()
  await expect(overview).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)

  await page.setViewportSize({ width: 390, height: 844 })
  await document.click()
  await expect(sheets(viewer(page))).toHaveCount(2)
  await page.reload()
  await expect(document).toBeVisible()
  await expect(viewer(page)).toHaveCount(0)
  await document.click()
  await expect(sheets(viewer(page))).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible()
})

/** Catches the print dialog. */
const catchPrinting = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') })
  })

test('a document window is read and printed by keyboard, and keeps its document until the opening page logs out', async ({
  page,
}) => {
  await openFullCase(page, 'Medical Records')
  const window = await openWindow(page, record)
  await test.step('it can be read, zoomed and paged on every screen', async () => {
    const pane = window.getByRole('region', { name: /^Medical record/ })
    await expect(pane).toBeFocused()
    await expect(sheets(window)).toHaveCount(2)
    await expect(pane).toContainText('Page 01')
    await expectGoodOnAllScreens(window)
    const first = sheets(window).first().locator('canvas')
    const width = () => first.evaluate(({ clientWidth }) => clientWidth)
    const before = await width()
    await window.keyboard.press('+')
    await expect.poll(width).toBeGreaterThan(before)
    await window.keyboard.press('-')
    await expect.poll(width).toBe(before)
    await expect(window.getByText('Page 1 of 2', { exact: true })).toBeVisible()
    await window.getByRole('button', { name: 'Next page' }).press('Enter')
    await expect(window.getByText('Page 2 of 2', { exact: true })).toBeVisible()
    await expect(window.getByRole('button', { name: 'Next page' })).toBeDisabled()
  })
  await test.step('it prints each page on a separate sheet', async () => {
    await catchPrinting(window)
    for (const press of [
      () => window.getByRole('button', { name: 'Print' }).click(),
      () => window.keyboard.press('ControlOrMeta+p'),
    ]) {
      await press()
      await expect(window.locator('body[data-printed]')).toBeAttached()
      await expect(window.locator('body > div > div > img')).toHaveCount(2)
      expect(await readPdfTexts(await window.pdf({ preferCSSPageSize: true }))).toHaveLength(2)
      await window.evaluate(() => {
        document.body.removeAttribute('data-printed')
        dispatchEvent(new Event('afterprint'))
      })
      await expect(window.locator('body > div > div > img')).toHaveCount(0)
    }
  })
  await test.step('it keeps its document when the opening page reloads and opens another', async () => {
    await page.reload()
    const release = await hold(page, '/api/tickets')
    const second = await openInWindow(
      page,
      page.getByRole('button', { name: 'View: Medical Records, page 3' }),
      {
        isReady: false,
      },
    )
    await expect(second.getByRole('heading', { level: 1 })).toHaveText('Preparing your document')
    await expect(second).toHaveTitle(/^Preparing your document · /)
    release()
    await expect(sheets(second)).toHaveCount(1)
    await expect(sheets(window)).toHaveCount(2)
  })
  await page.keyboard.press('Escape')
  await logOut(page)
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
  await expect(window).toHaveURL('/')
  await expect(sheets(window)).toHaveCount(0)
})

/** Holds requests to a path until the returned function is called. */
async function hold(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await promise
    await route.continue().catch(() => {})
  })
  return resolve
}

test('a reloaded document window explains that its link was used and can reopen the document', async ({
  page,
  context,
}) => {
  const answered = await collectPdfs(context)
  await openFullCase(page, 'Medical Records')
  const window = await openWindow(page, record)
  const title = window.getByRole('heading', { level: 1 })
  for (const again of [1, 2]) {
    await window.reload()
    await expect(title).toHaveText('The link to this document has already been used')
    if (again === 1) await expectGoodOnAllScreens(window)
    await window.getByRole('button', { name: 'Open again' }).click()
    await expectSaved(window, () => answered.get('/api/medicalrecord'), /^medical-record-/)
  }
  await page.reload()
  await expect(page.getByText(fullCase.patient)).toBeVisible()
  await window.reload()
  await expect(title).toHaveText('This document is no longer available in this window')
  expect(await window.evaluate(() => performance.now())).toBeLessThan(10_000)

  await test.step("a form post without the portal's code returns the PDF and its URL a message", async () => {
    const fields = { IncidentNumber: fullCase.incidentNumber, PageStartNumber: '1', PageEndNumber: '2' }
    const path = '/api/medicalrecord'
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('userToken') ?? '').token)
    const headers = { authorization: `Bearer ${token}` }
    const { ticket } = await (
      await page.request.post('/api/tickets', { data: { path, fields }, headers })
    ).json()
    const answer = await page.request.post(path, { form: { ...fields, Token: ticket } })
    const { 'content-type': type, 'cache-control': caching } = answer.headers()
    expect([answer.status(), type, caching]).toEqual([200, 'application/pdf', 'no-store'])
    await page.goto(path, { waitUntil: 'load' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'The link to this document has already been used',
    )
  })
})
