import {
  choose,
  expectPdf,
  importItns,
  listPending,
  openAuthorizations,
  openBill,
  reviewDialog,
  save,
  sendDecision,
  submit,
} from './authorizations.ts'
import { expectGoodOnAllScreens } from './cases.ts'
import { tabTo } from './keyboard.ts'
import { expect, test } from './portal-test.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of (401|409)|Failed to load resource/] })

test.beforeAll(({ portal }) => importItns(portal, 'SLOW', 5))
test.beforeAll(({ portal }) => importItns(portal, 'LONG', 3, '2025-12'))
test.beforeAll(({ portal }) => importItns(portal, 'SLIP', 2, '2025-12'))

const longReason =
  'Treatment was elective and could have waited until the patient was home again, so the travel policy does not cover it'

/** Whether a text fits inside its field. */
function isWhole(text: Element) {
  const { left, right, top, bottom } = text.getBoundingClientRect()
  const field = text.closest('div:has(> select)')?.getBoundingClientRect()
  return (
    field !== undefined &&
    left >= field.left &&
    right <= field.right &&
    top >= field.top &&
    bottom <= field.bottom
  )
}

test('a decision is still saved when the user moves on, is sent once, and is announced without moving the dialog', async ({
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let calls = 0
  await page.route('/api/itn/process', async (route) => {
    calls += 1
    await released
    await route.continue()
  })
  await listPending(page)
  await openBill(page, 'SLOW01')
  await choose(page, 'Deny')
  await save(page)
  await expect(reviewDialog(page).getByLabel('Reason for Denial')).toBeDisabled()
  await page.keyboard.press('Escape')
  const said = page.getByRole('status').filter({ hasText: 'SLOW01' })
  await expect(said).toHaveText('The decision on ITN SLOW01 is still being saved.')
  const way = (itn: string) => page.getByRole('button', { name: `Decide: ITN ${itn}` })
  await expect(way('SLOW01')).toBeFocused()
  await way('SLOW01').click()
  await expect(reviewDialog(page).getByRole('button', { name: 'Saving' })).toBeDisabled()
  await expect(reviewDialog(page).getByRole('radio', { name: 'Deny' })).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('ArrowRight')
  await choose(page, 'Other')
  await reviewDialog(page, 'SLOW02').getByLabel('Special Handling Comment').fill('Call the clinic')
  release()
  await expect(said).toHaveText('ITN SLOW01 denied: 0188 - Service is not covered by the policy.')
  await expect(reviewDialog(page, 'SLOW02').getByLabel('Special Handling Comment')).toHaveValue(
    'Call the clinic',
  )
  expect(calls).toBe(1)
  await expectGoodOnAllScreens(page)
  await page.keyboard.press('Escape')
  await expect(reviewDialog(page, 'SLOW02').getByRole('radio', { name: 'Other' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(way('SLOW02')).toBeFocused()
  await expect(way('SLOW01')).toHaveCount(0)
})

test('a decision is undone by keyboard, its bill opens again with the input, and it can be decided again', async ({
  page,
}) => {
  await listPending(page)
  await openBill(page, 'SLIP01')
  await page.keyboard.press('o')
  await page.keyboard.type('Call the clinic first')
  await page.keyboard.press('Control+Enter')
  const next = reviewDialog(page, 'SLIP02')
  await expect(next.locator('h2 span')).toBeFocused()
  const undo = next.getByRole('button', { name: 'Undo: ITN SLIP01' })
  await expect(undo).toBeInViewport({ ratio: 1 })
  await expectGoodOnAllScreens(page)
  await tabTo(page, undo)
  await page.keyboard.press('Enter')
  const again = reviewDialog(page, 'SLIP01')
  await expect(again.locator('h2 span')).toBeFocused()
  await expect(again.getByLabel('Special Handling Comment')).toHaveValue('Call the clinic first')
  await expect(
    again.getByText('The decision on ITN SLIP01 was undone. The bill is pending again.'),
  ).toBeVisible()
  await page.keyboard.press('d')
  await page.keyboard.press('Control+Enter')
  await expect(next.getByRole('status').filter({ hasText: 'SLIP01' })).toHaveText(
    'ITN SLIP01 denied: 0188 - Service is not covered by the policy.',
  )
  await page.keyboard.press('Control+z')
  await expect(again.getByRole('radio', { name: 'Deny' })).toBeChecked()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Decide: ITN SLIP01' })).toBeFocused()
})

test('focus moves to the next row after the last decision closes the dialog', async ({ page }) => {
  await listPending(page)
  await openBill(page, 'SLOW05')
  await choose(page, 'Deny')
  await save(page)
  await expect(reviewDialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Decide: ITN SLOW04' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'ITN SLOW05 denied: 0188' })).toBeVisible()
})

test('Ctrl+Enter scrolls to the selection before saving, and long reasons are readable on every screen', async ({
  page,
}) => {
  await page.route('/api/itn/denylist', (route) =>
    route.fulfill({ json: { lookupItems: [{ code: '0188', description: longReason }] } }),
  )
  let calls = 0
  page.on('request', (request) => (calls += Number(request.url().endsWith('/api/itn/process'))))
  await listPending(page)
  await openBill(page, 'LONG01')
  await choose(page, 'Deny')
  const shown = reviewDialog(page)
    .getByText(`0188 - ${longReason}`)
    .filter({ visible: true })
    .and(page.locator('span'))
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => shown.evaluate(isWhole), `at ${width} pixels`).toBe(true)
  }
  await page.setViewportSize({ width: 1280, height: 420 })
  await reviewDialog(page).locator('h2 span').focus()
  await page.mouse.move(300, 200)
  await page.mouse.wheel(0, -5000)
  await expect(shown).not.toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Control+Enter')
  await expect(shown).toBeInViewport({ ratio: 1 })
  expect(calls).toBe(0)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => calls).toBe(1)
})

test('if someone else already made the decision on a bill, the page says who and when and opens the next ITN', async ({
  page,
}) => {
  await listPending(page)
  await openBill(page, 'LONG02')
  expect(await sendDecision(page, { itn: 'LONG02', denialCode: '0188' })).toMatchObject({ statusCode: 200 })
  await choose(page, 'Deny')
  await save(page)
  await expectPdf(page, 'LONG03')
  const alert = reviewDialog(page, 'LONG03').getByRole('alert')
  await expect(alert).toContainText('Processing Error')
  await expect(alert).toContainText(/ITN LONG02 was already decided \(denied\) by Albert Alpine at .+\./)
  await expectGoodOnAllScreens(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('table', { name: 'Pending authorizations' })).not.toContainText('LONG02')
})

test('the errors of a list, the reasons and a PDF fit on every screen', async ({ page }) => {
  const paths = ['/api/itn/bills', '/api/itn/denylist', '/api/itn/infolist', '/api/itn/pdf/*'] as const
  for (const path of paths) await page.route(path, (route) => route.abort())
  await openAuthorizations(page)
  await submit(page)
  await expect(page.getByRole('alert')).toContainText('An error occurred retrieving authorizations.')
  await expectGoodOnAllScreens(page)
  await page.unroute(paths[0])
  await page.getByRole('region', { name: 'Pending authorizations' }).getByText('Try again').click()
  await page.getByLabel('Provider').fill('SLOW')
  await page.getByRole('button', { name: 'Decide: ITN SLOW04' }).click()
  await expect(reviewDialog(page).getByText('We couldn’t open the PDF.')).toBeVisible()
  await expect(reviewDialog(page).getByText('An error occurred retrieving deny list.')).toBeVisible()
  await expectGoodOnAllScreens(page)
  for (const path of paths.slice(1)) await page.unroute(path)
  const again = reviewDialog(page).getByRole('button', { name: 'Try again' })
  for (const left of [2, 1, 0]) {
    await again.first().click()
    await expect(again).toHaveCount(left)
  }
  await expectPdf(page, 'SLOW04')
})
