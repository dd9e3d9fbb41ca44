import type { Page } from '@playwright/test'
import { expect } from './portal-test.ts'

/** The demo providers around New York, more than a search returns. */
export const crowded = '/domestic-provider-search?zip=10001&type=0000000000&range=50'
export const onMap = `${crowded}&view=map`

export const table = (page: Page) => page.getByRole('table', { name: 'Results' })
export const map = (page: Page) => page.getByRole('region', { name: 'Map of the results' })
export const markers = (page: Page) => map(page).locator('..').getByRole('button')
const pins = (page: Page) => markers(page).and(page.locator('[aria-haspopup]'))
export const clusters = (page: Page) => markers(page).and(page.locator(':not([aria-haspopup])'))
export const popup = (page: Page) => page.getByRole('dialog')
export const cards = (page: Page) =>
  page
    .getByRole('region', { name: 'Results', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })

/** The number of providers in all markers. */
export async function providersOn(page: Page) {
  const names = await markers(page).evaluateAll((all) =>
    all.map((each) => each.getAttribute('aria-label') ?? ''),
  )
  return names.reduce((sum, name) => sum + Number(/^(\d+) providers/.exec(name)?.[1] ?? 1), 0)
}

/** Expands clusters until the marker of a single provider is visible. */
export async function aPin(page: Page) {
  await expect(markers(page).first()).toBeVisible()
  for (let left = 8; left > 0 && (await pins(page).count()) === 0; left -= 1) {
    const before = await markers(page).count()
    await clusters(page).first().press('Enter')
    await expect.poll(() => markers(page).count()).not.toBe(before)
  }
  return pins(page).first()
}
