import type { Page } from '@playwright/test'
import type { CaseRow } from '#cases/contract.ts'
import { signIn } from '../tests/e2e/staff.ts'
import type { Interaction } from './page-interactions.ts'

const rows = 1000
const names = 'Sampleton Mockbury Draftwick Quillfeather Placeholder Testerman'.split(' ')

/** As many incidents as a response can contain, shuffled. */
const found = Array.from({ length: rows }, (_, at): CaseRow => {
  const [shuffled, day] = [(at * 617) % rows, String(1 + (at % 28)).padStart(2, '0')]
  return {
    hash: `row-${at}`,
    patientName: `${names[at % names.length]}, Ada ${shuffled}`,
    patientCode: `P${at}`,
    dateOfBirth: `19${50 + (at % 50)}-05-${day}`,
    client: 'ALP1',
    carrier: 'Alpine Leisure Travel',
    policyNumber: `POL-${shuffled}`,
    effectiveDate: '2025-01-01',
    incidentNumber: String(99_000_000_000 + at),
    dateOfIncident: `2026-0${1 + (at % 9)}-${day}`,
    incidentDescription: 'Fell on wet stairs, fracture of the left wrist',
    enterDate: `2026-0${1 + (at % 9)}-${day}`,
    hasMedicalRecords: true,
    hasCaseSummary: true,
    hasCaseDocuments: true,
    hasBills: true,
    hasNotes: true,
  }
})

/** Signs in and searches; a thousand incidents replace the server's response. */
export async function openCases(page: Page) {
  await signIn(page, 'alpine')
  await page.route('/api/patients', (route) => route.fulfill({ json: { patients: found, notice: null } }))
  await page.goto('/patient-search')
  await page.getByLabel('Search For').fill('s')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByText('1,000 results found').waitFor()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Interactions with a thousand incidents, 50 per page. */
export const caseInteractions: readonly Interaction[] = [
  { name: 'sort by name', click: (page) => button(page, 'Patient Name') },
  { name: 'sort by incident', click: (page) => button(page, 'Incident #') },
  { name: 'sort by a text that is the same for all', click: (page) => button(page, 'Client') },
  {
    name: 'next page',
    click: (page) => button(page, 'Next page'),
    undo: (page) => button(page, 'Previous page').click(),
  },
  {
    name: 'open the search box',
    act: (page) => page.keyboard.press('Control+k'),
    undo: closeSearchBox,
  },
  {
    name: 'type into the search box',
    prepare: openSearchBox,
    act: (page) => page.keyboard.press('s'),
    undo: closeSearchBox,
  },
  {
    name: 'move through what the search box found',
    prepare: async (page) => {
      await openSearchBox(page)
      await page.keyboard.type('sample')
      await page
        .getByRole('option', { name: /^Sample/ })
        .first()
        .waitFor()
    },
    act: (page) => page.keyboard.press('ArrowDown'),
    undo: closeSearchBox,
  },
]

async function openSearchBox(page: Page) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a patient' }).waitFor()
}

/** The first Escape clears the text. */
async function closeSearchBox(page: Page) {
  const box = page.getByRole('dialog')
  while (await box.isVisible()) await page.keyboard.press('Escape')
}

/** Opens the first case that a search among the demo data finds. */
export async function openCase(page: Page) {
  await signIn(page, 'alpine')
  await page.goto('/patient-search')
  await page.getByLabel('Search For').fill('sample')
  await button(page, 'Search').click()
  await page
    .getByRole('link', { name: /^Medical Records: / })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: 'Medical Records' }).waitFor()
}

/** Opens the home page after a case, which it then lists as a recent one. */
export async function openToday(page: Page) {
  await openCase(page)
  await goHome(page)
}

async function goHome(page: Page) {
  await page.goto('/home')
  await recentCase(page).waitFor()
  await button(page, 'Review next').waitFor()
}

const recentCase = (page: Page) =>
  page.getByRole('region', { name: 'Recent cases' }).getByRole('link').first()

/** Interactions with the home page of staff. */
export const todayInteractions: readonly Interaction[] = [
  { name: 'open a recent case', click: recentCase, undo: goHome },
  { name: 'review the next authorization', click: (page) => button(page, 'Review next'), undo: goHome },
]

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Case sections' }).getByRole('link', { name })

/** Switching to a section, and back to the one before. */
const switchTo = (name: string): Interaction => ({
  name: `open the section ${name}`,
  prepare: (page) => page.getByRole('heading', { level: 1, name: 'Medical Records' }).waitFor(),
  click: (page) => section(page, name),
  undo: async (page) => {
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await section(page, 'Medical Records').click()
  },
})

export const tabInteractions: readonly Interaction[] = [
  'Overview',
  'Case Documents',
  'Billing',
  'Notes',
  'Timeline',
].map(switchTo)

const viewRecord = (page: Page) => page.getByRole('button', { name: /^View: Medical Records/ }).first()
const viewer = (page: Page) => page.getByRole('dialog')

async function openDocument(page: Page) {
  await viewRecord(page).click()
  await viewer(page).locator('canvas').first().waitFor()
}

async function closeDocument(page: Page) {
  await page.keyboard.press('Escape')
  await viewer(page).waitFor({ state: 'hidden' })
}

/** Interactions with the documents of a case, which open over the page. */
export const documentInteractions: readonly Interaction[] = [
  { name: 'open a document', click: viewRecord, undo: closeDocument },
  {
    name: 'next page of a document',
    prepare: openDocument,
    click: (page) => viewer(page).getByRole('button', { name: 'Next page' }),
    undo: closeDocument,
  },
]
