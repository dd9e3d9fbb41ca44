import type { Locator } from '@playwright/test'
import { makePdf } from '#test-support/make-pdf.ts'
import { expectPdf, importItns, listPending, openBill, reviewDialog } from './authorizations.ts'
import { columnCells, expectGoodOnAllScreens, showAllColumns } from './cases.ts'
import { tabTo } from './keyboard.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of 401/] })

test.beforeAll(({ portal }) => importItns(portal))

const list = 'Pending authorizations'

test('pending authorizations are listed with all fields and by the time left, and can be sorted and filtered', async ({
  page,
}) => {
  await listPending(page)
  const [itns, next] = [columnCells(page, list, 3), page.keyboard]
  const only = page.getByRole('group', { name: 'Filter' })
  await showAllColumns(page)
  await only.getByLabel('Provider').fill('mercy look')
  for (const shown of [
    'LOOK01',
    '1/1/2026 7:00 AM',
    'Quillfeather, Ada',
    'Mercy LOOK Hospital',
    '11/20/2025-11/21/2025',
    '$1,250.50',
    'USD',
    'Alpine Students Abroad',
    'North HMO',
    'POL-01',
  ])
    await expect(page.getByRole('table', { name: list }).getByRole('row').nth(1)).toContainText(shown)
  await expect(itns.first()).toHaveText(/^LOOK01 \d+ days$/)
  await expect(page.getByRole('button', { name: /^3 No due time/ })).toBeVisible()
  await expectGoodOnAllScreens(page)

  await test.step('filters narrow the list, and Next skips hidden bills', async () => {
    await only.getByLabel('Client').selectOption('Alpine Students Abroad')
    await only.getByLabel('Currency').selectOption('USD')
    await expect(page.getByText(/^3 of \d+ shown$/)).toBeVisible()
    await only.getByLabel('Total charge from').fill('1250.51')
    await expect(page.getByText('No pending authorizations match these filters.')).toBeVisible()
    await only.getByLabel('Total charge from').fill('1,250.50')
    await only.getByLabel('Total charge to').fill('1250.50')
    await openBill(page, 'LOOK02')
    await expect(reviewDialog(page)).toContainText('2 of 3')
    await next.press('ArrowRight')
    await expectPdf(page, 'LOOK03')
    await next.press('ArrowRight')
    await expect(reviewDialog(page)).toHaveCount(0)
    await only.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByText(/^1–10 of \d+$/)).toBeVisible()
  })

  await test.step('it sorts by received date or by amount within each currency, and remembers its size', async () => {
    await page.getByRole('button', { name: 'Total Charge' }).click()
    await expect(columnCells(page, list, 5).first()).toHaveText(/^CA\$/)
    await page.getByRole('button', { name: 'Received' }).click()
    await expect(itns.first()).not.toHaveText(/^ITN/)
    await page.getByRole('button', { name: 'Received' }).click()
    await expect(itns.first()).toHaveText(/^ITN/)
    await page.getByLabel('Rows per page').selectOption('25')
    await expect(page.getByText(/^1–25 of \d+$/)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('Authorization_ResultSize'))).toBe('25')
  })
})

test('the tools of a PDF with many pages share one row next to the decision, so that Print is in view', async ({
  page,
}) => {
  const body = Buffer.from(await makePdf(['LOOK03', ...Array<string>(11).fill('More')]))
  await page.route('/api/itn/pdf', (route, request) =>
    request.postData()?.startsWith('itn=LOOK03')
      ? route.fulfill({ body, contentType: 'application/pdf' })
      : route.fallback(),
  )
  await page.setViewportSize({ width: 1280, height: 800 })
  await listPending(page)
  await openBill(page, 'LOOK03')
  const review = reviewDialog(page)
  await expect(review.getByText('Page 1 of 12')).toBeVisible()
  const [previous, print] = await Promise.all(
    ['Previous page', 'Print'].map((name) => review.getByRole('button', { name }).boundingBox()),
  )
  expect(print?.y).toBeCloseTo(previous?.y ?? 0, -1)
})

test('a review has a readable PDF and comments; letters open over the history, and the metrics count decisions', async ({
  page,
}) => {
  await listPending(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const [, call] = /\/itn\/(pdf|shown)$/.exec(request.url()) ?? []
    if (call) asked.push(`${call} ${request.postData()}`)
  })
  const ahead = page.waitForResponse((response) => response.request().postData() === 'itn=LOOK02&ahead=true')
  await openBill(page, 'LOOK01')
  await (await ahead).finished()
  const pane = page.getByRole('region', { name: 'PDF of ITN LOOK01' })
  await expect(pane).toHaveCSS('height', '600px')
  await expect(pane).toContainText('Bill for Authorization')
  const width = () => pane.locator('canvas').evaluate(({ clientWidth }) => clientWidth)
  const before = await width()
  await reviewDialog(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBeGreaterThan(before)
  const downloading = page.waitForEvent('download')
  await reviewDialog(page).getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('itn-LOOK01.pdf')
  await expect(reviewDialog(page).getByRole('button', { name: 'Print' })).toBeVisible()
  expect(asked.join()).not.toContain('shown')
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
  await expectPdf(page, 'LOOK02')
  await expect.poll(() => asked.filter((call) => call.startsWith('shown'))).toHaveLength(1)
  expect(asked.filter((call) => call.startsWith('pdf itn=LOOK02'))).toEqual(['pdf itn=LOOK02&ahead=true'])

  const review = reviewDialog(page, 'LOOK02')
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
  await expect(page.getByRole('button', { name: 'Undo: ITN LOOK02' })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Decided', exact: true }).press('Enter')
  await page.getByLabel('Decided', { exact: true }).selectOption('Any time')
  await page.getByLabel('Search').fill('ITN90001')
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
  await page.getByLabel('Decisions made in').selectOption('Any time')
  await expect(page.getByRole('table', { name: 'Metrics by client' }).getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('figure', { name: 'Decisions by client and outcome' })).toBeVisible()
  await expectGoodOnAllScreens(page)
})

const pixelsSideways = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth

test('a decision is undone by keyboard, its bill opens again with the input, and its history is found', async ({
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
  await expectAccessible(page)

  await test.step('on phones, the toast is whole, can be used, and nothing scrolls sideways', async () => {
    const toasts = next.getByRole('region', { name: 'Saved decisions' })
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      for (const part of [toasts, toasts.getByText(/^ITN SLIP01/), undo])
        await expect(part, `${width} px`).toBeInViewport({ ratio: 1 })
      await undo.click({ trial: true })
      await expectToFit(page)
      for (const scrolled of [next, toasts.locator('div').first()])
        await expect.poll(() => scrolled.evaluate(pixelsSideways), `${width} px`).toBeLessThanOrEqual(0)
    }
    await next.locator('h2 small').evaluate((position) => {
      position.textContent = '11,493 of 11,540'
    })
    const [title, close] = await Promise.all(
      [next.locator('h2'), next.locator('header button')].map((part) => part.boundingBox()),
    )
    expect(close?.y, 'the close button is next to a long title').toBeLessThan(
      title ? title.y + title.height : 0,
    )
    await page.setViewportSize(sizes.desktop)
  })
  await tabTo(page, undo)
  await page.keyboard.press('Enter')
  const again = reviewDialog(page, 'SLIP01')
  await expect(again.locator('h2 span')).toBeFocused()
  await expect(again.getByLabel('Special Handling Comment')).toHaveValue('Call the clinic first')
  await expect(
    again.getByText('The decision on ITN SLIP01 was undone. The bill is pending again.'),
  ).toBeVisible()
  await test.step('at 200 % zoom, the notice is below the title and the close button', async () => {
    await page.setViewportSize({ width: 640, height: 400 })
    const header = again.locator('header')
    const right = async (part: Locator) =>
      (await part.boundingBox().then((box) => box && box.x + box.width)) ?? 0
    expect((await right(header)) - (await right(header.locator('button')))).toBeLessThan(30)
    await page.setViewportSize(sizes.desktop)
  })
  await page.keyboard.press('d')
  await page.keyboard.press('Control+Enter')
  await expect(next.getByRole('status').filter({ hasText: 'SLIP01' })).toHaveText(
    'ITN SLIP01 denied: 0188 - Service is not covered by the policy.',
  )
  await page.keyboard.press('Control+z')
  await expect(again.getByRole('radio', { name: 'Deny' })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(undo).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Decide: ITN SLIP02' })).toBeFocused()
  await page.getByRole('link', { name: 'Decided', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Decided Authorizations' })).toBeVisible()
  await page.getByLabel('Search').fill('slip mercy albert')
  const table = page.getByRole('table', { name: 'Decided authorizations' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'History: ITN SLIP01' }).press('Enter')
  const history = page.getByRole('dialog', { name: 'History of ITN SLIP01' })
  await expect(history.getByRole('listitem')).toHaveText([
    /Received/,
    /by Albert Alpine.*Undone before it was released to the back office/,
    /Denied by Albert Alpine.*Undone before it was released to the back office/,
    /Denied by Albert Alpine.*can still be undone/,
  ])
  await expectGoodOnAllScreens(page)
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('Search')).toHaveValue('slip mercy albert')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expectGoodOnAllScreens(page)
})
