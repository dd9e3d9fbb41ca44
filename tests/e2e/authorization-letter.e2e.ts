import { importItns, listPending, openBill } from './authorizations.ts'
import { expectGoodOnAllScreens } from './cases.ts'
import { expect, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

test.beforeAll(({ portal }) => importItns(portal, 'SAID', 1))

test('a comment is written in the review, a letter is opened over the history, and the metrics count decisions', async ({
  page,
}) => {
  await listPending(page)
  await openBill(page, 'SAID01')
  const review = page.getByRole('dialog', { name: /^ITN SAID01/ })
  await review.getByRole('button', { name: 'Write a comment' }).press('Enter')
  const field = review.getByRole('textbox', { name: 'Comment', exact: true })
  await expect(field).toBeFocused()
  await page.keyboard.type('<b>Wait</b> for the itemized bill.')
  await expectGoodOnAllScreens(page)
  await page.keyboard.press('Control+Enter')
  await expect(review.getByText('Comment saved')).toBeVisible()
  await expect(review.getByRole('region', { name: 'Comments' }).getByRole('listitem')).toHaveText(
    /^Albert Alpine.*<b>Wait<\/b> for the itemized bill\.$/,
  )
  await expect(page.getByRole('button', { name: 'Undo: ITN SAID01' })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Decided', exact: true }).press('Enter')
  await page.getByLabel('Decided', { exact: true }).selectOption('Any time')
  await page
    .getByRole('button', { name: /^History: ITN90001/ })
    .first()
    .press('Enter')
  const history = page.getByRole('dialog', { name: /^History of ITN90001/ })
  await history.getByRole('button', { name: 'Letter' }).press('Enter')
  const letter = page.getByRole('dialog', { name: 'Document' })
  await expect(letter.getByText('Authorization Decision').first()).toBeVisible()
  await expectGoodOnAllScreens(page)
  await page.keyboard.press('Escape')
  await expect(letter).toBeHidden()
  await expect(history).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()
  await page.getByRole('link', { name: 'Metrics', exact: true }).press('Enter')
  await page.getByLabel('Period of the decisions').selectOption('Any time')
  await expect(page.getByRole('table', { name: 'Metrics by client' }).getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('figure', { name: 'Decisions by client and outcome' })).toBeVisible()
  await expectGoodOnAllScreens(page)
})
