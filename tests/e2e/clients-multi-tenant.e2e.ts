import { writeFile } from 'node:fs/promises'
import { expectGoodOnAllScreens, findByName, rows } from './cases.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'
import { expectAccount, openClient, signIn } from './staff.ts'

// Uses its own portal, because other tests depend on the demo clients.
test.use({ initialData: 'demo', settings: { COMPANY_NAME: 'Many Clients Assistance' } })

const count = 200
const numbers = Array.from({ length: count }, (_, at) => String(at + 1).padStart(3, '0'))

test(`the selector lists ${count} clients by name and filters by part of a name`, async ({
  page,
  portal,
}) => {
  const file = test.info().outputPath('clients.yaml')
  const clients = numbers.map((number) => `  - { id: many-${number}, name: Plan ${number} of many }`)
  await writeFile(file, ['clients:', ...clients, ''].join('\n'))
  const { exitCode, output } = await portal.command('clients', 'import', file, '--yes')
  expect(exitCode, output).toBe(0)

  await signIn(page, 'internal')
  const choice = page.getByRole('combobox', { name: 'Client' })
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size)
    await choice.click()
    const options = page.getByRole('option')
    await expect(options).toHaveCount(count + 3)
    const names = await options.allTextContents()
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')))
    await page.keyboard.press('End')
    await expectToFit(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize(sizes.desktop)
  await choice.fill('137')
  await expect(page.getByRole('option')).toHaveText(['Plan 137 of many'])
  await openClient(page, 'Plan 137 of many')
})

test('clients are listed with their pending authorizations, and a row opens its client by keyboard', async ({
  page,
}) => {
  await signIn(page, 'internal')
  const clients = page.getByRole('region', { name: 'All clients' })
  await expect(clients.getByRole('button').first()).toHaveText(
    /^Alpine Travel Insurance[1-9]\d* pendingOldest: \d+ days$/,
  )
  await expectGoodOnAllScreens(page)
  await clients.getByRole('textbox', { name: 'Find a client' }).focus()
  await page.keyboard.type('lagoon')
  await expect(clients.getByRole('button')).toHaveText(['Lagoon Health Plan'])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home')
  await expectAccount(page, 'Viewing Client: Lagoon Health Plan')
})

test('a secure search opens with the client of its tab, although another tab chose another client', async ({
  page,
  context,
}) => {
  await signIn(page, 'internal')
  await openClient(page, 'Alpine Travel Insurance')
  const other = await context.newPage()
  await other.goto('/client-selector')
  await openClient(other, 'Lagoon Health Plan')
  await expect(page).toHaveTitle(/ · Alpine Travel Insurance · Many Clients Assistance$/)
  await expect(other).toHaveTitle(/ · Lagoon Health Plan · Many Clients Assistance$/)

  await page.getByRole('button', { name: 'Provider Search' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Secure Domestic Provider Search' }).click()
  const search = await opened
  await expect(
    search.getByRole('heading', { level: 1, name: 'Secure Domestic Provider Search' }),
  ).toBeVisible()
  await expectAccount(search, 'Viewing Client: Alpine Travel Insurance')
  await expect(search).toHaveTitle(/ · Alpine Travel Insurance · Many Clients Assistance$/)
  await expectAccount(page, 'Viewing Client: Alpine Travel Insurance')

  await other.goto('/cookies')
  await expectAccount(other, 'Viewing Client: Lagoon Health Plan')
  await expect(other).toHaveTitle(/^[^·]+ · Many Clients Assistance$/)
})

test('internal staff without a client find a case in all clients and open it with its client', async ({
  page,
}) => {
  await signIn(page, 'internal')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Find a patient/ }).fill('26000000158')
  const row = page.getByRole('option', { name: /26000000158/ })
  await expect(row).toContainText('Alpine Travel Insurance')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/^[^?]*\/patient-search\/overview\?row=/)
  await expect(page.getByRole('region', { name: 'Patient and incident' })).toContainText('26000000158')
  await expectAccount(page, 'Viewing Client: Alpine Travel Insurance')
})

test('Back from a case of another client that was found restores the client and its page', async ({
  page,
}) => {
  await signIn(page, 'internal')
  await openClient(page, 'Lagoon Health Plan')
  await page.goto('/patient-search')
  await findByName(page, 'sample')
  await rows(page).getByRole('link').first().click()
  const patient = page.getByRole('region', { name: 'Patient and incident' })
  await expect(patient).toContainText('Lagoon Health Plan')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Find a patient/ }).fill('26000000158')
  await page.getByRole('option', { name: /Search all clients/ }).click()
  await page.getByRole('option', { name: /26000000158/ }).click()
  await expect(patient).toContainText('26000000158')
  await expectAccount(page, 'Viewing Client: Alpine Travel Insurance')
  await expect(page.getByRole('link', { name: 'Go to Patient Search' })).toBeVisible()

  const clientIds: (string | undefined)[] = []
  page.on('request', (request) => {
    if (/\/api\/(?!session|clientconfiguration)/.test(request.url()))
      clientIds.push(request.headers()['client-id'])
  })
  await page.goBack()
  await expect(patient).toContainText('Lagoon Health Plan')
  await expectAccount(page, 'Viewing Client: Lagoon Health Plan')
  await page.getByRole('link', { name: 'CONTACT' }).click()
  await expect(page.getByText('Lena Mockbury')).toBeVisible()
  expect(new Set(clientIds)).toEqual(new Set(['lagoon']))
})
