import type { Page } from '@playwright/test'
import { expect } from './portal-test.ts'
import { openClient, signIn } from './staff.ts'

/** Emails one provider from the local search, as a visitor does. */
export async function emailProvider(page: Page, toEmail: string) {
  const headers = { 'provider-code': 'domesticLocal' }
  const search = {
    providerSearchCode: 'domesticLocal',
    state: 'FL',
    name: 'clinic',
    providerType: '0000000000',
  }
  const found = await page.request.post('/api/providers', { headers, data: search })
  const [provider] = (await found.json()).results
  const data = { user: 'Ann <b>Example', toEmail, providers: [provider.hash] }
  const refused = await page.request.post('/api/emailProviders', { headers, data })
  expect(refused.status()).toBe(422)
  const sent = await page.request.post('/api/emailProviders', {
    headers,
    data: { ...data, user: 'Ann Example' },
  })
  expect(sent.status()).toBe(200)
  return provider.name as string
}

/** Signs in internal staff and chooses a client. */
export async function viewAlpine(page: Page) {
  await signIn(page, 'internal')
  await openClient(page, 'Alpine Travel Insurance')
}
