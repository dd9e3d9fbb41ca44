import { goToSection, importCases, openFullCase } from './cases.ts'
import { expect, expectToFit, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

test.beforeAll(({ portal }) => importCases(portal))

test('every section of a case fits desktop, phone and 320 px with normal and double text size', async ({
  page,
}) => {
  await openFullCase(page, 'Medical Records')
  for (const part of ['Medical Records', 'Case Documents', 'Billing', 'Notes']) {
    await goToSection(page, part)
    await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^1–/ })).toBeVisible()
    for (const letters of ['200%', '100%']) {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, letters)
      for (const width of [320, sizes.phone.width, sizes.desktop.width]) {
        await page.setViewportSize({ width, height: sizes.phone.height })
        await expect(() => expectToFit(page), `${part}, ${letters} at ${width} px`).toPass()
      }
    }
  }
})
