import type { Page } from '@playwright/test'
import { findByName, openSearch } from '../../tests/e2e/cases.ts'
import { logInButton, loginPage, openMemberPage } from '../../tests/e2e/members.ts'
import type { Screenshot } from './staff-screenshots.ts'

/** The member pages, each on a fresh page. */
export const memberScreenshots: readonly Screenshot[] = [
  { name: 'member-login', show: showLogin },
  { name: 'member-page', show: (page) => openMemberPage(page, 'alpine-member') },
  { name: 'member-card', show: showCard },
  { name: 'member-card-provider', show: showCardToProvider },
]

async function showLogin(page: Page) {
  await page.goto(loginPage)
  await logInButton(page).waitFor()
}

/** The policy, names and member login of the demo data’s sample card. */
const sample = { policy: 'ALP1-POL-272213', firstName: 'Nils', lastName: 'Sketchdale' }

/** Shows the sample card. Its date of birth depends on the date of the demo data, so staff look it up. */
async function showCard(page: Page) {
  await openSearch(page, '/patient-search')
  await page.getByLabel('Search By').selectOption('Policy #')
  await findByName(page, sample.policy)
  await page.getByText(/^\d+ results? found$/).waitFor()
  const results = (await page.getByRole('main').textContent()) ?? ''
  const [dateOfBirth = ''] = /\d{1,2}\/\d{1,2}\/19\d\d/.exec(results) ?? []
  await openMemberPage(page, 'alpine-member')
  for (const [field, value] of Object.entries({ ...sample, dateOfBirth }))
    await page.locator(`#id-card-${field}`).fill(value)
  await page.getByRole('button', { name: 'Show my card' }).click()
  await page.getByRole('heading', { name: 'Your ID card' }).waitFor()
}

async function showCardToProvider(page: Page) {
  await showCard(page)
  await page.getByRole('button', { name: 'Show to provider' }).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
}
