import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { importItns, listPending, openBill, reviewDialog } from './authorizations.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo' })

test.beforeAll(({ portal }) => importItns(portal))

const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
  }, size)

/** Lists what a dialog cuts off: elements outside of its width, and those that hide a part of their own text. */
const listCutOff = (page: Page) =>
  reviewDialog(page).evaluate((dialog) => {
    const { left, right } = dialog.getBoundingClientRect()
    const isCutOff = (element: Element) => {
      const box = element.getBoundingClientRect()
      const { overflowX, clipPath } = getComputedStyle(element)
      if (box.width <= 1 || clipPath !== 'none' || element.closest('[data-sideways], svg')) return false
      const hidesText = overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1
      return hidesText || box.left < left - 1 || box.right > right + 1
    }
    const cutOff = [...dialog.querySelectorAll('button, input, select, textarea, label, dt, dd, p, h3, span')]
    return cutOff.filter(isCutOff).map(({ outerHTML }) => outerHTML.slice(0, 200))
  })

test('the review of a bill shows all of its text at double size, on a desktop and a phone', async ({
  page,
}) => {
  await listPending(page)
  await openBill(page, 'WIDE01')
  for (const size of [sizes.desktop, sizes.phone]) {
    await page.setViewportSize(size)
    await setTextSize(page, '200%')
    for (const action of [/^Approve/, /^Deny/, /^Other/]) {
      await reviewDialog(page).getByRole('radio', { name: action }).check()
      await expect.poll(() => listCutOff(page), `${action} at ${size.width} px`).toEqual([])
    }
    for (const button of ['Previous', 'Next', 'Cancel', /^Save/])
      await expect(reviewDialog(page).getByRole('button', { name: button })).toBeInViewport({ ratio: 1 })
  }
})

test('the list of decisions downloads as CSV, with the outcome of each', async ({ page }) => {
  await signIn(page, 'alpine', '/authorization/decided')
  await page.getByLabel('Decided', { exact: true }).selectOption('Any time')
  await page.getByLabel('Decision', { exact: true }).selectOption('Denied')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('dialog', { name: 'Download' }).getByRole('button', { name: 'CSV' }).click()
  const download = await waiting
  expect(download.suggestedFilename()).toMatch(/^decisions-alpine-\d{4}-\d\d-\d\d\.csv$/)
  const rows: Record<string, string>[] = parse(await readFile(await download.path()), {
    bom: true,
    columns: true,
  })
  expect(rows.length).toBeGreaterThan(1)
  expect(new Set(rows.map(({ Decision }) => Decision))).toEqual(new Set(['Denied']))
})

test('internal staff see a notification that was given up, also on small screens', async ({ page }) => {
  await signIn(page, 'internal')
  await page.goto('/undelivered-notifications')
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByText('HTTP 503')).toBeVisible()
    await expect(() => expectToFit(page), `${width} px`).toPass()
    await expectAccessible(page)
  }
})

test('internal staff see who viewed a case in the audit trail, by keyboard and on small screens', async ({
  page,
}) => {
  await signIn(page, 'internal')
  await page.getByRole('button', { name: 'Account', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Audit trail' }).focus()
  await page.keyboard.press('Enter')
  const opened = page.getByRole('row').filter({ hasText: 'Opened a case' }).first()
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Any time')
  await page.getByRole('combobox', { name: 'Action' }).selectOption('Opened a case')
  await expect(opened).toBeVisible()
  const incident = /\d{11}/.exec((await opened.textContent()) ?? '')?.[0] ?? ''
  await page.getByRole('textbox', { name: 'Incident number' }).fill(incident)
  await expect(page.getByRole('row').filter({ hasText: incident })).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Action' }).selectOption('All actions')
  await expect(page.getByRole('row').filter({ hasText: 'Searched for patients' }).first()).toContainText(
    incident,
  )
  const list = page.getByRole('region', { name: 'Audit trail' })
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(list.getByText('Searched for patients').first()).toBeVisible()
    await expect(() => expectToFit(page), `${width} px`).toPass()
    await expectAccessible(page)
  }
})
