import type { Page } from '@playwright/test'
import {
  choose,
  decidedPastThePage,
  desk,
  expectPdf,
  importItns,
  listPending,
  openBill,
  save,
} from './authorizations.ts'
import { walkTo } from './by-keyboard.ts'
import { expectGoodOnEveryScreen } from './cases.ts'
import { expect, test } from './portal-test.ts'

test.use({ beginning: 'demonstration', expectedComplaints: [/status of (401|409|422|503)|Failed to load/] })

test.beforeAll(({ portal }) => importItns(portal, 'TEN', 10))
test.beforeAll(({ portal }) => importItns(portal, 'WRONG', 4, '2025-12'))

const itns = Array.from({ length: 10 }, (_, at) => `TEN${String(at + 1).padStart(2, '0')}`)
const fault = (page: Page) => desk(page).getByText('Processing Error')

/** Types one of four decisions, one after the other. */
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

test('ten ITNs are decided by keyboard alone, and each is gone from the list', async ({ page }) => {
  await listPending(page)
  const sent: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/itn/process'))
      sent.push({ ...request.postDataJSON(), key: request.headers()['idempotency-key'] })
  })
  await page.getByRole('main').focus()
  await walkTo(page, page.getByLabel('Provider'))
  await page.keyboard.type('ten')
  await walkTo(page, page.getByRole('button', { name: 'Decide: ITN TEN01' }))
  await page.keyboard.press('Enter')
  await expectPdf(page, 'TEN01')
  await page.keyboard.press('?')
  await expect(desk(page).getByText('Previous and next ITN')).toBeVisible()
  for (const [turn, itn] of itns.entries()) {
    await expect(desk(page, itn)).toBeVisible()
    await expect(desk(page).locator('h2 span')).toBeFocused()
    await decideByKeys(page, turn)
  }
  await expect(desk(page)).toHaveCount(0)
  await expect(page.getByText('No pending authorization fits what you chose to see.')).toBeVisible()
  expect(sent.map(({ itn }) => itn)).toEqual(itns)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(10)
  const { key: _, ...first } = sent[0] ?? {}
  const currency = { patientResponsibilityCurrency: 'USD', maximumCoveredCurrency: 'USD' }
  expect(first).toEqual({
    ...{ itn: 'TEN01', round: 1, patientResponsibility: '250.50', maximumCovered: '1000', ...currency },
  })
  expect(sent.slice(1, 4)).toMatchObject([
    { denialCode: '0188' },
    { additionalInfo: '0507' },
    { otherSpecialHandling: 'Please call the hospital.' },
  ])
})

test('the page says of wrong amounts what the server says, and sends none of them', async ({ page }) => {
  await listPending(page)
  await openBill(page, 'WRONG01')
  await choose(page, 'Approve')
  const amount = desk(page).getByLabel(/^Patient Responsibility/)
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
    const said = await decidedPastThePage(page, { itn: 'WRONG01', patientResponsibility: typed, ...rest })
    expect(said).toEqual({ statusCode: 422, message: sentence })
    calls = 0
  }
  await expectGoodOnEveryScreen(page)
  for (const [itn, right] of [
    ['WRONG01', '0'],
    ['WRONG02', '0.01'],
    ['WRONG03', '1250.50'],
  ] as const) {
    await expect(desk(page, itn)).toBeVisible()
    await choose(page, 'Approve')
    await amount.fill(right)
    await save(page)
  }
  await expect(desk(page, 'WRONG04')).toBeVisible()
  for (const [action, field, sentence] of [
    ['Deny', 'Reason for Denial', 'Reason for Denial is Required.'],
    ['Additional Info Needed', 'Info Required', 'Info Required is Required.'],
  ] as const) {
    await choose(page, action)
    await desk(page).getByLabel(field).selectOption('--Select--')
    await save(page)
    await expect(desk(page).getByText(sentence)).toBeVisible()
  }
  await choose(page, 'Other')
  await desk(page).getByLabel('Special Handling Comment').fill('  four  ')
  await save(page)
  await expect(
    desk(page).getByText('Special Handling Comment must be between 5 and 500 characters.'),
  ).toBeVisible()
  await expect(fault(page)).toHaveCount(0)
})
