import type { Page } from '@playwright/test'
import { findByName, rows } from './cases.ts'
import { expect, expectAccessible, test } from './portal-test.ts'
import { expectAccount, logOut, openClient, signIn } from './staff.ts'

test.use({ initialData: 'demo' })

const found = (tab: Page) => tab.getByText(/^\d+ results? found$/)
const patient = (tab: Page) => tab.getByRole('region', { name: 'Patient and incident' })

/** Signs in internal staff with one client in this tab and another one in a new tab, which is returned. */
async function openTwoClients(page: Page) {
  await signIn(page, 'internal')
  await openClient(page, 'Alpine Travel Insurance')
  const other = await page.context().newPage()
  await other.goto('/client-selector')
  await openClient(other, 'Lagoon Health Plan')
  return other
}

/** Lists the clients that the page's requests are about. */
function collectClientIds(page: Page) {
  const clientIds = new Set<string | undefined>()
  page.on('request', (request) => {
    if (/\/api\/(?!session|clientconfiguration)/.test(request.url()))
      clientIds.add(request.headers()['client-id'])
  })
  return clientIds
}

test('each tab of internal staff keeps its own client, and a new tab takes the one chosen last', async ({
  page,
  context,
}) => {
  const other = await openTwoClients(page)
  const clientIds = collectClientIds(page)
  await expectAccount(page, 'Viewing Client: Alpine Travel Insurance')
  await Promise.all([page.reload(), other.reload()])
  for (const [tab, client, manager] of [
    [page, 'Alpine Travel Insurance', 'Ada Sampleton'],
    [other, 'Lagoon Health Plan', 'Lena Mockbury'],
  ] as const) {
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${client}`)
    await expect(tab).toHaveTitle(new RegExp(` · ${client} · Harborline Assistance$`))
    await expectAccount(tab, `Viewing Client: ${client}`)
    await tab.getByRole('link', { name: 'CONTACT' }).click()
    await expect(tab.getByText(manager)).toBeVisible()
    await tab.getByRole('link', { name: 'Patient Search' }).click()
    await findByName(tab, 'sample')
  }
  const ofAlpine = (await found(page).textContent()) ?? ''
  await expect(found(other)).not.toHaveText(ofAlpine)
  await page.reload()
  await expect(found(page)).toHaveText(ofAlpine)

  const opened = page.waitForEvent('popup')
  await test.step('a secure search opens with the client of its tab, although another tab chose another client', async () => {
    await page.getByRole('button', { name: 'Provider Search' }).click()
    await page.getByRole('link', { name: 'Secure Domestic Provider Search' }).click()
    const search = await opened
    await expect(search.getByRole('heading', { level: 1 })).toHaveText('Secure Domestic Provider Search')
    await expectAccount(search, 'Viewing Client: Alpine Travel Insurance')
    await expect(search).toHaveTitle(/ · Alpine Travel Insurance · Harborline Assistance$/)
    await expectAccount(page, 'Viewing Client: Alpine Travel Insurance')
  })
  expect(clientIds).toEqual(new Set(['alpine']))

  const third = await context.newPage()
  await third.goto('/account-management')
  await expect(third.getByText('Lena Mockbury')).toBeVisible()
  await third.getByRole('link', { name: 'Cookies and settings' }).click()
  await expect(third).toHaveTitle(/^[^·]+ · Harborline Assistance$/)
  await expectAccount(third, 'Viewing Client: Lagoon Health Plan')
  await third.goBack()
  await expect(third.getByText('Lena Mockbury')).toBeVisible()

  await other.evaluate(() => sessionStorage.setItem('draft of a note', '{}'))
  await logOut(page)
  for (const tab of [page, other, third, await opened]) {
    await expect(tab).toHaveURL('/')
    // Other tabs remove their values when they learn of the end of the session.
    await expect
      .poll(() => tab.evaluate(() => JSON.stringify([localStorage, sessionStorage])))
      .not.toMatch(/"(kept|draft of|currentClient|clientConfiguration)/)
  }
})

test('a case or secure search in a new tab has the client of its opener, and a draft stays in its tab', async ({
  page,
  context,
}) => {
  const other = await openTwoClients(page)
  await page.getByRole('link', { name: 'Patient Search' }).click()
  await findByName(page, 'sampleb')
  const link = rows(page)
    .getByRole('link', { name: /^Sampleb/ })
    .first()
  const [name, href] = [await link.textContent(), await link.getAttribute('href')]
  const results = (await found(page).textContent()) ?? ''
  await other.getByRole('link', { name: 'Patient Search' }).click()
  await findByName(other, 'sample')

  const tab = await context.newPage()
  await tab.goto(href ?? '')
  await expect(patient(tab)).toContainText(name ?? 'a name')
  await expectAccount(tab, 'Viewing Client: Alpine Travel Insurance')
  const search = await context.newPage()
  await search.goto('/domestic-secure-provider-search')
  await expectAccount(search, 'Viewing Client: Alpine Travel Insurance')
  await tab.getByRole('button', { name: 'Write a note' }).click()
  await tab.getByRole('textbox', { name: 'Note' }).fill('Called, not sent')
  await other.getByRole('link', { name: 'Select client' }).click()
  await openClient(other, 'Harborline Assistance')
  await tab.reload()
  await expect(tab.getByRole('textbox', { name: 'Note' })).toHaveValue('Called, not sent')
  await tab.getByRole('link', { name: 'Back to results' }).click()
  await expect(tab.getByText(results, { exact: true })).toBeVisible()
})

/** Finds a case of Alpine with the search box, in all clients. */
async function findInAllClients(page: Page) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Find a patient/ }).fill('26000000158')
  return page.getByRole('option', { name: /26000000158/ })
}

test('internal staff find a case in all clients, and Back restores the client before it', async ({
  page,
}) => {
  await signIn(page, 'internal')
  await test.step('internal staff without a client find a case in all clients and open it with its client', async () => {
    await expect(await findInAllClients(page)).toContainText('Alpine Travel Insurance')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/^[^?]*\/patient-search\/overview\?row=/)
    await expect(patient(page)).toContainText('26000000158')
    await expectAccount(page, 'Viewing Client: Alpine Travel Insurance')
  })
  await test.step('Back from a case of another client that was found restores the client and its page', async () => {
    await page.getByRole('link', { name: 'Select client' }).click()
    await openClient(page, 'Lagoon Health Plan')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patient Search' }).click()
    await findByName(page, 'sample')
    await rows(page).getByRole('link').first().click()
    await expect(patient(page)).toContainText('Lagoon Health Plan')
    const row = await findInAllClients(page)
    // The rows move when the results arrive.
    await expect(page.getByText('No matches for “26000000158”')).toBeVisible()
    await page.getByRole('option', { name: /Search all clients/ }).click()
    await row.click()
    await expect(patient(page)).toContainText('26000000158')
    await expectAccount(page, 'Viewing Client: Alpine Travel Insurance')
    await expect(page.getByRole('link', { name: 'Go to Patient Search' })).toBeVisible()

    const clientIds = collectClientIds(page)
    await page.goBack()
    await expect(patient(page)).toContainText('Lagoon Health Plan')
    await expectAccount(page, 'Viewing Client: Lagoon Health Plan')
    await page.getByRole('link', { name: 'CONTACT' }).click()
    await expect(page.getByText('Lena Mockbury')).toBeVisible()
    expect(clientIds).toEqual(new Set(['lagoon']))
  })
})
