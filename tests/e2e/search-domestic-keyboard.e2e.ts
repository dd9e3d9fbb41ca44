import { expectGoodOnAllScreens } from './cases.ts'
import { combo, searchAllTypes, selectFirst, selectOption, submitEmptySearch, tabTo } from './keyboard.ts'
import { expect, expectAccessible, expectToFit, sizes, test } from './portal-test.ts'

test.use({ initialData: 'demo' })

/** The states that the searches share are checked in one of them, at all screen sizes. */
const searches = [
  ['domestic-provider-search', 'Domestic Provider Search', false, 'desktop'],
  ['domestic-local-provider-search', 'Local Provider Search', true, 'phone'],
] as const

for (const [key, title, showsTaxId, screen] of searches)
  test(`keyboard users of ${title} recover from an error and select a provider (${screen})`, async ({
    page,
  }) => {
    await page.setViewportSize(sizes[screen])
    const check = showsTaxId ? async () => {} : expectGoodOnAllScreens
    await submitEmptySearch(page, `/${key}`, check)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(combo(page, 'State')).toBeFocused()
    await expect(page.getByLabel('Tax ID')).toHaveCount(showsTaxId ? 1 : 0)
    await selectOption(page, 'State', 'flo', 'Florida')
    await selectOption(page, 'City', 'miami', 'Miami')
    await tabTo(page, page.getByLabel('Address'))
    await page.keyboard.type('80 SW 8th St')
    await searchAllTypes(page, check)
    await expect(page).toHaveURL(`/${key}?state=FL&city=Miami&type=0000000000`)
    await selectFirst(page, showsTaxId ? expectAccessible : expectGoodOnAllScreens)
    await expectToFit(page)
  })

test('keyboard users who choose a territory see the disclaimer and return to the state field', async ({
  page,
}) => {
  await page.goto('/domestic-provider-search')
  await expect(combo(page, 'State')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('guam')
  await page.keyboard.press('Enter')
  const modal = page.getByRole('dialog', { name: 'Invalid Selection' })
  await expect(modal.getByRole('button', { name: 'OK' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(combo(page, 'State')).toBeFocused()
  await expect(combo(page, 'State')).toHaveValue('')
})
