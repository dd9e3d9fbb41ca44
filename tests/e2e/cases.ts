import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { makePdf } from '#test-support/make-pdf.ts'
import type { PortalProcess } from './portal-process.ts'
import { expect, expectAccessible, expectToFit, sizes } from './portal-test.ts'
import { signIn } from './staff.ts'

/** The incident with rows of every kind, and its patient. */
export const fullCase = { incidentNumber: '99000000017', patient: 'Quillfeather, Ada' } as const

const numbers = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1).padStart(2, '0'))
const lines = (header: string, rows: readonly string[]) => [header, ...rows, ''].join('\n')

/** A patient with a full and an empty incident, one without incidents, and thirty more. */
const files = {
  'patients.csv': lines('patientCode,client,lastName,firstName,dateOfBirth', [
    'E2E-1,ALP1,Quillfeather,Ada,1980-05-06',
    'E2E-2,ALP1,Quillfeather,Zoë,1992-02-29',
    'E2E-3,LAG1,Quillfeather,Lena,1975-12-31',
    ...numbers(30).map((number) => `E2E-P${number},ALP2,Plentiful,P${number},1990-01-${number}`),
  ]),
  'policies.csv': lines('policyNumber,patientCode,effectiveDate', ['E2E-POL-1,E2E-1,2025-01-01']),
  'incidents.csv': lines(
    'incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary',
    [
      '99000000017,E2E-1,E2E-POL-1,2026-03-01,Fell from a ladder,2026-03-02,"Broke a wrist, was operated."',
      '99000000018,E2E-1,E2E-POL-1,2026-04-01,Fever,2026-04-02,',
      '99000000019,E2E-3,,2026-04-01,Fever,2026-04-02,',
      ...numbers(30).map(
        (number) =>
          `990000001${number},E2E-P${number},,2026-05-${number},${number === '17' ? 'Fell on the wet stairs of a hotel' : 'Fever'},2026-05-${number},`,
      ),
    ],
  ),
  'records.csv': lines('id,incidentNumber,dateAdded,pageStart,pageEnd', [
    'E2E-R2,99000000017,2026-03-10,3,3',
    'E2E-R1,99000000017,2026-03-05,1,2',
  ]),
  'documents.csv': lines('id,incidentNumber,dateAdded,pageStart,pageEnd', [
    'E2E-D1,99000000017,2026-03-06,4,5',
  ]),
  'bills.csv': lines(
    'itn,incidentNumber,providerName,serviceFrom,serviceTo,currency,totalCharges,repricedAmount,processedDate,paymentStatus,imagePageStart,imagePageEnd',
    [
      'E2E-ITN1,99000000017,Dr. Draft,2026-03-01,2026-03-01,EUR,100,,,Received,,',
      'E2E-ITN2,99000000017,Mercy Hospital,2026-03-04,2026-03-09,USD,1250.5,900.25,2026-04-01,Paid,6,6',
      'E2E-ITN3,99000000017,Harbor Clinic,2026-03-20,2026-03-20,USD,99.5,80,2026-04-02,Paid,,',
      'E2E-ITN4,99000000017,Harbor Clinic,2026-05-02,2026-05-02,USD,10000,2500.10,2026-05-12,Paid,,',
    ],
  ),
  'notes.csv': lines('id,incidentNumber,timestamp,type,author,noteText', [
    'E2E-N2,99000000017,2026-03-04T10:00:00-05:00,Call,M. Draftwick,Called the clinic.',
    'E2E-N1,99000000017,2026-03-02T08:30:00Z,Intake,A. Sampleton,"<script>alert(1)</script>\nSecond line"',
  ]),
}

const portalsWithCases = new WeakSet<PortalProcess>()

/** Imports these cases into a running demo portal, as an operator does. Files that share a portal import them once. */
export async function importCases(portal: PortalProcess) {
  if (portalsWithCases.has(portal)) return
  portalsWithCases.add(portal)
  const folder = await mkdtemp(join(tmpdir(), 'cases-of-browser-tests-'))
  await mkdir(join(folder, 'files'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const pages = numbers(6).map((number) => `Page ${number}`)
  await writeFile(join(folder, 'files', `${fullCase.incidentNumber}.pdf`), await makePdf(pages))
  const { exitCode, output } = await portal.command('import', 'cases', folder)
  await rm(folder, { recursive: true })
  if (exitCode !== 0) throw new Error(output)
}

/** Signs in and opens a search page. */
export async function openSearch(
  page: Page,
  path: '/patient-search' | '/current-activity',
  account: 'alpine' | 'lagoon' = 'alpine',
) {
  await signIn(page, account, path)
  await expectForm(page)
  await expect(page.getByText('** Clients Loading **')).toHaveCount(0)
  await editSearch(page)
}

/** Waits for the search form, or the summary that has taken its place. */
async function expectForm(page: Page) {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(button('Search').or(button('Edit search')).first()).toBeVisible()
}

/** Opens the search form again if a summary has taken its place. */
export async function editSearch(page: Page) {
  await expectForm(page)
  const edit = page.getByRole('button', { name: 'Edit search' })
  if (await edit.isVisible()) await edit.click()
}

/** Makes every search of current activity one of the days of these cases, which are not recent. */
export const searchTheirDays = (page: Page) =>
  page.route('/api/currentActivity', (route) =>
    route.continue({
      postData: { ...route.request().postDataJSON(), startDate: '2026-03-01', endDate: '2026-05-31' },
    }),
  )

/** Shows the columns that are hidden at first. */
export async function showAllColumns(page: Page) {
  await page.getByRole('button', { name: 'Columns' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await expect(chooser).toBeVisible()
  for (const box of await chooser.getByRole('checkbox').all()) await box.check()
  await page.keyboard.press('Escape')
  await expect(chooser).toHaveCount(0)
}

export const search = (page: Page) => page.getByRole('button', { name: 'Search', exact: true }).click()

/** Finds patients by last name. */
export async function findByName(page: Page, name: string) {
  await editSearch(page)
  await page.getByLabel('Search For').fill(name)
  await search(page)
}

/** The rows of the results table. */
export const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Results' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

/** Opens a section of the full case from the results. */
export async function openSection(page: Page, part: string) {
  await page
    .getByRole('link', { name: `${part}: ${fullCase.patient}` })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
}

/** Opens another section of the current case. */
export const goToSection = (page: Page, part: string) =>
  page.getByRole('navigation', { name: 'Case sections' }).getByRole('link', { name: part }).click()

/** Finds the full case and opens a section of it. */
export async function openFullCase(page: Page, part: string) {
  await openSearch(page, '/patient-search')
  await findByName(page, 'quillfeather')
  await openSection(page, part)
}

/** The cells of a column, numbered from 1. */
export const columnCells = (page: Page, list: string, column: number) =>
  page
    .getByRole('table', { name: list })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .locator(`td:nth-child(${column})`)

/** Phones wider than the narrowest have the same layout, whose accessibility is checked once. */
const screens = [
  { size: { width: 320, height: 640 }, hasOwnLayout: true },
  { size: sizes.phone, hasOwnLayout: false },
  { size: sizes.desktop, hasOwnLayout: true },
]

/** Checks that the page fits on small and large phones and desktop, and is accessible in both layouts. */
export async function expectGoodOnAllScreens(page: Page) {
  for (const { size, hasOwnLayout } of screens) {
    await page.setViewportSize(size)
    // After a resize, the page fits only once it has rendered its list again.
    await expect(() => expectToFit(page)).toPass()
    if (hasOwnLayout) await expectAccessible(page)
  }
}
