import type { Page } from '@playwright/test'
import { listPending } from '../../tests/e2e/authorizations.ts'
import { findByName, goToSection, openSearch } from '../../tests/e2e/cases.ts'
import { openReports, report } from '../../tests/e2e/reports.ts'
import { signIn } from '../../tests/e2e/staff.ts'
import { fillIn, openResults, openVobForm } from '../../tests/e2e/vob-form.ts'

export type Screenshot = { name: string; show(page: Page): Promise<void> }

const found = /^\d+ results? found$/
const caseSections = ['Medical Records', 'Case Documents', 'Billing', 'Notes'] as const

/** The staff pages from the start page to the end of the session, each on a fresh page. */
export const staffScreenshots: readonly Screenshot[] = [
  { name: 'start', show: (page) => openPage(page, '/', 'Portal Login') },
  { name: 'client-selector', show: selectClient },
  { name: 'home', show: (page) => signIn(page, 'alpine') },
  { name: 'dedicated-team', show: showTeam },
  { name: 'session-warning', show: showWarning },
  { name: 'session-expired', show: showExpiry },
  { name: 'patient-search', show: findPatients },
  { name: 'current-activity', show: showActivity },
  { name: 'find', show: findAnything },
  { name: 'overview', show: showOverview },
  ...caseSections.map((part) => ({
    name: part.toLowerCase().replace(' ', '-'),
    show: (page: Page) => showPart(page, part),
  })),
  { name: 'document', show: showDocument },
  { name: 'timeline', show: showTimeline },
  { name: 'authorization', show: listPending },
  { name: 'authorization-bill', show: openFirstBill },
  { name: 'decided', show: listDecided },
  { name: 'history', show: showHistory },
  { name: 'letter', show: showLetter },
  { name: 'metrics', show: showMetrics },
  { name: 'reports', show: chooseReport },
  { name: 'savings', show: showSavings },
  { name: 'vobs', show: listVobs },
  { name: 'create-vob', show: fillInVob },
  { name: 'preview-vob', show: previewVob },
  { name: 'emergency-access', show: openInEmergency },
  { name: 'member-accounts', show: listMemberAccounts },
  { name: 'sign-ins', show: listSignIns },
  { name: 'audit-trail', show: showAuditTrail },
]

async function selectClient(page: Page) {
  await signIn(page, 'internal')
  await page.getByText(/^\d+ pending$/).waitFor()
}

async function showTeam(page: Page) {
  await signIn(page, 'alpine', '/account-management')
  await page.getByRole('heading', { level: 1, name: 'Dedicated Team' }).waitFor()
}

async function showWarning(page: Page) {
  await page.clock.install()
  await signIn(page, 'alpine')
  await page.clock.fastForward('58:10')
  await page.getByRole('dialog', { name: 'Your session is about to end' }).waitFor()
}

async function showExpiry(page: Page) {
  await page.clock.install()
  await signIn(page, 'alpine')
  // The server's clock does not move, so its session would go on.
  const problem = {
    type: 'about:blank',
    title: 'Unauthorized',
    status: 401,
    detail: 'Log in again.',
    reference: '-',
  }
  const detail = { ...problem, reason: 'session_expired' }
  await page.route('/api/session/renew', (route) => route.fulfill({ status: 401, json: detail }))
  await page.clock.fastForward('01:00:10')
  await page.getByText('your session has expired').waitFor()
}

async function openFirstBill(page: Page) {
  await listPending(page)
  await page
    .getByRole('button', { name: /^Decide: ITN/ })
    .first()
    .click()
  // A phone shows it on another tab.
  await page.getByText('Bill for Authorization').first().waitFor({ state: 'attached' })
  await page.getByRole('radio', { name: 'Approve' }).check()
}

async function listDecided(page: Page) {
  await signIn(page, 'alpine', '/authorization/decided')
  await page
    .getByRole('button', { name: /^History: ITN/ })
    .first()
    .waitFor()
}

async function showHistory(page: Page) {
  await listDecided(page)
  await page
    .getByRole('button', { name: /^History: ITN/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

async function showLetter(page: Page) {
  await listDecided(page)
  await page
    .getByRole('button', { name: /^Letter: ITN/ })
    .first()
    .click()
  await page.getByRole('dialog').getByText('Authorization Decision').first().waitFor()
}

async function showMetrics(page: Page) {
  await signIn(page, 'alpine', '/authorization/metrics')
  await page.getByLabel('Decisions made in').selectOption('Last 12 months')
  await page.getByRole('figure', { name: 'Decisions by client and outcome' }).waitFor()
}

async function findPatients(page: Page) {
  await openSearch(page, '/patient-search')
  await page.getByLabel('Search By').selectOption('Patient Last Name')
  await findByName(page, 'sample')
  await page.getByText(found).waitFor()
}

async function showActivity(page: Page) {
  await signIn(page, 'alpine', '/current-activity')
  await page.getByText(found).waitFor()
}

async function showOverview(page: Page) {
  await findPatients(page)
  await page
    .getByRole('link', { name: /^Sample/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^All \d/ }).waitFor()
}

async function showDocument(page: Page) {
  await showPart(page, 'Medical Records')
  await page
    .getByRole('button', { name: /^View: Medical Records/ })
    .first()
    .click()
  await page.getByRole('figure').first().waitFor()
  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.type('patient')
  await page
    .getByRole('search')
    .getByText(/^1 of \d/)
    .waitFor()
}

async function findAnything(page: Page) {
  await signIn(page, 'alpine')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a patient' }).fill('sample')
  await page
    .getByRole('option', { name: /^Sample/ })
    .first()
    .waitFor()
}

async function listVobs(page: Page) {
  await signIn(page, 'alpine', '/vobs')
  await page.getByText('VOB-').first().waitFor()
}

async function showPart(page: Page, part: string) {
  await findPatients(page)
  await page
    .getByRole('link', { name: `${part}: ` })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: part }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** The timeline of the busiest case in the demo data. */
async function showTimeline(page: Page) {
  await openSearch(page, '/patient-search')
  await page.getByLabel('Search By').selectOption('ITN #')
  await findByName(page, 'ITN0000001')
  await page.getByRole('link', { name: 'Notes: ' }).click()
  await goToSection(page, 'Timeline')
  await page.getByRole('img', { name: 'Activity' }).scrollIntoViewIfNeeded()
}

async function chooseReport(page: Page) {
  await openReports(page)
  await report(page).selectOption('Savings Summary')
  await page.getByRole('button', { name: 'Last 6 months' }).click()
}

async function showSavings(page: Page) {
  await chooseReport(page)
  await page.getByRole('button', { name: 'Year to date' }).click()
  await page.getByRole('button', { name: 'Show report' }).click()
  await page
    .getByRole('list', { name: /^Key figures/ })
    .first()
    .waitFor()
}

async function fillInVob(page: Page) {
  await openResults(page)
  await openVobForm(page)
  await fillIn(page)
}

async function previewVob(page: Page) {
  await fillInVob(page)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('region', { name: 'Preview' }).getByRole('img').waitFor()
}

async function openInEmergency(page: Page) {
  await signIn(page, 'alpine-leisure', '/emergency-access')
  await page.getByLabel('Incident number').waitFor()
}

async function listMemberAccounts(page: Page) {
  await signIn(page, 'alpine', '/member-accounts')
  await page.getByText('alpine-member').first().waitFor()
}

async function listSignIns(page: Page) {
  await signIn(page, 'alpine', '/sign-ins')
  await page.getByText('Chrome').first().waitFor()
}

async function showAuditTrail(page: Page) {
  await signIn(page, 'internal')
  await page.goto('/audit')
  await page.getByText(/^1–10 of /).waitFor()
}

async function openPage(page: Page, path: string, button: string) {
  await page.goto(path)
  await page.getByRole('button', { name: button }).waitFor()
}
