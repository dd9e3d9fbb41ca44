import type { Page } from '@playwright/test'
import { expect } from './portal-test.ts'
import { password } from './staff.ts'

export const memberPage = '/client-member-page'
export const loginPage = '/client-member-page/login'

export type Member = 'alpine-member' | 'lagoon-member'

export const passwordField = (page: Page) => page.getByLabel('Password', { exact: true })
export const logInButton = (page: Page) => page.getByRole('button', { name: 'Log in' })
export const logoutButton = (page: Page) => page.getByRole('button', { name: 'Logout' })

/** Logs in on the page, as people do. */
export async function logIn(page: Page, username: string, typed = password) {
  await page.getByLabel('Username').fill(username)
  await passwordField(page).fill(typed)
  await logInButton(page).click()
}

/** Logs a demonstration member in as its browser's request does, and goes to their page. */
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

/** What the browser keeps of a member. */
export const keptMember = (page: Page) => page.evaluate(() => localStorage.getItem('memberConfiguration'))
