import type { Page } from '@playwright/test'
import { expect } from './portal-test.ts'

export const password = 'demo-portal-2026'

/** Fills in the page of the development identity provider. */
export async function enter(page: Page, username: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs a demonstration account in by the start page, and waits until it is where that leads. */
export async function signIn(page: Page, username: 'alpine' | 'lagoon' | 'internal') {
  await page.goto('/')
  await page.getByRole('button', { name: 'Portal Login' }).click()
  await enter(page, username)
  await expect(page).toHaveURL(username === 'internal' ? '/client-selector' : '/home')
  const arrived = username === 'internal' ? 'Select client' : /^Welcome/
  await expect(page.getByRole('heading', { level: 1, name: arrived })).toBeVisible()
}
