import { choose, importItns, listPending, openBill, reviewDialog, save } from './authorizations.ts'
import { expectGoodOnAllScreens } from './cases.ts'
import { expect, expectToFit, sizes, test } from './portal-test.ts'
import { openClient, signIn } from './staff.ts'

// 404: the lease on a bill that somebody else has just decided.
test.use({ initialData: 'demo', expectedMessages: [/status of (401|404|409)/] })

test.beforeAll(({ portal }) => importItns(portal))

test('two people share the queue: one takes an overdue bill and saves a view, the other sees it and may decide', async ({
  page,
  portal,
  browser,
}) => {
  const second = await browser.newPage({ baseURL: portal.address })
  await signIn(second, 'internal')
  expect((await portal.command('staff', 'grant', 'internal', '--decide')).exitCode).toBe(0)
  try {
    await page.setViewportSize({ width: 1280, height: 800 })
    await listPending(page)
    const menuEntry = page.getByRole('link', { name: /^Authorizations \d+ pending$/ })
    const before = Number(/\d+/.exec((await menuEntry.textContent()) ?? '')?.[0])
    const rows = page.getByRole('table', { name: 'Pending authorizations' }).getByRole('row')
    expect((await rows.nth(1).boundingBox())?.y).toBeLessThan(420)
    await expect(rows.nth(1)).toContainText(/Overdue by \d+/)
    await page.getByRole('button', { name: /^\d+ Overdue/ }).click()
    const itn = /ITN\d+/.exec((await rows.nth(1).textContent()) ?? '')?.[0] ?? ''
    const row = rows.filter({ hasText: itn })
    await row.getByRole('button', { name: /change the assignee/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Assign to me' }).click()
    await expect(row).toContainText('You')
    await page.getByLabel('Assignee', { exact: true }).selectOption('Assigned to me')
    await expect(rows.nth(1)).toContainText(itn)
    await expect(rows.filter({ hasText: 'Unassigned' })).toHaveCount(0)
    await expectGoodOnAllScreens(page)
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('Name').fill('Mine and late')
    await page.keyboard.press('Enter')
    await page.reload()
    await expect(page.getByLabel('View').locator('option:checked')).toHaveText('Mine and late')
    await page.getByLabel('View').selectOption('All pending')
    await expect(rows.filter({ hasText: 'Unassigned' })).not.toHaveCount(0)
    await page.getByLabel('View').selectOption('Mine and late')
    await expect(rows.nth(1)).toContainText(itn)
    await expect(rows.filter({ hasText: 'Unassigned' })).toHaveCount(0)
    await row.getByText(itn).click()
    await expect(reviewDialog(page, itn)).toBeVisible()

    await openClient(second, 'Alpine Travel Insurance')
    await second.goto('/authorization')
    const seen = second.getByRole('row').filter({ hasText: itn })
    await expect(seen).toContainText('Albert Alpine is reviewing')
    const reader = seen.getByText('Albert Alpine', { exact: true }).last()
    expect(await reader.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await seen.getByText(itn).click()
    await expect(reviewDialog(second, itn)).toContainText('Albert Alpine is reviewing this bill now.')
    await choose(second, 'Deny')
    await save(second)
    await expect(reviewDialog(second, itn)).toHaveCount(0)

    await choose(page, 'Deny')
    await save(page)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(`${itn} was already decided (denied)`)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      await expect(alert, `${width} px`).toBeInViewport({ ratio: 1 })
      await expectToFit(page)
    }
    await page.setViewportSize(sizes.desktop)
    await page.keyboard.press('Escape')
    await expect(row).toHaveCount(0)
    await expect(menuEntry).toContainText(String(before - 1))
    await page.getByRole('button', { name: 'Delete view' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
    await expect(page.getByLabel('View')).toHaveValue('')
  } finally {
    await portal.command('staff', 'revoke', 'internal', '--decide')
    await second.close()
  }
})

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
  const decideButton = (itn: string) => page.getByRole('button', { name: `Decide: ITN ${itn}` })
  await expect(decideButton('SLOW01')).toBeFocused()
  await decideButton('SLOW01').click()
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
  await expect(decideButton('SLOW02')).toBeFocused()
  await expect(decideButton('SLOW01')).toHaveCount(0)

  // Focus moves to the next row after the last decision closes the dialog.
  await openBill(page, 'SLOW05')
  await choose(page, 'Deny')
  await save(page)
  await expect(reviewDialog(page)).toHaveCount(0)
  await expect(decideButton('SLOW04')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'ITN SLOW05 denied: 0188' })).toBeVisible()
})
