import type { Page } from '@playwright/test'
import { importCases } from './cases.ts'
import { expect, expectAccessible, test } from './portal-test.ts'
import { signIn } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of (401|404)/] })

test.beforeAll(({ portal }) => importCases(portal))

const patient = 'Plentiful, P17'
const incidentNumber = '99000000117'
const hasEnded = 'This access has ended.'

/** Opens a case of a code that the person does not see. */
async function openInEmergency(page: Page) {
  await page.getByLabel('Incident number').fill(incidentNumber)
  await page.getByLabel('Date of birth of the patient').fill('1/17/1990')
  await page.getByLabel('Reason').fill('The hospital is calling about surgery today')
  await page.getByRole('button', { name: 'Open the case' }).click()
  await expect(page.getByText('You opened this case in an emergency.')).toBeVisible()
  await expect(page.getByText(patient)).toBeVisible()
}

async function expectNothing(page: Page) {
  await expect(page.getByText(hasEnded)).toBeVisible()
  await expect(page.locator('body')).not.toContainText(patient)
  await expect(page.locator('body')).not.toContainText(incidentNumber)
  expect(await page.title()).not.toContain(incidentNumber)
}

test('a case that is open in two tabs closes in both when the person ends the access in one', async ({
  page,
  context,
}) => {
  await signIn(page, 'alpine-leisure', '/emergency-access')
  await openInEmergency(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByText(patient)).toBeVisible()
  await page.getByRole('button', { name: 'End access' }).click()
  await expect(page).toHaveURL('/emergency-access')
  await expectNothing(other)
  await expectAccessible(other)
  await other.getByRole('link', { name: 'Open a case in an emergency' }).click()
  await expect(other.getByLabel('Incident number')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeAttached()
  await expect(page.getByRole('link', { name: 'Open a case in an emergency' })).toBeVisible()
  await expect(page.locator('body')).not.toContainText(patient)
})

test('a case closes in all tabs when one of them reads on after a review', async ({
  page,
  context,
  browser,
}) => {
  await signIn(page, 'alpine-leisure', '/emergency-access')
  await openInEmergency(page)
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByText(patient)).toBeVisible()
  const reviewer = await browser.newPage()
  await signIn(reviewer, 'alpine', '/emergency-access')
  const button = reviewer.getByRole('button', { name: /^Mark as reviewed/ })
  await button.first().waitFor()
  // The access of the other test can still be there.
  for (let left = await button.count(); left > 0; left -= 1) {
    await button.first().click()
    await expect(button).toHaveCount(left - 1)
  }
  await reviewer.close()
  await page.getByRole('link', { name: 'Notes' }).click()
  await expectNothing(page)
  await expectNothing(other)
})
