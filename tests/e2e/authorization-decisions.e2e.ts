import type { Page } from '@playwright/test'
import { choose, expectPdf, importItns, listPending, openBill, reviewDialog, save } from './authorizations.ts'
import { tabTo } from './keyboard.ts'
import { expect, expectToFit, sizes, test } from './portal-test.ts'
import { readPdfTexts, readPrintedTexts } from './print-text.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of (401|409)/] })

test.beforeAll(({ portal }) => importItns(portal))

const itns = Array.from({ length: 15 }, (_, at) => `TURN${String(at + 1).padStart(2, '0')}`)

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
  await expect(reviewDialog(page).getByText('Previous and next bill')).toBeVisible()
  for (const [turn, itn] of itns.entries()) {
    await expect(reviewDialog(page, itn)).toBeVisible()
    await expect(reviewDialog(page).locator('h2 span')).toBeFocused()
    await decideByKeys(page, turn)
    if (turn === 0)
      await expect(reviewDialog(page, 'TURN02').getByRole('status').filter({ hasText: 'TURN01' })).toHaveText(
        'ITN TURN01 approved for $1,000.00 (patient responsibility $250.50).',
      )
  }
  await expect(reviewDialog(page)).toHaveCount(0)
  await expect(page.getByText('No pending authorizations match these filters.')).toBeVisible()
  expect(sent.map(({ itn }) => itn)).toEqual(itns)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(itns.length)
  const { key: _, ...first } = sent[0] ?? {}
  const currency = { patientResponsibilityCurrency: 'USD', maximumCoveredCurrency: 'USD' }
  expect(first).toEqual({
    itn: 'TURN01',
    round: 1,
    patientResponsibility: '250.50',
    maximumCovered: '1000',
    ...currency,
  })
  expect(sent.slice(1, 4)).toMatchObject([
    { denialCode: '0188' },
    { additionalInfo: '0507' },
    { otherSpecialHandling: 'Please call the hospital.' },
  ])
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

  // The buttons below a comment grow while it is typed, but one Ctrl+Enter still saves it.
  await page.setViewportSize(sizes.desktop)
  await page.getByLabel('Provider').fill('')
  await page
    .getByRole('button', { name: /^Decide: ITN9/ })
    .first()
    .click()
  await expect(
    page.getByRole('region', { name: /^PDF of ITN9/ }).getByText('Bill for Authorization', { exact: true }),
  ).toBeVisible()
  await press('o')
  await expect(page.getByLabel('Special Handling Comment')).toBeFocused()
  await page.keyboard.type('Call the clinic first')
  await press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Undo: ITN9/ })).toBeVisible()
})

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

test('on small screens, Ctrl+Enter scrolls to the decision, then saves it, and long reasons are readable', async ({
  page,
}) => {
  await page.route('/api/itn/denylist', (route) =>
    route.fulfill({ json: { lookupItems: [{ code: '0188', description: longReason }] } }),
  )
  await listPending(page)
  await openBill(page, 'TINY01')
  for (const [at, [width, height]] of [
    [1024, 600],
    [640, 400],
    [320, 640],
  ].entries()) {
    await page.setViewportSize({ width: width ?? 0, height: height ?? 0 })
    const current = reviewDialog(page, `TINY0${at + 1}`)
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
    await expect(reviewDialog(page, `TINY0${at + 2}`)).toBeVisible()
  }
  await expect(reviewDialog(page, 'TINY04').getByRole('definition').first()).toBeInViewport({ ratio: 1 })

  await test.step('the question whether to approve zero fits on phones', async () => {
    await choose(page, 'Approve')
    await save(page)
    const question = page.getByRole('dialog', { name: 'Approve $0.00 of $1,250.50?' })
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 640 })
      for (const name of ['Go back', 'Approve $0.00'])
        await expect(question.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      await expectToFit(page)
    }
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
  })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.setViewportSize(sizes.desktop)
  let calls = 0
  page.on('request', (request) => (calls += Number(request.url().endsWith('/api/itn/process'))))
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
