import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo' })

for (const [screen, size] of Object.entries(sizes)) {
  test(`the home page shows pending authorizations, recent activity and savings (${screen})`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await signIn(page, 'alpine')
    const figures = page.getByRole('region', { name: 'Key figures' })
    await expect(figures.getByRole('link')).toHaveCount(4)
    await expect(figures.getByRole('link', { name: /^Pending authorizations\s+[1-9]/ })).toBeVisible()
    await expect(figures.getByRole('link', { name: /% of charges/ })).toHaveAttribute('href', '/reports')
    await expect(page.getByRole('region', { name: 'New since yesterday' })).toBeVisible()
    await expectToFit(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectToFit(page)
  })
}

test('Review next opens the longest-waiting authorization once, by keyboard alone', async ({ page }) => {
  await signIn(page, 'alpine')
  const waiting = page.getByRole('region', { name: 'Waiting longest' })
  const itn = await waiting.getByRole('listitem').first().locator('[data-cell="itn"]').textContent()
  await waiting.getByRole('button', { name: 'Review next' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `ITN ${itn}` })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/authorization')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('table').first()).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('a client without authorizations and current activity has the other figures', async ({ page }) => {
  await signIn(page, 'lagoon')
  await expect(page.getByRole('region', { name: 'Key figures' }).getByRole('link')).toHaveCount(3)
  await expect(page.getByRole('heading', { name: 'Waiting longest' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'New since yesterday' })).toHaveCount(0)
})
