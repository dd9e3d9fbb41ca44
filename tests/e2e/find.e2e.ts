import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo' })

test('staff find and open a case by keyboard alone, on every screen', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await signIn(page, 'alpine')
  const field = page.getByRole('combobox', { name: 'Find a patient, case, authorization or page' })
  const highlighted = page.getByRole('dialog').getByRole('option', { selected: true })
  for (const size of [sizes.desktop, sizes.phone, { width: 320, height: 640 }]) {
    await page.setViewportSize(size)
    // Nothing typed right after the shortcut is lost, and Enter does not open the page behind.
    await page.keyboard.press('/')
    await page.keyboard.type('smapleb')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('smapleb')
    await expect(highlighted).toContainText('Sampleb')
    await expectToFit(page)
    if (size !== sizes.phone) await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
  }
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('zzqqzz')
  await expect(page.getByText('No matches for “zzqqzz”')).toBeVisible()
  await expect(page.getByRole('option', { name: /patients/ })).toHaveCount(0)
  for (const _letter of 'zzqqzz') await page.keyboard.press('Backspace')
  await page.keyboard.type('samplet')
  await expect(highlighted).toContainText('Samplet')
  for (const _row of ['providers', 'patients']) await page.keyboard.press('ArrowUp')
  await expect(highlighted).toHaveText('Search patients by last name: “samplet”')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/patient-search')
  await expect(page.getByText('“samplet”').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('sampleb')
  await expect(highlighted).toContainText('Sampleb')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/patient-search\/overview\?row=[0-9a-f]{22}$/)
  expect(requests.filter((url) => /sampleb|samplet|zzqqzz/i.test(url))).toEqual([])
})
