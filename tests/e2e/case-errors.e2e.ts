import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  expectGoodOnAllScreens,
  findByName,
  fullCase,
  goToSection,
  importCases,
  openSearch,
  openSection,
  rows,
} from './cases.ts'
import { sheets, viewer } from './documents.ts'
import { expect, expectAccessible, test } from './portal-test.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'portal-of-troubled-cases-'))

test.use({
  initialData: 'demo',
  settings: { DATA_DIR: dataDir },
  expectedMessages: [/status of (401|404|500|503)|Failed to load resource|ZodError|invalid_type/],
})

test.beforeAll(({ portal }) => importCases(portal))
test.afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Holds requests to a URL until they are released. */
async function hold(page: Page, path: string) {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(path, async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  return letGo
}

test('a case section that fails to load shows an error and can be retried', async ({ page }) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  await expect(rows(page)).toHaveCount(3)
  for (const [part, call, sentence] of [
    ['Medical Records', '/api/medicalrecords', 'An error occurred retrieving patient medical records.'],
    ['Case Documents', '/api/casedocuments', 'An error occurred retrieving patient case documents.'],
    ['Billing', '/api/bills', 'An error occurred retrieving patient billing information.'],
    ['Notes', '/api/notes', 'An error occurred retrieving patient notes.'],
    ['Timeline', '/api/casetimeline', 'An error occurred retrieving the case timeline.'],
  ] as const) {
    await page.route(call, (route) => route.fulfill({ status: 503, json: {} }))
    await openSection(page, part === 'Timeline' ? 'Notes' : part)
    if (part === 'Timeline') await goToSection(page, part)
    await expect(page.getByRole('alert')).toContainText(sentence)
    await page.unroute(call)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^1–/ })).toBeVisible()
    await page.getByRole('link', { name: 'Back to results' }).click()
  }
})

test('a document that fails to open shows an error, and the case stays usable', async ({ page }) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  await openSection(page, 'Medical Records')
  const view = page.getByRole('button', { name: 'View: Medical Records, pages 1-2' })
  await page.route('/api/tickets', (route) => route.fulfill({ status: 503, json: {} }))
  await view.click()
  const title = viewer(page).getByRole('heading', { level: 2 })
  await expect(title).toHaveText('An error occurred opening the document. Please try again.')
  await expectGoodOnAllScreens(page)
  await page.unroute('/api/tickets')
  const letGo = await hold(page, '/api/tickets')
  await viewer(page).getByRole('button', { name: 'Try again' }).click()
  await expect(title).toHaveText('Preparing your document')
  await expectAccessible(page)
  const slow = page.context().waitForEvent('page')
  await viewer(page).getByRole('button', { name: 'Open in a new window' }).click()
  await expect((await slow).getByRole('heading', { level: 1 })).toHaveText('Preparing your document')
  await expect(await slow).toHaveTitle(/^Preparing your document · /)
  await expectAccessible(await slow)
  letGo()
  await expect(sheets(await slow)).toHaveCount(2)
  await (await slow).close()

  for (const path of storedFiles()) writeFileSync(path, '%PDF-1.7 spoiled')
  await view.click()
  await expect(title).toHaveText(
    'This document cannot be opened right now. Your administrator has been notified.',
  )
  await expect(viewer(page).getByText('Trying again won’t help.')).toBeVisible()
  await expectGoodOnAllScreens(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Notes' }).click()
  await expect(page.getByText('Called the clinic.')).toBeVisible()
  await expect(page.getByText(fullCase.patient)).toBeVisible()
})

const storedFiles = () =>
  readdirSync(join(dataDir, 'documents'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => join(dataDir, 'documents', name))
