import type { Page } from '@playwright/test'
import { expect, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

const search = (name: string) => `/domestic-provider-search?state=FL&city=Miami&type=0000000000&name=${name}`

/** The events that the page has sent to its tag container. */
const sentEvents = (page: Page) => page.evaluate(() => window.dataLayer)

async function find(page: Page, name: string) {
  await page.goto(search(name))
  await expect(page.getByText(/^\d+ providers? found$/)).toBeVisible()
}

test('before consent, the page sends no search to the tag container', async ({ page }) => {
  await find(page, 'clinic')
  expect(await sentEvents(page)).toBeUndefined()
})

test('after consent, the page sends the tag container only the client of each search', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Agree' }).click()
  await find(page, 'clinic')
  expect(await sentEvents(page)).toEqual([{ event: 'cc_provider_search', client: 'Public' }])
})
