import {
  columnCells,
  expectGoodOnAllScreens,
  findByName,
  fullCase,
  goToSection,
  importCases,
  openFullCase,
  openSearch,
  openSection,
  rows,
} from './cases.ts'
import { collectPdfs, expectSaved, viewer } from './documents.ts'
import { expect, test } from './portal-test.ts'
import { logOut } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of (401|404)/] })

test.beforeAll(({ portal }) => importCases(portal))

const parts = ['Medical Records', 'Case Documents', 'Billing', 'Notes', 'Timeline'] as const

test('the patient header stays above all case sections, which link to each other and keep their own page size', async ({
  page,
}) => {
  await openFullCase(page, parts[0])
  for (const [at, part] of parts.entries()) {
    await goToSection(page, part)
    await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Patient and incident' })).toContainText(
      /Quillfeather, Ada.*Fell from a ladder.*5\/6\/1980.*99000000017.*Alpine Leisure Travel.*E2E-POL-1/,
    )
    await expect(page.getByRole('status').filter({ hasText: /^1–/ })).toBeVisible()
    await page.getByLabel('Rows per page').selectOption(at % 2 ? '25' : '50')
    if (part !== 'Case Documents') await expectGoodOnAllScreens(page)
  }
  await page.reload()
  await expect(page.getByText('Quillfeather, Ada')).toBeVisible()
  await page.getByRole('link', { name: 'Back to results' }).click()
  await page.getByRole('button', { name: 'Edit search' }).click()
  await expect(page.getByLabel('Search For')).toHaveValue('quillfeather')
  await expect(page.getByText('3 results found')).toBeVisible()
  const kept = await page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.endsWith('_ResultSize'))),
  )
  expect(kept).toEqual({
    MedicalRecords_ResultSize: '50',
    CaseDocuments_ResultSize: '25',
    Billing_ResultSize: '50',
    Notes_ResultSize: '25',
    Timeline_ResultSize: '50',
  })
})

test('every document opens over the page and in a new window, with a ticket outside the URL, and downloads under its name', async ({
  page,
  context,
}) => {
  await openFullCase(page, parts[0])
  const { incidentNumber: IncidentNumber } = fullCase
  const [pdfs, names] = [await collectPdfs(context), new Set<string>()]
  for (const [part, button, path, fields, name] of [
    [
      'Medical Records',
      'View: Medical Records, pages 1-2',
      '/api/medicalrecord',
      { PageStartNumber: '1', PageEndNumber: '2' },
      'medical-record-99000000017-1-2',
    ],
    [
      'Case Documents',
      'View: Case Documents, pages 4-5',
      '/api/casedocument',
      { PageStart: '4', PageEnd: '5' },
      'case-document-99000000017-4-5',
    ],
    ['Notes', 'Case Summary', '/api/casesummary', {}, 'case-summary-99000000017'],
    ['Billing', 'Bill Image: ITN E2E-ITN2', '/api/billimage', { ITN: 'E2E-ITN2' }, 'bill-E2E-ITN2'],
    [
      'Billing',
      'Repricing Invoice: ITN E2E-ITN2',
      '/api/repricinginvoice',
      { ITN: 'E2E-ITN2', BillImage: 'false' },
      'repricing-invoice-99000000017-E2E-ITN2',
    ],
    [
      'Billing',
      'Repricing Invoice: all bills',
      '/api/repricinginvoice',
      { ITN: 'ALL', ShowImages: 'false' },
      'repricing-invoice-99000000017-ALL',
    ],
  ] as const) {
    await goToSection(page, part)
    const asked = context.waitForEvent('request', (request) => request.url().endsWith(path))
    const answered = context.waitForEvent('response', (response) => response.url().endsWith(path))
    await page.getByRole('button', { name: button }).click()
    const { Token, ...posted } = Object.fromEntries(new URLSearchParams((await asked).postData() ?? ''))
    expect(posted).toEqual({ IncidentNumber, ...fields })
    expect(Token).toBeTruthy()
    expect(new URL((await asked).url()).search).toBe('')
    const answer = await answered
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await expectSaved(page, () => pdfs.get(path), new RegExp(`^${name}\\.pdf$`))
    const opened = context.waitForEvent('page')
    await viewer(page).getByRole('button', { name: 'Open in a new window' }).click()
    const window = await opened
    expect(window.url()).toMatch(/\/document$/)
    await expectSaved(window, () => pdfs.get(path), new RegExp(`^${name}\\.pdf$`))
    const title = await window.getByRole('heading', { level: 1 }).textContent()
    await expect(window).toHaveTitle(`${title} · Harborline Assistance`)
    names.add(await window.evaluate('window.name'))
    await window.close()
  }
  expect(names.size).toBe(6)
})

test('a modified click opens a case section in a new tab with its search results', async ({
  page,
  context,
}) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  const way = page.getByRole('link', { name: `Billing: ${fullCase.patient}` }).first()
  const isLeft = page.evaluate(
    () =>
      new Promise((tell) => {
        addEventListener('click', (event) => tell(!event.defaultPrevented), { once: true })
      }),
  )
  await way.click({ modifiers: ['ControlOrMeta'] })
  expect(await isLeft).toBe(true)
  await expect(page).toHaveURL('/patient-search')
  // Headless browsers do not open every tab that is requested.
  const tab = await context.newPage()
  await tab.goto((await way.getAttribute('href')) ?? '')
  await expect(tab.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible()
  await expect(tab.getByRole('region', { name: 'Patient and incident' })).toContainText(fullCase.patient)
  await tab.getByRole('link', { name: 'Back to results' }).click()
  await expect(tab.getByText('3 results found')).toBeVisible()
})

test('bills can be filtered by service date and sorted by amount, and are totaled by currency', async ({
  page,
}) => {
  await openFullCase(page, 'Billing')
  const from = page.getByRole('textbox', { name: 'From' })
  const to = page.getByRole('textbox', { name: 'To' })
  const itns = columnCells(page, 'Bills', 1)
  await expect(itns).toHaveText(['E2E-ITN1', 'E2E-ITN2', 'E2E-ITN3', 'E2E-ITN4'])
  await expect(page.getByRole('table', { name: 'Summary' }).getByRole('row')).toHaveText([
    'CurrencyTotal BillsTotal ChargesTotal RepricingsSavings',
    'EUR1€100.00€0.00€0.00',
    'USD3$11,350.00$3,480.35$7,869.65',
  ])
  const picture = page.getByRole('figure', { name: 'Charges, repricings and savings in USD' })
  await expect(picture).toContainText('Charges$11,350.00Repriced$3,480.35Saved$7,869.65')
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(
    '1 bill totaling €100.00 hasn’t been repriced. It counts toward charges but not savings.',
  )
  const byCharges = page.getByRole('table', { name: 'Bills' }).getByRole('button', { name: 'Total Charges' })
  await byCharges.click()
  await expect(itns).toHaveText(['E2E-ITN1', 'E2E-ITN3', 'E2E-ITN2', 'E2E-ITN4'])
  await byCharges.click()
  await expect(itns).toHaveText(['E2E-ITN4', 'E2E-ITN2', 'E2E-ITN3', 'E2E-ITN1'])
  await from.fill('3/9/2026')
  await expect(itns).toHaveCount(4)
  await to.fill('03-31-26')
  await expect(itns).toHaveText(['E2E-ITN2', 'E2E-ITN3'])
  await expect(page.getByRole('table', { name: 'Summary' })).toContainText('$1,350.00')
  await to.fill('3/8/2026')
  await expect(itns).toHaveCount(4)
  await from.fill('13/45/2020')
  await from.blur()
  await expect(from).toHaveAccessibleDescription('Enter a date as M/D/YYYY. Showing all bills until then.')
  await from.fill('3/8/2026')
  await expect(itns).toHaveText(['E2E-ITN2'])
  await from.fill('3/9/2026')
  await from.blur()
  await expect(from).toHaveAccessibleDescription('')
  await expect(to).toHaveAccessibleDescription(
    'Enter an end date on or after the start date. Showing all bills until then.',
  )
  await expectGoodOnAllScreens(page)
  await from.fill('1/1/2020')
  await to.fill('1/2/2020')
  await expect(page.getByText('No bills found in selected date range.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear dates' }).click()
  await expect(itns).toHaveCount(4)
})

test('the date filter, sort order and image option survive navigation and reload until logout', async ({
  page,
}) => {
  await openFullCase(page, 'Billing')
  const images = page.getByLabel('Include bill images')
  const itns = columnCells(page, 'Bills', 1)
  await page.getByRole('textbox', { name: 'From' }).fill('3/9/2026')
  await page.getByRole('textbox', { name: 'To' }).fill('3/31/2026')
  await images.check()
  await page.getByRole('table', { name: 'Bills' }).getByRole('button', { name: 'Total Charges' }).click()
  const expectKept = async () => {
    await expect(itns).toHaveText(['E2E-ITN3', 'E2E-ITN2'])
    await expect(images).toBeChecked()
  }
  await goToSection(page, 'Notes')
  await goToSection(page, 'Billing')
  await expectKept()
  await page.getByRole('link', { name: 'Back to results' }).click()
  await openSection(page, 'Billing')
  await expectKept()
  await page.reload()
  await expectKept()
  await logOut(page)
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(fullCase.incidentNumber)
})

test('notes are listed oldest first, in the portal’s time zone, as plain text', async ({ page }) => {
  await openFullCase(page, 'Notes')
  await expect(columnCells(page, 'Notes', 1)).toHaveText(['3/2/2026 3:30 AM', '3/4/2026 10:00 AM'])
  await expect(columnCells(page, 'Notes', 4).first()).toHaveText('<script>alert(1)</script>\nSecond line')
})

test('an empty case says so in each section, and an unknown case shows a message', async ({ page }) => {
  await openSearch(page, '/patient-search')
  const found = page.waitForResponse('/api/patients')
  await findByName(page, 'quillfeather')
  const { patients } = await (await found).json()
  const bare = patients.find((row: { incidentNumber: string }) => row.incidentNumber === '99000000018')
  await expect(rows(page)).toHaveCount(3)
  await page.goto(`/patient-search/medical-records?row=${bare.hash}`)
  for (const [part, sentence] of [
    ['Medical Records', 'No records found'],
    ['Case Documents', 'No documents found'],
    ['Billing', 'No bills found'],
    ['Notes', 'No notes found'],
    ['Timeline', 'No activity found'],
  ] as const) {
    await goToSection(page, part)
    await expect(page.getByText(sentence)).toBeVisible()
    if (part === 'Billing' || part === 'Timeline') await expectGoodOnAllScreens(page)
  }
  await page.goto('/patient-search/billing?row=nothing')
  await expect(page.getByText('We can’t find this case.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to results' }).click()
  await page.getByRole('button', { name: 'Edit search' }).click()
  await expect(page.getByLabel('Search For')).toBeVisible()
})
