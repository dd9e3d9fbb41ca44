import { expect, expectAccessible, test } from './portal-test.ts'

test.use({ expectedMessages: [/Failed to load resource|can’t reach/] })

test('a page whose code fails to load shows an error in its place and recovers on retry once online', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 })
  const again = page.getByRole('button', { name: 'Try again' })
  await page.goto('/error')
  await expect(heading).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Credits' }).click()
  await expect(heading).toHaveText('An error has occured')
  await expect(page).toHaveURL('/credits')
  await again.click()
  await expect(page.getByText('We can’t reach the portal.')).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await again.click()
  await expect(heading).toHaveText('Credits')

  await test.step('a provider search recovers as well', async () => {
    await page.context().setOffline(true)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Domestic Provider Search' }).click()
    await expect(again).toBeVisible()
    await page.context().setOffline(false)
    await again.click()
    await expect(heading).toHaveText('Domestic Provider Search')
  })
})
