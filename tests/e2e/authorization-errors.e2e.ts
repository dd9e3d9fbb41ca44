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
import { expect, test } from './portal-test.ts'

test.use({
  initialData: 'demo',
  expectedMessages: [/status of (401|409|422|500|503)|Failed to load resource/],
})

test.beforeAll(({ portal }) => importItns(portal, 'BAD', 4))

test('if someone else already made the decision on a bill, the page says who and when and opens the next ITN', async ({
  page,
}) => {
  await listPending(page)
  await openBill(page, 'BAD01')
  await sendDecision(page, { itn: 'BAD01', denialCode: '0188' })
  await choose(page, 'Deny')
  await save(page)
  await expectPdf(page, 'BAD02')
  const alert = reviewDialog(page, 'BAD02').getByRole('alert')
  await expect(alert).toContainText('Processing Error')
  await expect(alert).toContainText(/ITN BAD01 was already decided \(denied\) by Albert Alpine at .+\./)
  await expect(reviewDialog(page).getByRole('button', { name: 'Save' })).toBeDisabled()
  await expectGoodOnAllScreens(page)
  await page.keyboard.press('ArrowRight')
  await expect(alert).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('table', { name: 'Pending authorizations' })).not.toContainText('BAD01')
})

test('if someone else made the decision on the last bill, the dialog closes and the page says so', async ({
  page,
}) => {
  await listPending(page)
  await openBill(page, 'BAD04')
  await sendDecision(page, { itn: 'BAD04', denialCode: '0188' })
  await choose(page, 'Deny')
  await save(page)
  await expect(reviewDialog(page)).toHaveCount(0)
  await expect(page.getByRole('alert')).toContainText('ITN BAD04 was already decided (denied)')
})

test('after a lost or unreadable response, an error appears and retries use the same key', async ({
  page,
}) => {
  await listPending(page)
  await openBill(page, 'BAD02')
  const keys: (string | undefined)[] = []
  await page.route('/api/itn/process', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) return route.abort()
    const response = await route.fetch()
    return route.fulfill(keys.length === 2 ? { response, body: '{"statusCode":2' } : { response })
  })
  await choose(page, 'Other')
  await reviewDialog(page).getByLabel('Special Handling Comment').fill('Call the clinic first')
  await save(page)
  const alert = reviewDialog(page).getByRole('alert')
  for (const sent of [1, 2]) {
    await expect.poll(() => keys.length).toBe(sent)
    await expect(alert).toContainText('Processing Error')
    await expect(alert).toContainText('An error occurred saving authorization.')
    await expect(reviewDialog(page).getByLabel('Special Handling Comment')).toHaveValue(
      'Call the clinic first',
    )
    await save(page)
  }
  await expect(reviewDialog(page, 'BAD03')).toBeVisible()
  expect(keys[0]).toBeTruthy()
  expect(keys).toEqual([keys[0], keys[0], keys[0]])
})

test('if an ITN was resubmitted, the page loads it again and asks for another review before the decision', async ({
  page,
}) => {
  await listPending(page)
  await openBill(page, 'BAD03')
  const sentence = 'ITN BAD03 was resubmitted at 3/1/2026 7:00 AM. Review it again before you decide.'
  await page.route('/api/itn/process', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Conflict', status: 409, detail: sentence, reference: 'r' },
    }),
  )
  await choose(page, 'Deny')
  const again = page.waitForRequest('/api/itn/bills')
  await save(page)
  await again
  await expect(reviewDialog(page, 'BAD03').getByRole('alert')).toContainText(sentence)
})

test('if a list, reasons or a PDF cannot be loaded, the page shows an error and offers a retry', async ({
  page,
}) => {
  const paths = ['/api/itn/bills', '/api/itn/denylist', '/api/itn/infolist', '/api/itn/pdf/*'] as const
  for (const path of paths) await page.route(path, (route) => route.abort())
  await openAuthorizations(page)
  await submit(page)
  await expect(page.getByRole('alert')).toContainText('An error occurred retrieving authorizations.')
  await expectGoodOnAllScreens(page)
  await page.unroute(paths[0])
  await page.getByRole('region', { name: 'Pending authorizations' }).getByText('Try again').click()
  await page.getByRole('button', { name: 'Decide: ITN BAD03' }).click()
  await expect(reviewDialog(page).getByText('An error occurred retrieving deny list.')).toBeVisible()
  await expect(reviewDialog(page).getByText('An error occurred retrieving info list.')).toBeVisible()
  await expect(reviewDialog(page).getByText('An error occurred opening the PDF.')).toBeVisible()
  await expectGoodOnAllScreens(page)
  for (const path of paths.slice(1)) await page.unroute(path)
  const again = reviewDialog(page).getByRole('button', { name: 'Try again' })
  for (const left of [2, 1, 0]) {
    await again.first().click()
    await expect(again).toHaveCount(left)
  }
  await expectPdf(page, 'BAD03')
  await choose(page, 'Deny')
  await expect(reviewDialog(page).getByLabel('Reason for Denial').getByRole('option')).not.toHaveCount(2)
})
