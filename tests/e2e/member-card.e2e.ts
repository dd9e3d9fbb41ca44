import { expectGoodOnAllScreens, importCases } from './cases.ts'
import { captureDocument, expectSaved } from './documents.ts'
import { tabTo } from './keyboard.ts'
import { logIn, logoutButton, openMemberPage } from './members.ts'
import { expect, expectToFit, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of (401|404)/] })

test.beforeAll(({ portal }) => importCases(portal))

const idCard = '/api/clientMember/idCard.pdf'
const fields = {
  'Policy/ID #': 'E2E-POL-1',
  'Patient First Name': 'Ada',
  'Patient Last Name': 'Quillfeather',
  'Patient Date of Birth': '5-6-80',
}

test('the card opens in a new window, in English and German, by keyboard alone', async ({
  page,
  context,
}) => {
  await page.setViewportSize(sizes.phone)
  await openMemberPage(page, 'alpine-member')
  await expect(page.getByText('You’ll get your card in English and German')).toBeVisible()
  await expect(page.getByText('does not guarantee provider acceptance or billing')).toContainText(
    'It is not verification of a valid policy or of payable benefits. Please contact Harborline Assistance to confirm eligibility.',
  )
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, page.getByLabel(label))
    await page.keyboard.type(text)
  }
  const { answer } = await captureDocument(context, idCard)
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  const { words, pdf, ...rest } = await answer
  expect(rest).toEqual({
    fields: {
      clientName: 'Alpine Travel Insurance',
      policy: 'E2E-POL-1',
      firstName: 'Ada',
      lastName: 'Quillfeather',
      dateOfBirth: '1980-05-06',
    },
    hasTicket: false,
    status: 200,
  })
  expect(words).toHaveLength(2)
  for (const face of words) expect(face).toContain('E2E-POL-1')
  await expect(page.getByRole('status').filter({ hasText: 'Your card opens in a new window.' })).toBeVisible()
  await expectGoodOnAllScreens(page)
  const card = await opened
  expect(card.url()).toMatch(/\/client-member-page\/document$/)
  await expectSaved(card, () => pdf, /^id-card-E2E-POL-1\.pdf$/)
  await logoutButton(page).click()
  await expect(card).toHaveURL('/client-member-page/login')
  await card.close()
})

test('the form shows missing fields and opens no window', async ({ page, context }) => {
  await openMemberPage(page, 'alpine-member')
  const display = page.getByRole('button', { name: 'Display Insurance Card' })
  await display.click()
  const summary = page.getByRole('region', { name: 'Please check these fields:' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveText([
    'Enter the policy or ID number.',
    'Enter the patient’s first name.',
    'Enter the patient’s last name.',
    'Enter the patient’s date of birth as M/D/YYYY.',
  ])
  await expectGoodOnAllScreens(page)
  await summary.getByRole('link', { name: 'Enter the patient’s first name.' }).click()
  await expect(page.getByLabel('Patient First Name')).toBeFocused()
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
  await page.getByLabel('Patient Date of Birth').fill('2/30/1980')
  await display.click()
  await expect(summary.getByRole('link')).toHaveCount(1)
  await page.getByLabel('Patient Date of Birth').fill('5/6/1980')
  await expect(summary).toHaveCount(0)
  await expect.poll(() => context.pages()).toHaveLength(1)
})

test('details that match no policy open an error page with advice', async ({ page, context }) => {
  await openMemberPage(page, 'alpine-member')
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
  await page.getByLabel('Patient First Name').fill('Zoë')
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Display Insurance Card' }).click()
  await expect((await opened).getByRole('heading', { level: 1 })).toHaveText(
    'We couldn’t find a card that matches those details.',
  )
  await expect((await opened).getByText('Bitte schließen Sie dieses Fenster')).toBeVisible()
  await expectGoodOnAllScreens(await opened)
  await expect(page.getByLabel('Patient First Name')).toHaveValue('Zoë')
})

test('a reload keeps all but the date of birth, and logout clears everything', async ({ page }) => {
  await openMemberPage(page, 'alpine-member')
  const held = async () =>
    Promise.all(Object.keys(fields).map((label) => page.getByLabel(label).inputValue()))
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
  await page.reload()
  await expect(page.getByLabel('Policy/ID #')).toHaveValue('E2E-POL-1')
  expect(await held()).toEqual(['E2E-POL-1', 'Ada', 'Quillfeather', ''])
  await logoutButton(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Member Login' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('memberIdCard'))).toBeNull()
  await logIn(page, 'alpine-member')
  await expect(page.getByLabel('Policy/ID #')).toBeVisible()
  expect(await held()).toEqual(['', '', '', ''])
})

test('requesting a card after the session has ended leads to the login page with the reason', async ({
  page,
  context,
}) => {
  await openMemberPage(page, 'alpine-member')
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
  await context.clearCookies()
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Display Insurance Card' }).click()
  await expect(page.getByText('Your session has ended, so we logged you out')).toBeVisible()
  await (await opened).close()
})

test('the page explains how to allow pop-ups when the window is blocked', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await openMemberPage(page, 'alpine-member')
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Display Insurance Card' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Please allow pop-up windows for this site, then try again.',
  )
  await expect(page.getByText('Your card opens in a new window.', { exact: true })).toHaveCount(0)
})

test('the page works on a phone with text at 200%', async ({ page }) => {
  await page.setViewportSize(sizes.phone)
  await openMemberPage(page, 'alpine-member')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectToFit(page)
  const display = page.getByRole('button', { name: 'Display Insurance Card' })
  expect(await display.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
