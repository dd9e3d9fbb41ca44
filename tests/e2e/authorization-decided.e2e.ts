import { importItns, listPending, openBill } from './authorizations.ts'
import { expectGoodOnAllScreens } from './cases.ts'
import { expect, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

test.beforeAll(({ portal }) => importItns(portal, 'TOLD', 2))

test('keyboard users follow a decision from its undo to the history, and find it again', async ({ page }) => {
  await listPending(page)
  await openBill(page, 'TOLD01')
  const decide = async () => {
    await page.getByRole('radio', { name: /^Deny/ }).press('Space')
    await page.getByLabel('Reason for Denial').press('ArrowDown')
    await page.keyboard.press('Control+Enter')
  }
  await decide()
  await page.getByRole('button', { name: 'Undo: ITN TOLD01' }).press('Enter')
  await expect(page.getByRole('dialog', { name: /^ITN TOLD01/ })).toContainText('was undone')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Undo: ITN TOLD01' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Decided', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Decided Authorizations' })).toBeVisible()
  await page.getByLabel('Search').fill('told mercy albert')
  const table = page.getByRole('table', { name: 'Decided authorizations' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await expectGoodOnAllScreens(page)
  await page.getByRole('button', { name: 'History: ITN TOLD01' }).press('Enter')
  const history = page.getByRole('dialog', { name: 'History of ITN TOLD01' })
  await expect(history.getByRole('listitem')).toHaveText([
    /Received/,
    /Denied by Albert Alpine.*Undone before it was sent to the back office/,
    /Denied by Albert Alpine.*can still be undone/,
  ])
  await expectGoodOnAllScreens(page)
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('Search')).toHaveValue('told mercy albert')
  await expect(table.getByRole('row')).toHaveCount(2)
})

test('one Ctrl+Enter saves a comment, although the buttons below it grow while it is typed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await listPending(page)
  await page
    .getByRole('button', { name: /^Decide: ITN9/ })
    .first()
    .click()
  await expect(
    page.getByRole('region', { name: /^PDF of ITN9/ }).getByText('Bill for Authorization'),
  ).toBeVisible()
  await page.keyboard.press('o')
  await expect(page.getByLabel('Special Handling Comment')).toBeFocused()
  await page.keyboard.type('Call the clinic first')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Undo: ITN9/ })).toBeVisible()
})
