import type { Page } from '@playwright/test'
import {
  choose,
  expectPdf,
  importItns,
  listPending,
  openBill,
  reviewDialog,
  save,
  sendDecision,
} from './authorizations.ts'
import { expectGoodOnAllScreens } from './cases.ts'
import { tabTo } from './keyboard.ts'
import { expect, test } from './portal-test.ts'
import { readPdfTexts, readPrintedTexts } from './print-text.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of (401|409|422|503)|Failed to load/] })

test.beforeAll(({ portal }) => importItns(portal, 'TURN', 15))
test.beforeAll(({ portal }) => importItns(portal, 'WRONG', 4, '2025-12'))
test.beforeAll(({ portal }) => importItns(portal, 'KEYS', 3, '2025-12'))
test.beforeAll(({ portal }) => importItns(portal, 'LOW', 4, '2025-12'))

const itns = Array.from({ length: 15 }, (_, at) => `TURN${String(at + 1).padStart(2, '0')}`)
const outcome = (page: Page, itn: string) =>
  reviewDialog(page, itn).getByRole('status').filter({ hasText: 'approved' })
const fault = (page: Page) => reviewDialog(page).getByText('Processing Error')

/** Fills in four different decisions, one after the other. */
async function decideByKeys(page: Page, turn: number) {
  const press = (key: string) => page.keyboard.press(key)
  await press(['a', 'd', 'i', 'o'][turn % 4] ?? '')
  if (turn % 4 === 0) {
    await page.keyboard.type('250.50')
    await press('Tab')
    await page.keyboard.type('1000')
  }
  if (turn % 4 === 3) await page.keyboard.type('Please call the hospital.')
  await press('Control+Enter')
}

test('staff make decisions on fifteen ITNs by keyboard, and each ITN leaves the list', async ({ page }) => {
  await listPending(page)
  const sent: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/itn/process'))
      sent.push({ ...request.postDataJSON(), key: request.headers()['idempotency-key'] })
  })
  await page.getByRole('main').focus()
  await tabTo(page, page.getByLabel('Provider'))
  await page.keyboard.type('turn')
  await tabTo(page, page.getByRole('button', { name: 'Decide: ITN TURN01' }))
  await page.keyboard.press('Enter')
  await expectPdf(page, 'TURN01')
  await page.keyboard.press('?')
  await expect(reviewDialog(page).getByText('Previous and next ITN')).toBeVisible()
  for (const [turn, itn] of itns.entries()) {
    await expect(reviewDialog(page, itn)).toBeVisible()
    await expect(reviewDialog(page).locator('h2 span')).toBeFocused()
    await decideByKeys(page, turn)
  }
  await expect(reviewDialog(page)).toHaveCount(0)
  await expect(page.getByText('No pending authorizations match these filters.')).toBeVisible()
  expect(sent.map(({ itn }) => itn)).toEqual(itns)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(15)
  const { key: _, ...first } = sent[0] ?? {}
  const currency = { patientResponsibilityCurrency: 'USD', maximumCoveredCurrency: 'USD' }
  expect(first).toEqual({
    ...{ itn: 'TURN01', round: 1, patientResponsibility: '250.50', maximumCovered: '1000', ...currency },
  })
  expect(sent.slice(1, 4)).toMatchObject([
    { denialCode: '0188' },
    { additionalInfo: '0507' },
    { otherSpecialHandling: 'Please call the hospital.' },
  ])
})

test('the page shows the server’s messages for invalid amounts and sends none of them', async ({ page }) => {
  await listPending(page)
  await openBill(page, 'WRONG01')
  await choose(page, 'Approve')
  const amount = reviewDialog(page).getByLabel(/^Patient Responsibility/)
  let calls = 0
  page.on('request', (request) => (calls += Number(request.url().endsWith('/api/itn/process'))))
  const rest = { patientResponsibilityCurrency: 'USD', maximumCovered: '0', maximumCoveredCurrency: 'USD' }
  for (const [typed, sentence] of [
    ['1250.51', 'Patient Responsibility cannot be greater than Total Charge.'],
    ['-0.01', 'Patient Responsibility cannot be less than zero.'],
    ['0.125', 'Patient Responsibility cannot have more than 2 decimals in USD.'],
    ['1000000000', 'Patient Responsibility cannot be greater than Total Charge.'],
    ['1e9', 'Patient Responsibility must be an amount, such as 12.50.'],
    ['ten', 'Patient Responsibility must be an amount, such as 12.50.'],
    ['', 'Patient Responsibility must be an amount, such as 12.50.'],
  ] as const) {
    await amount.fill(typed)
    await save(page)
    await expect(amount).toBeFocused()
    await expect(amount).toHaveAccessibleDescription(sentence)
    expect(calls).toBe(0)
    const said = await sendDecision(page, { itn: 'WRONG01', patientResponsibility: typed, ...rest })
    expect(said).toEqual({ statusCode: 422, message: sentence })
    calls = 0
  }
  await expectGoodOnAllScreens(page)
  for (const [itn, right] of [
    ['WRONG01', '0'],
    ['WRONG02', '0.01'],
    ['WRONG03', '1250.50'],
  ] as const) {
    await expect(reviewDialog(page, itn)).toBeVisible()
    await choose(page, 'Approve')
    await amount.fill(right)
    await reviewDialog(page)
      .getByLabel(/^Maximum Covered/)
      .fill('1000')
    await save(page)
  }
  await expect(reviewDialog(page, 'WRONG04')).toBeVisible()
  for (const [action, field, sentence] of [
    ['Deny', 'Reason for Denial', 'Reason for Denial is Required.'],
    ['Additional Info Needed', 'Info Required', 'Info Required is Required.'],
  ] as const) {
    await choose(page, action)
    await reviewDialog(page).getByLabel(field).selectOption('--Select--')
    await save(page)
    await expect(reviewDialog(page).getByText(sentence)).toBeVisible()
  }
  await choose(page, 'Other')
  await reviewDialog(page).getByLabel('Special Handling Comment').fill('  four  ')
  await save(page)
  await expect(
    reviewDialog(page).getByText('Special Handling Comment must be between 5 and 500 characters.'),
  ).toBeVisible()
  await expect(fault(page)).toHaveCount(0)
})

test('shortcuts do not interfere with typing, Escape leaves a field, and every listed shortcut works', async ({
  page,
}) => {
  await listPending(page)
  const printed = (await readPrintedTexts(page)).filter((words) => /ITN\d{7}/.test(words))
  expect(printed.length).toBeGreaterThan(1)
  for (const sheet of printed) expect(sheet).toContain('Patient Name')
  await openBill(page, 'KEYS01')
  const press = (key: string) => page.keyboard.press(key)
  const radio = (name: string) => reviewDialog(page, 'KEYS01').getByRole('radio', { name })
  const [reason, info, comment] = ['Reason for Denial', 'Info Required', 'Special Handling Comment']
  const input = (name: string | RegExp) => reviewDialog(page, 'KEYS01').getByLabel(name)
  await press('d')
  for (const key of ['ArrowRight', 'ArrowDown', 'a', 'o']) await press(key)
  await expect(radio('Deny')).toBeChecked()
  await expect(input(reason)).toBeFocused()
  for (const [key, name, field] of [
    ['i', 'Additional Info Needed', info],
    ['o', 'Other', comment],
    ['a', 'Approve', /^Patient Responsibility/],
    ['d', 'Deny', reason],
    ['o', 'Other', comment],
  ] as const) {
    await press('Escape')
    await press(key)
    await expect(radio(name)).toBeChecked()
    await expect(input(field)).toBeFocused()
  }
  await page.keyboard.type('dia? ado')
  for (const key of ['ArrowLeft', 'Escape']) await press(key)
  await expect(input(comment)).toHaveValue('dia? ado')
  await expect(radio('Other')).toBeFocused()
  await press('?')
  const sheet = reviewDialog(page).getByRole('region', { name: 'Shortcuts' })
  await expect(sheet).toContainText('Outside fields')
  await expect(sheet.getByText('Show or hide these shortcuts')).toBeInViewport({ ratio: 1 })
  for (const key of ['?', 'ArrowLeft']) await press(key)
  await expect(sheet).toHaveCount(0)
  await expect(radio('Additional Info Needed')).toBeChecked()
  for (const [itn, key] of Object.entries({ KEYS02: 'Alt+PageDown', KEYS01: 'ArrowLeft' })) {
    await press(key)
    await expect(reviewDialog(page, itn)).toBeVisible()
  }
  await page.evaluate("window.print = () => document.body.setAttribute('data-printed', '')")
  await expectPdf(page, 'KEYS01')
  await press('ControlOrMeta+p')
  await expect(page.locator('body[data-printed]')).toBeAttached()
  expect(await readPdfTexts(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await press('Escape')
  await expect(reviewDialog(page)).toHaveCount(0)
})

test('approving zero for a bill with charges asks for confirmation, and the result is announced', async ({
  page,
}) => {
  await listPending(page)
  let calls = 0
  page.on('request', (request) => (calls += Number(request.url().endsWith('/api/itn/process'))))
  await openBill(page, 'KEYS01')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  const question = page.getByRole('dialog', { name: 'Approve $0.00 of $1,250.50?' })
  await expect(question.getByRole('button', { name: 'Go back' })).toBeFocused()
  for (const key of ['d', 'ArrowRight', '?']) await page.keyboard.press(key)
  await expectGoodOnAllScreens(page)
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(reviewDialog(page, 'KEYS01').getByRole('radio', { name: 'Approve' })).toBeChecked()
  expect(calls).toBe(0)
  await save(page)
  await question.getByRole('button', { name: 'Approve $0.00' }).click()
  await expect(outcome(page, 'KEYS02')).toHaveText(
    'ITN KEYS01 approved for $0.00 (patient responsibility $0.00).',
  )
  expect(calls).toBe(1)
  await page.keyboard.press('a')
  await page.keyboard.type('50')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1200.5')
  await page.keyboard.press('Control+Enter')
  await expect(outcome(page, 'KEYS03')).toHaveText(
    'ITN KEYS02 approved for $1,200.50 (patient responsibility $50.00).',
  )
})

test('on small screens, Ctrl+Enter scrolls to the decision, then saves it, and the next ITN opens at its top', async ({
  page,
}) => {
  await listPending(page)
  await openBill(page, 'LOW01')
  for (const [at, [width, height]] of [
    [1024, 600],
    [640, 400],
    [320, 640],
  ].entries()) {
    await page.setViewportSize({ width: width ?? 0, height: height ?? 0 })
    const current = reviewDialog(page, `LOW0${at + 1}`)
    await expect(current.getByRole('definition').first()).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('o')
    await page.keyboard.type('Please call the hospital.')
    await current.evaluate((dialog) => dialog.scrollTo(0, 0))
    const comment = current.getByLabel('Special Handling Comment')
    await expect(comment).not.toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Control+Enter')
    const fieldEnd = () => comment.evaluate((field) => field.getBoundingClientRect().bottom)
    const buttons = () => current.getByRole('button', { name: 'Previous' }).boundingBox()
    await expect.poll(async () => (await fieldEnd()) <= ((await buttons())?.y ?? 0)).toBe(true)
    await page.keyboard.press('Control+Enter')
    await expect(reviewDialog(page, `LOW0${at + 2}`)).toBeVisible()
  }
  await expect(reviewDialog(page, 'LOW04').getByRole('definition').first()).toBeInViewport({ ratio: 1 })
})
