import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
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

async function fillIn(page: Page) {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
}

const readFields = (page: Page) =>
  Promise.all(Object.keys(fields).map((label) => page.getByLabel(label).inputValue()))

test('the card opens in a new window, in English and German, by keyboard alone', async ({
  page,
  context,
}) => {
  await page.setViewportSize(sizes.phone)
  await openMemberPage(page, 'alpine-member')
  await test.step('the page works on a phone with text at 200%', () => checkLargeText(page))
  await expect(page.getByText('You’ll get your card in English and German')).toBeVisible()
  await expect(page.getByText('does not guarantee provider acceptance or billing')).toContainText(
    'It is not verification of a valid policy or of payable benefits. Please contact Harborline Assistance to confirm eligibility.',
  )
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, page.getByLabel(label))
    await page.keyboard.type(text)
  }
  await tabTo(page, page.getByRole('button', { name: 'Display Insurance Card' }))
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

async function checkLargeText(page: Page) {
  const setTextSize = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize
    }, size)
  await setTextSize('200%')
  await expectToFit(page)
  const display = page.getByRole('button', { name: 'Display Insurance Card' })
  expect(await display.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await setTextSize('')
}

test('the card on the page survives a reload, and can be shown to a provider, saved, shared and printed', async ({
  page,
  context,
}) => {
  await context.addInitScript(recordShares)
  await openMemberPage(page, 'alpine-member')
  await test.step('a wrong name is refused in words, and the right one shows the card', async () => {
    await fillIn(page)
    await page.getByLabel('Patient First Name').fill('Zoë')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('We couldn’t find a card that matches those details.')
    await expectGoodOnAllScreens(page)
    await page.getByLabel('Patient First Name').fill('Ada')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Your ID card' })).toBeFocused()
  })
  await test.step('the card has its format, turns, fits every screen and survives a reload', async () => {
    await page.reload()
    await expect(page.getByRole('region', { name: 'Front of the card' })).toBeVisible()
    await expectGoodOnAllScreens(page)
    await page.setViewportSize(sizes.desktop)
    const { width = 0, height = 1 } =
      (await page.getByRole('region', { name: 'Front of the card' }).boundingBox()) ?? {}
    expect(width / height).toBeCloseTo(85.6 / 53.98, 1)
    await page.getByRole('button', { name: 'Show back' }).click()
    await expect(page.getByRole('button', { name: 'Show front' })).toBeVisible()
    // The sides fade into each other.
    await expect(page.getByRole('region', { name: 'Back of the card' })).toHaveCSS('opacity', '1')
    await expectGoodOnAllScreens(page)
    expect(page.url()).not.toContain('E2E')
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toMatch(/Quillfeather|E2E-POL/)
  })
  await page
    .getByRole('group', { name: 'Language of the card' })
    .getByRole('button', { name: 'Deutsch' })
    .click()
  await test.step('the provider sees the card in full screen, and whom to contact', () =>
    showToProvider(page))
  await test.step('the image is that of the German page of the PDF, and is shared', () => checkImage(page))
  await test.step('the PDF opens in a new window', async () => {
    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Print or PDF' }).click()
    const opened = await opening
    await expect(opened.getByRole('figure')).toHaveCount(2)
    await opened.close()
  })
  await logoutButton(page).click()
  await logIn(page, 'alpine-member')
  await expect(page.getByLabel('Policy/ID #')).toBeVisible()
  await expect(page.getByText('Quillfeather')).toHaveCount(0)
})

async function showToProvider(page: Page) {
  await page.getByRole('button', { name: 'Show to provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Versicherungskarte' })
  await expect(dialog).toContainText('E2E-POL-1')
  const code = dialog.getByRole('img')
  await expect(code).toHaveAccessibleName(/\/confirm-eligibility\/alpine$/)
  await expectGoodOnAllScreens(page)
  await page.setViewportSize(sizes.desktop)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Show to provider' })).toBeFocused()
  const provider = await page.context().newPage()
  expect((await provider.goto('/confirm-eligibility/alpine'))?.status()).toBe(200)
  await expect(provider.getByRole('link', { name: '1-800-555-0131' })).toBeVisible()
  await expectGoodOnAllScreens(provider)
  expect((await provider.goto('/confirm-eligibility/lagoon'))?.status()).toBe(404)
  await expect(provider.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await provider.close()
}

async function checkImage(page: Page) {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as image' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('id-card-E2E-POL-1.png')
  const png = await readFile(await saved.path())
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1716, 2188])
  await expect(page.getByText('The image of your card is saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset.shared))
    .toBe('id-card-E2E-POL-1.png image/png')
}

/** Runs in the page: a browser that shares files. */
function recordShares() {
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ files: [file] = [] }: ShareData) => {
      document.documentElement.dataset.shared = `${file?.name} ${file?.type}`
    },
  })
}

test('card details survive a reload but not a logout or the end of the session', async ({
  page,
  context,
}) => {
  const display = page.getByRole('button', { name: 'Display Insurance Card' })
  await openMemberPage(page, 'alpine-member')
  await fillIn(page)
  await test.step('details that match no policy open an error page with advice', async () => {
    await page.getByLabel('Patient First Name').fill('Zoë')
    const opening = context.waitForEvent('page')
    await display.click()
    const opened = await opening
    await expect(opened.getByRole('heading', { level: 1 })).toHaveText(
      'We couldn’t find a card that matches those details.',
    )
    await expect(opened.getByText('Bitte schließen Sie dieses Fenster')).toBeVisible()
    await expectGoodOnAllScreens(opened)
    await opened.close()
  })
  await test.step('a reload keeps all but the date of birth, and logout clears everything', async () => {
    await page.reload()
    await expect(page.getByLabel('Policy/ID #')).toHaveValue('E2E-POL-1')
    expect(await readFields(page)).toEqual(['E2E-POL-1', 'Zoë', 'Quillfeather', ''])
    await logoutButton(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Member Login' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('memberIdCard'))).toBeNull()
    await logIn(page, 'alpine-member')
    await expect(page.getByLabel('Policy/ID #')).toBeVisible()
    expect(await readFields(page)).toEqual(['', '', '', ''])
  })
  await test.step('requesting a card after the session has ended leads to the login page with the reason', async () => {
    await fillIn(page)
    await context.clearCookies()
    const opening = context.waitForEvent('page')
    await display.click()
    await expect(page.getByText('Your session has ended, so we logged you out')).toBeVisible()
    await (await opening).close()
  })
})
