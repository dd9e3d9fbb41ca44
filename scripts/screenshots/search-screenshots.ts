import type { Page } from '@playwright/test'
import { signIn } from '../../tests/e2e/staff.ts'

type SearchScreenshot = { name: string; path: string; signsIn?: boolean }

const near = 'state=FL&city=Miami&type=0000000000'
const abroad = 'country=JM&city=Kingston&type=0000000000'

/** Every provider search with an example search. */
export const searchScreenshots: readonly SearchScreenshot[] = [
  { name: 'domestic', path: `/domestic-provider-search?${near}` },
  { name: 'local', path: `/domestic-local-provider-search?${near}` },
  { name: 'secure', path: `/domestic-secure-provider-search?${near}`, signsIn: true },
  { name: 'international', path: `/international-provider-search?network=global&${abroad}` },
  { name: 'sagicor', path: `/sagicor-provider-search?${abroad}&name=clinic` },
  { name: 'sagicor-jamaica', path: `/sagicor-jamaica-provider-search?${abroad}` },
  { name: 'aetna', path: '/aetna-international-provider-search?country=JM&city=*&type=0000000000' },
]

/** The results as a list; on a phone, as cards below the map. */
export async function showList(page: Page, { path, signsIn }: SearchScreenshot, isPhone: boolean) {
  if (signsIn) await signIn(page, 'alpine')
  await page.goto(path)
  const first = page.getByRole('main').getByRole('checkbox').first()
  await first.waitFor()
  if (!isPhone) return
  await page
    .getByRole('region', { name: 'Results', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
    .first()
    .evaluate((card) => scrollTo({ top: card.getBoundingClientRect().top + scrollY - 16 }))
}

/** The results on the map, with the first provider highlighted. */
export async function showMap(page: Page, { path }: SearchScreenshot) {
  await page.goto(`${path}&view=map`)
  const map = page.getByRole('region', { name: 'Map of the results' })
  const markers = map.locator('..').getByRole('button')
  await markers.first().waitFor()
  await markers.first().focus()
  await map.evaluate((element) => scrollTo({ top: element.getBoundingClientRect().top + scrollY - 120 }))
  await page.waitForLoadState('networkidle')
}
