import type { Page } from '@playwright/test'
import { expect } from './portal-test.ts'
import { password } from './staff.ts'

export const memberPage = '/client-member-page'
export const loginPage = '/client-member-page/login'

export type Member = 'alpine-member' | 'lagoon-member'

export const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })
export const logInButton = (page: Page) => page.getByRole('button', { name: 'Log in' })
export const logoutButton = (page: Page) => page.getByRole('button', { name: 'Logout' })

/** Logs in with the login form. */
export async function logIn(page: Page, username: string, typed = password) {
  await page.getByLabel('Username').fill(username)
  await passwordField(page).fill(typed)
  await logInButton(page).click()
}

/** Logs a demo member in with the request of the login form, and opens their page. */
export async function openMemberPage(page: Page, username: Member) {
  const answer = await page.context().request.post('/api/clientmember/login', {
    data: { UserName: username, Password: password },
  })
  expect(answer.status()).toBe(200)
  await page.goto('/robots.txt', { waitUntil: 'load' })
  await page.evaluate((record) => localStorage.setItem('memberConfiguration', record), await answer.text())
  await page.goto(memberPage)
  await expect(logoutButton(page)).toBeVisible()
}

/** The data that the browser stores about a member. */
export const keptMember = (page: Page) => page.evaluate(() => localStorage.getItem('memberConfiguration'))
