import type { Page } from '@playwright/test'
import { expect, test } from './portal-test.ts'

test.use({ beginning: 'demonstration' })

const search = (name: string) => `/domestic-provider-search?state=FL&city=Miami&type=0000000000&name=${name}`

/** What the page has told its tag container. */
const told = (page: Page) => page.evaluate(() => window.dataLayer)

async function find(page: Page, name: string) {
  await page.goto(search(name))
  await expect(page.getByText(/^\d+ providers? found$/)).toBeVisible()
}

test('before somebody agrees to the cookie banner, no tag container hears of a search', async ({ page }) => {
  await find(page, 'clinic')
  expect(await told(page)).toBeUndefined()
})

test('after that it hears of each search whose it is, and nothing else', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Agree' }).click()
  await find(page, 'clinic')
  expect(await told(page)).toEqual([{ event: 'cc_provider_search', client: 'Public' }])
})
