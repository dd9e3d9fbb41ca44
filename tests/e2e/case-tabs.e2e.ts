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
} from './cases.ts'
import { collectPdfs, expectSaved, viewer } from './documents.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { findPrintedColor, readPrintedTexts } from './print-text.ts'
import { logOut } from './staff.ts'

test.use({ initialData: 'demo', expectedMessages: [/status of (401|404)/] })

test.beforeAll(({ portal }) => importCases(portal))

const parts = ['Medical Records', 'Case Documents', 'Billing', 'Notes', 'Timeline'] as const

test('the patient header stays above all case sections, which fit every screen and keep their own page size', async ({
  page,
  context,
}) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  const link = page.getByRole('link', { name: `Billing: ${fullCase.patient}` }).first()
  const href = (await link.getAttribute('href')) ?? ''
  await test.step('a modified click opens a case section in a new tab with its search results', async () => {
    const isLeft = page.evaluate(
      () =>
        new Promise((tell) => {
          addEventListener('click', (event) => tell(!event.defaultPrevented), { once: true })
        }),
    )
    await link.click({ modifiers: ['ControlOrMeta'] })
    expect(await isLeft).toBe(true)
    await expect(page).toHaveURL('/patient-search')
    // Headless browsers do not open every tab that is requested.
    const tab = await context.newPage()
    await tab.goto(href)
    await expect(tab.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible()
    await expect(tab.getByRole('region', { name: 'Patient and incident' })).toContainText(fullCase.patient)
    await tab.getByRole('link', { name: 'Back to results' }).click()
    await expect(tab.getByText('3 results found')).toBeVisible()
    await tab.close()
  })
  await openSection(page, parts[0])
  for (const [at, part] of parts.entries()) {
    await goToSection(page, part)
    await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Patient and incident' })).toContainText(
      /Quillfeather, Ada.*Fell from a ladder.*5\/6\/1980.*99000000017.*Alpine Leisure Travel.*E2E-POL-1/,
    )
    await expect(page.getByRole('status').filter({ hasText: /^1–/ })).toBeVisible()
    if (part === 'Notes') {
      await expect(columnCells(page, part, 1)).toHaveText(['3/2/2026 3:30 AM', '3/4/2026 10:00 AM'])
      const text = columnCells(page, part, 4).first()
      await expect(text).toHaveText('<script>alert(1)</script>\nSecond line')
    }
    await page.getByLabel('Rows per page').selectOption(at % 2 ? '25' : '50')
    if (part === 'Billing') await expectGoodOnAllScreens(page)
    else if (part !== 'Case Documents') await expectAccessible(page)
    for (const letters of ['200%', '100%']) {
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
      }, letters)
      for (const width of [320, sizes.phone.width, sizes.desktop.width]) {
        await page.setViewportSize({ width, height: sizes.phone.height })
        await expect(() => expectToFit(page), `${part}, ${letters} at ${width} px`).toPass()
      }
    }
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

test('every document opens over the page, two of them in a new window, with a ticket outside the URL, and downloads under its name', async ({
  page,
  context,
}) => {
  await openFullCase(page, parts[0])
  const { incidentNumber: IncidentNumber } = fullCase
  const [pdfs, names] = [await collectPdfs(context), new Set<string>()]
  const inWindow = new Set<string>(['View: Medical Records, pages 1-2', 'Repricing Invoice: all bills'])
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
    if (!inWindow.has(button)) {
      await page.keyboard.press('Escape')
      await expect(viewer(page)).toHaveCount(0)
      continue
    }
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
  expect(names.size).toBe(2)
})

/** The grid line of the incident's date. */
const orange = [0xa8, 0x4d, 0x08]

test('the date filter, sort order and image option of bills survive navigation and reload until logout, and print', async ({
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
  await goToSection(page, 'Timeline')
  await test.step('a timeline prints with its grid lines', async () => {
    await expect(page.getByRole('img', { name: 'Activity' }).locator('circle').first()).toBeVisible()
    for (const format of ['Letter', 'A4'] as const) {
      const line = await findPrintedColor(page, format, orange)
      expect(line.from, 'above the picture are the facts of the patient').toBeGreaterThan(0.16)
      expect(line.rows, 'the line is as high as the lanes').toBeGreaterThan(0.1)
    }
  })
  await goToSection(page, 'Billing')
  await expectKept()
  await test.step('a case section prints without fields and buttons', async () => {
    const paper = (await readPrintedTexts(page, 'Letter')).join()
    expect(paper).toContain('Service dates 3/9/2026 to 3/31/2026')
    for (const word of ['From', 'Clear dates', 'Case Summary', 'Include bill images'])
      expect(paper).not.toContain(word)
  })
  await page.getByRole('link', { name: 'Back to results' }).click()
  await openSection(page, 'Billing')
  await expectKept()
  await page.reload()
  await expectKept()
  await logOut(page)
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(fullCase.incidentNumber)
})

test('the header of a case stays in view below the bar while its page scrolls', async ({ page }) => {
  await openFullCase(page, 'Billing')
  await goToSection(page, 'Overview')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const patient = page.getByRole('region', { name: 'Patient and incident' }).getByText(fullCase.patient)
  const bar = page.getByRole('banner')
  for (const size of [{ width: 1280, height: 560 }, sizes.phone]) {
    await page.setViewportSize(size)
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
    }).toPass()
    await expect(patient).toBeInViewport({ ratio: 1 })
    const [above, below] = [await bar.boundingBox(), await patient.boundingBox()]
    const distance = (below?.y ?? 0) - (above?.height ?? 0)
    expect(distance).toBeGreaterThanOrEqual(0)
    expect(distance).toBeLessThan(40)
  }
})
