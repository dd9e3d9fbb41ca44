import type { Page, Route } from '@playwright/test'
import { expect, expectAccessible, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo', expectedMessages: [/Failed to load resource/] })

const domestic = '/domestic-provider-search'
const nearMiami = `${domestic}?zip=33131&type=0000000000`

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const outcome = (page: Page) => page.getByRole('region', { name: 'Results' })

async function press(page: Page, name: string | RegExp) {
  await button(page, name).focus()
  await page.keyboard.press('Enter')
}

test('a retried search moves focus to the results', async ({ page }) => {
  await page.route('/api/providers', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(nearMiami)
  await expect(button(page, 'Try again')).toBeVisible()
  await page.unroute('/api/providers')
  await press(page, 'Try again')
  await expect(outcome(page)).toBeFocused()
})

test('a canceled search returns focus to the Search button', async ({ page }) => {
  await page.route('/api/providers', () => {})
  await page.goto(nearMiami)
  await press(page, 'Cancel')
  await expect(button(page, /^Search$/)).toBeFocused()
})

test('retrying the options returns focus to their field', async ({ page }) => {
  await page.route('/api/cities/*/*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`${domestic}?state=FL`)
  await expect(button(page, 'Try again')).toBeVisible()
  await page.unroute('/api/cities/*/*')
  await press(page, 'Try again')
  await expect(page.getByRole('combobox', { name: 'City' })).toBeFocused()
})

test('focus survives selecting all, clearing the selection and opening the last page', async ({ page }) => {
  await page.goto(nearMiami)
  await press(page, /^Select all \d/)
  await expect(button(page, 'Clear selection')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, /^Select all \d/)).toBeFocused()
  const pages = page.getByRole('navigation', { name: 'Pages of results' })
  const last = (await pages.getByRole('button').allInnerTexts()).filter(Boolean).map(Number)
  for (let at = 1; at < Math.max(...last); at += 1) {
    await pages.getByRole('button').last().focus()
    await page.keyboard.press('Enter')
  }
  await expect(pages.locator('[aria-current="page"]')).toBeFocused()
})

for (const [screen, size] of Object.entries(sizes)) {
  test(`the page shows a skeleton under a heading while the search loads (${screen})`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.route('/api/info/*', () => {})
    await page.goto(domestic)
    await expect(page.getByRole('status').filter({ hasText: 'Loading the provider search' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Provider Search' })).toBeVisible()
    await expectAccessible(page)
  })
}

test('the sticky column never covers the focused element of the table', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(nearMiami)
  const table = page.getByRole('table', { name: 'Results' })
  await expect(table).toBeVisible()
  await table.getByRole('checkbox').first().focus()
  for (let at = 0; at < 30; at += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(hiddenFocus)).toBeUndefined()
  }
})

/** The focused element if part of it is hidden. */
function hiddenFocus(): string | undefined {
  const element = document.activeElement
  if (!element?.closest('table')) return undefined
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const ends = [left + 3, right - 3].map((x) => document.elementFromPoint(x, (top + bottom) / 2))
  return ends.every((end) => element.contains(end) || end?.contains(element)) ? undefined : element.outerHTML
}

test('the search waits for the provider types when a type was typed before they loaded', async ({ page }) => {
  const held: Route[] = []
  await page.route('/api/providertypes/*', (route) => void held.push(route))
  await page.goto(domestic)
  await page.getByLabel('ZIP code').fill('33131')
  await page.getByRole('combobox', { name: 'Provider type' }).fill('urgent')
  await page.keyboard.press('Tab')
  await button(page, /^Search$/).click()
  await button(page, 'OK').click()
  expect(new URL(page.url()).search).toBe('')
  for (const route of held) await route.continue()
  await expect(page.getByRole('combobox', { name: 'Provider type' })).toHaveValue(/^Urgent care/i)
  await button(page, /^Search$/).click()
  await expect(page).toHaveURL(/zip=33131&type=(?!0000000000)\w{10}$/)
})
