import { expectGoodOnAllScreens, findByName, openSearch } from './cases.ts'
import { tabTo } from './keyboard.ts'
import { expect, test } from './portal-test.ts'

test.use({ initialData: 'demo', expectedMessages: [/Failed to load resource/] })

test('a note is written by keyboard, shows its author, and keeps its text when saving fails', async ({
  page,
}) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'sampleberg')
  await page
    .getByRole('link', { name: /^Notes: Sampleberg/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notes' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Write a note' }))
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Note' })
  await expect(field).toBeFocused()
  await expectGoodOnAllScreens(page)
  const text = '<b>Family</b> asks for a transfer to Zürich.'
  await page.keyboard.type(text)
  await page.route('/api/casenote', (route) => route.abort())
  await tabTo(page, page.getByRole('button', { name: 'Save note' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Your text is still here.')
  await expect(field).toHaveValue(text)
  await page.unroute('/api/casenote')
  await page.getByRole('button', { name: 'Save note' }).press('Enter')
  const note = page.getByRole('row').filter({ hasText: text })
  await expect(note).toContainText('Staff note')
  await expect(note).toContainText('Albert Alpine')
  await page.reload()
  await expect(note).toHaveCount(1)
})
