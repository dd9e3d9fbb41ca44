import { expect, expectAccessible, test } from './portal-test.ts'

test.describe('when a page’s code does not come', () => {
  test.use({ expectedComplaints: [/Failed to load resource|cannot be reached/] })

  test('the portal says so in the page’s place, and trying again brings it once there is a connection', async ({
    page,
  }) => {
    await page.goto('/error')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Credits' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('An error has occured')
    await expect(page).toHaveURL('/credits')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The portal cannot be reached.')).toBeVisible()
    await expectAccessible(page)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Credits')
  })

  test('a provider search comes as well', async ({ page }) => {
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
