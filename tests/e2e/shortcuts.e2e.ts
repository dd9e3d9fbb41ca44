import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './portal-test.ts'

test.describe('the shortcut dialog', () => {
  const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

  test('opens with "?", explains each key and closes with Escape', async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await page.goto('/domestic-provider-search')
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
    expect(scripts.filter((url) => url.includes('shortcut-dialog'))).toEqual([])
    await page.keyboard.press('?')
    for (const words of ['Go to the search', 'Close a list or dialog', 'Show shortcuts'])
      await expect(sheet(page).getByText(words)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await page.getByLabel('Provider name').press('?')
    await expect(page.getByLabel('Provider name')).toHaveValue('?')
    await expect(sheet(page)).toHaveCount(0)
  })

  test('opens with its button, turns shortcuts off and restores the focus', async ({ page }) => {
    await page.goto('/domestic-provider-search')
    const button = page.getByRole('button', { name: 'Keyboard shortcuts' })
    await button.click()
    await sheet(page).getByRole('checkbox').uncheck()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    await expect(sheet(page)).toHaveCount(0)
    await expect(page.locator('body')).toBeFocused()
  })
})
