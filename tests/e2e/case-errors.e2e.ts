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
  search,
} from './cases.ts'
import { expect, expectAccessible, test } from './portal-test.ts'
import { signIn } from './staff.ts'

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

const cancelledSearch = (page: Page) =>
  page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/patients'))

test('a new search during a running one asks for confirmation', async ({ page }) => {
  await openSearch(page, '/patient-search')
  const letGo = await hold(page, '/api/patients')
  await findByName(page, 'quillfeather')
  await expect(page.getByText('Searching', { exact: true }).first()).toBeVisible()
  await findByName(page, 'plentiful')
  const question = page.getByRole('dialog', { name: 'Search in progress' })
  await expect(question).toContainText('Would you like to proceed with these new search parameters instead?')
  await expectGoodOnAllScreens(page)
  await question.getByRole('button', { name: 'No' }).click()
  await expect(question).toBeHidden()
  await search(page)
  const cancelled = cancelledSearch(page)
  await question.getByRole('button', { name: 'Yes' }).click()
  await cancelled
  letGo()
  await expect(page.getByText('30 results found')).toBeVisible()

  await hold(page, '/api/patients')
  await findByName(page, 'quillfeather')
  const reset = cancelledSearch(page)
  await page.getByRole('button', { name: 'Reset' }).click()
  await reset
  await expect(page.getByLabel('Search For')).toHaveValue('')
  await expect(page.getByRole('region', { name: 'Results' })).toHaveText('')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the question about a running search stays open after that search ends', async ({ page }) => {
  await openSearch(page, '/patient-search')
  const letGo = await hold(page, '/api/patients')
  await findByName(page, 'quillfeather')
  await findByName(page, 'plentiful')
  const question = page.getByRole('dialog', { name: 'Search in progress' })
  await expect(question).toBeVisible()
  letGo()
  await expect(page.getByText('3 results found')).toBeVisible()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('30 results found')).toBeVisible()
})

test('while clients load, the form says so and rejects a search', async ({ page }) => {
  await signIn(page, 'alpine')
  const letGo = await hold(page, '/api/clientconfiguration/*')
  await page.evaluate(() => localStorage.removeItem('clientConfiguration'))
  await page.goto('/patient-search')
  await expect(page.getByText('** Clients Loading **')).toBeVisible()
  await findByName(page, 'quillfeather')
  await expect(page.getByRole('alert')).toContainText(
    'Client list is not yet initialized and is required for search. Please try again in a moment.',
  )
  await expectGoodOnAllScreens(page)
  letGo()
  await expect(page.getByLabel('All Clients')).toBeVisible()
  await search(page)
  await expect(page.getByText('3 results found')).toBeVisible()
})

test('a failed search shows an error in place of results and can be retried', async ({ page }) => {
  for (const [path, call, sentence] of [
    ['/patient-search', '/api/patients', 'An error occurred retrieving patient results.'],
    ['/current-activity', '/api/currentActivity', 'An error occurred retrieving current activity results.'],
  ] as const) {
    if (path === '/patient-search') await openSearch(page, path)
    else await page.getByRole('link', { name: 'Current Activity' }).click()
    await page.route(call, (route) => route.fulfill({ status: 500, json: {} }))
    if (path === '/patient-search') await page.getByLabel('Search For').fill('quillfeather')
    else {
      await page.getByLabel('Start Date').fill('3/1/2026')
      await page.getByLabel('End Date').fill('3/31/2026')
    }
    await search(page)
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(page.getByRole('region', { name: 'Results' })).toContainText(sentence)
    if (path === '/patient-search') await expectGoodOnAllScreens(page)
    await page.unroute(call)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rows(page).first()).toBeVisible()
  }
})

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

test('after an invalid search, the page says that the results below are from the previous one', async ({
  page,
}) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  await expect(rows(page)).toHaveCount(3)
  await findByName(page, '')
  const earlier = page.getByText('These results are from your previous search')
  await expect(earlier).toBeVisible()
  await expectGoodOnAllScreens(page)
  await findByName(page, 'plentiful')
  await expect(page.getByText('30 results found')).toBeVisible()
  await expect(earlier).toHaveCount(0)
})

test('results that cannot be rendered show an error, and the search can be repeated', async ({ page }) => {
  await openSearch(page, '/patient-search')
  await page.route('/api/patients', (route) => route.fulfill({ json: { patients: [{ hash: 7 }] } }))
  await findByName(page, 'quillfeather')
  const sentence = 'There was an error processing the search results. Please search again.'
  await expect(page.getByText(sentence)).toBeVisible()
  await page.unroute('/api/patients')
  await page.getByRole('button', { name: 'Search again' }).click()
  await expect(rows(page)).toHaveCount(3)
})

test('a document that fails to open shows an error, and the case stays usable', async ({ page, context }) => {
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  await openSection(page, 'Medical Records')
  const view = page.getByRole('button', { name: 'View: Medical Records, pages 1-2' })
  await page.route('/api/tickets', (route) => route.fulfill({ status: 503, json: {} }))
  await view.click()
  await expect(page.getByRole('alert')).toContainText('An error occurred opening the document.')
  await expect.poll(() => context.pages()).toHaveLength(1)
  await page.unroute('/api/tickets')

  const letGo = await hold(page, '/api/tickets')
  const slow = context.waitForEvent('page')
  await view.click()
  await expect((await slow).getByRole('heading', { level: 1 })).toHaveText('Your document is being prepared')
  await expect(await slow).toHaveTitle(/^Your document is being prepared · /)
  await expectAccessible(await slow)
  const answered = context.waitForEvent('response', (response) =>
    response.url().endsWith('/api/medicalrecord'),
  )
  letGo()
  expect((await answered).headers()['content-type']).toBe('application/pdf')
  await (await slow).close()

  for (const path of storedFiles()) writeFileSync(path, '%PDF-1.7 spoiled')
  const opened = context.waitForEvent('page')
  await view.click()
  const damaged = await opened
  await expect(damaged.getByRole('heading', { level: 1 })).toHaveText(
    'This document cannot be opened right now. Your administrator has been notified.',
  )
  await expect(damaged.getByText('Trying again will not help.')).toBeVisible()
  await expectGoodOnAllScreens(damaged)
  await damaged.close()
  await page.getByRole('link', { name: 'Notes' }).click()
  await expect(page.getByText('Called the clinic.')).toBeVisible()
  await expect(page.getByText(fullCase.patient)).toBeVisible()
})

const storedFiles = () =>
  readdirSync(join(dataDir, 'documents'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => join(dataDir, 'documents', name))
