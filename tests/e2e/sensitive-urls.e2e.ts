import type { Page } from '@playwright/test'
import { expectPdf, importItns, reviewDialog } from './authorizations.ts'
import { findByName, fullCase, importCases, openSearch } from './cases.ts'
import { combo } from './keyboard.ts'
import { expect, test } from './portal-test.ts'
import { enter } from './staff.ts'

test.use({
  initialData: 'demo',
  searchForm: 'quick',
  settings: { SENSITIVE_URLS: 'off' },
  expectedMessages: [/status of 401/],
})

/** Collects the URLs of all requests of a page, as they reach the server: without fragments. */
function collectUrls(page: Page) {
  const urls: string[] = []
  page.on('request', (request) => urls.push(decodeURIComponent(request.url().replace(/#.*/, ''))))
  return urls
}

const findUrlsWith = (urls: readonly string[], words: readonly string[]) =>
  urls.filter((url) => words.some((word) => url.toLowerCase().includes(word.toLowerCase())))

test('a link to a bill opens it after sign-in and a reload, and no URL that reaches the server has its ITN', async ({
  page,
  portal,
}) => {
  await importItns(portal)
  const urls = collectUrls(page)
  await page.goto('/authorization#itn=LOOK01')
  await page.getByRole('button', { name: 'Portal Login' }).click()
  await enter(page, 'alpine')
  await expectPdf(page, 'LOOK01')
  await expect(page).toHaveURL('/authorization#itn=LOOK01')
  await reviewDialog(page).getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/#itn=(?!LOOK01)/)
  const next = page.url().replace(/^.*#itn=/, '')
  await expectPdf(page, next)
  await page.reload()
  await expectPdf(page, next)
  expect(urls.filter((url) => url.endsWith('/api/itn/pdf')).length).toBeGreaterThan(2)
  expect(findUrlsWith(urls, ['LOOK01', next, 'Quillfeather'])).toEqual([])
})

test('no URL has the patient, the incident or a bill of a case', async ({ page, portal }) => {
  await importCases(portal)
  const urls = collectUrls(page)
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  await page
    .getByRole('link', { name: `Billing: ${fullCase.patient}` })
    .first()
    .click()
  await page
    .getByRole('button', { name: /^Bill Image/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText('Page 06')).toBeVisible()
  expect(urls.some((url) => url.endsWith('/api/billimage'))).toBe(true)
  expect(findUrlsWith(urls, ['quillfeather', fullCase.incidentNumber, 'E2E-'])).toEqual([])
})

test('no URL has the street that a visitor types', async ({ page }) => {
  const urls = collectUrls(page)
  await page.goto('/domestic-provider-search')
  await combo(page, 'What').fill('hospital')
  await combo(page, 'Where').fill('1500 Main St, Miami, FL 33131')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText(/^\d+ providers? found$/)).toBeVisible()
  expect(urls.some((url) => url.endsWith('/api/_gc'))).toBe(true)
  expect(findUrlsWith(urls, ['Main St', '1500'])).toEqual([])
})
