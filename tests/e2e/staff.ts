import type { Page } from '@playwright/test'
import { expect } from './portal-test.ts'

export const password = 'demo-portal-2026'

/** Fills in the sign-in page of the development identity provider. */
export async function enter(page: Page, username: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

type Account = 'alpine' | 'alpine-leisure' | 'lagoon' | 'internal'

/**
 * Signs a demo account in with the requests of the sign-in pages and waits for the requested page. Internal
 * staff arrive at the client selector first.
 */
export async function signIn(page: Page, username: Account, path = '/home') {
  const { request } = page.context()
  const login = await request.get(`/auth/sign-in?returnTo=${encodeURIComponent(path)}`)
  const arrival = await request.post(login.url(), { form: { username, password } })
  await page.goto(arrival.url())
  const first = username === 'internal' ? '/client-selector' : path
  await expect(page).toHaveURL(first)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Authentication in progress')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account', exact: true })

/** Checks a text of the account menu, such as who is logged in. */
export async function expectAccount(page: Page, text: string) {
  await accountMenu(page).click()
  await expect(page.getByRole('banner').getByText(text)).toBeVisible()
  await page.keyboard.press('Escape')
}

/** Opens the portal of a client from the client selector. */
export async function openClient(page: Page, client: string) {
  await page.getByRole('combobox', { name: 'Client' }).fill(client)
  await page.getByRole('option', { name: client }).click()
  await page.getByRole('button', { name: 'Go to Selected Client Portal' }).click()
  await expect(page).toHaveURL('/home')
  await expectAccount(page, `Viewing Client: ${client}`)
}

/** Logs out with the account menu. */
export async function logOut(page: Page) {
  await accountMenu(page).click()
  await page.getByRole('link', { name: 'Logout' }).click()
}
