import { expect, expectAccessible, test } from './portal-test.ts'

test.describe('when the code of a page fails to load', () => {
  test.use({ expectedMessages: [/Failed to load resource|can’t reach/] })

  test('shows an error in place of the page and recovers on retry once online', async ({ page }) => {
    await page.goto('/error')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Credits' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('An error has occured')
    await expect(page).toHaveURL('/credits')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('We can’t reach the portal.')).toBeVisible()
    await expectAccessible(page)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Credits')
  })

  test('a provider search recovers as well', async ({ page }) => {
    await page.goto('/error')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Domestic Provider Search' }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Domestic Provider Search')
  })
})
