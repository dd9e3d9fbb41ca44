import { choose, importItns, listPending, openBill, reviewDialog, save } from './authorizations.ts'
import { expect, test } from './portal-test.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of (401|403)/] })

test.beforeAll(({ portal }) => importItns(portal, 'SLOW', 5))
test.beforeAll(({ portal }) => importItns(portal, 'LONG', 1, '2025-12'))

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
  await page.keyboard.press('Escape')
  await expect(reviewDialog(page, 'SLOW02').getByRole('radio', { name: 'Other' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(way('SLOW02')).toBeFocused()
  await expect(way('SLOW01')).toHaveCount(0)
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

test('a user who lost permission to make decisions sees a message and the read-only panel', async ({
  page,
}) => {
  await listPending(page)
  await openBill(page, 'SLOW03')
  const detail = 'You may not decide authorizations.'
  await page.route('/api/itn/process', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Forbidden', status: 403, detail, reference: 'r' },
    }),
  )
  await page.route('/api/itn/bills', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), mayDecide: false } })
  })
  await choose(page, 'Deny')
  await save(page)
  await expect(reviewDialog(page, 'SLOW03').getByRole('alert')).toContainText(detail)
  await expect(reviewDialog(page)).toContainText('You can view pending authorizations but not decide them.')
  await expect(reviewDialog(page).getByRole('button', { name: 'Save' })).toHaveCount(0)
  await reviewDialog(page).getByRole('button', { name: 'Shortcuts' }).click()
  await expect(reviewDialog(page).getByText('Previous and next ITN')).toBeVisible()
  await expect(reviewDialog(page).getByText('Approve')).toHaveCount(0)
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
