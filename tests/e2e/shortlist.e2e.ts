import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

test('a shortlist opens with its key, fits every screen and has its actions in view', async ({ page }) => {
  await page.goto('/domestic-provider-search?zip=33131&type=0000000000&range=50')
  const save = page.getByRole('button', { name: /^Save / })
  for (let count = 1; count <= 2; count += 1) {
    await save.first().click()
    await expect(page.getByRole('button', { name: `Shortlist (${count})` })).toBeVisible()
  }
  await page.keyboard.press('?')
  await expect(page.getByText('Open the shortlist of the results')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Your shortlist' })
  await expect(dialog).toBeVisible()
  for (const size of [sizes.desktop, sizes.phone, { width: 320, height: 640 }])
    await test.step(`at ${size.width} x ${size.height}`, async () => {
      await page.setViewportSize(size)
      await expect(dialog.getByRole('table')).toHaveCount(size.width > 768 ? 1 : 0)
      const excess = () => dialog.evaluate((shown) => shown.scrollWidth - shown.clientWidth)
      await expect.poll(excess).toBeLessThanOrEqual(0)
      const download = dialog.getByRole('button', { name: 'Download PDF' })
      // On a short phone, the buttons are at the end.
      if (size.height < 700) await download.scrollIntoViewIfNeeded()
      await expect(download).toBeInViewport({ ratio: 1 })
      expect(await dialog.evaluate(findClipped)).toEqual([])
      await expectToFit(page)
      await expectAccessible(page)
    })
})

/** The texts of buttons that do not fit into them. */
const findClipped = (dialog: Element) =>
  [...dialog.querySelectorAll('button span')]
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
    .map(({ textContent }) => textContent)
