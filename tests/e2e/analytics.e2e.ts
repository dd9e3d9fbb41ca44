import type { Page } from '@playwright/test'
import { expect, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

const search = '/domestic-provider-search?state=FL&city=Miami&type=0000000000&name=clinic'

/** The events that the page has sent to its tag container. */
const sentEvents = (page: Page) => page.evaluate(() => window.dataLayer)

async function find(page: Page) {
  await page.goto(search)
  await expect(page.getByText(/^\d+ providers? found$/)).toBeVisible()
}

test('the page sends the tag container nothing before consent, and then only the client of each search', async ({
  page,
}) => {
  await find(page)
  expect(await sentEvents(page), 'before consent').toBeUndefined()
  await page.getByRole('button', { name: 'Agree' }).click()
  await find(page)
  expect(await sentEvents(page)).toEqual([{ event: 'cc_provider_search', client: 'Public' }])
})
