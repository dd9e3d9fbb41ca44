import type { Locator, Page } from '@playwright/test'
import { expect } from './portal-test.ts'

export const combo = (page: Page, name: string) => page.getByRole('combobox', { name })

/** Presses Tab until the element has focus. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeEnabled()
  for (let steps = 0; steps < 120; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, 'reached with Tab').toBeFocused()
}

/** Tabs to a combo box, types the start of an option and selects it with Enter. */
export async function selectOption(page: Page, name: string, typed: string, choice: string) {
  await tabTo(page, combo(page, name))
  await page.keyboard.type(typed)
  await expect(page.getByRole('option', { name: choice, exact: true })).toHaveAttribute('data-active', 'true')
  await page.keyboard.press('Enter')
  await expect(combo(page, name)).toHaveValue(choice)
}

/** Checks a state of the page. A state that several searches share is checked in one of them. */
type Check = (page: Page) => Promise<void>
const unchecked: Check = async () => {}

/** Submits an empty search, checks its error summary and returns through it to the first field. */
export async function submitEmptySearch(page: Page, path: string, check = unchecked) {
  await page.goto(path)
  await expect(combo(page, 'Provider type')).toBeVisible()
  await page.keyboard.press('/')
  await tabTo(page, page.getByRole('button', { name: 'Search', exact: true }))
  await page.keyboard.press('Enter')
  const modal = page.getByRole('dialog', { name: 'Invalid Search' })
  await expect(modal.getByRole('button', { name: 'OK' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Please check these fields:' })).toBeFocused()
  await check(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

/** Opens the list of provider types, selects "All" and searches with Enter. */
export async function searchAllTypes(page: Page, check = unchecked) {
  await tabTo(page, combo(page, 'Provider type'))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'All', exact: true })).toHaveAttribute('data-active', 'true')
  await check(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^\d+ providers? found$/)).toBeVisible()
}

/** Tabs to the first result and selects it. */
export async function selectFirst(page: Page, check = unchecked) {
  const first = page
    .getByRole('region', { name: 'Results' })
    .getByRole('checkbox', { name: /^Select (?!this page)/ })
    .first()
  await tabTo(page, first)
  await page.keyboard.press('Space')
  await expect(page.getByText('1 provider selected')).toBeVisible()
  await check(page)
}

/**
 * Moves the focus backward from the element until it reaches a part of the page, such as the header of a table, and
 * requires that nothing covers what has the focus on the way.
 */
export async function tabBackUncovered(page: Page, from: Locator, part: string) {
  await from.focus()
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press('Shift+Tab')
    const { hasArrived, covered } = await page.evaluate(describeFocus, part)
    expect(covered, 'focused, but covered').toEqual([])
    if (hasArrived) return
  }
  throw new Error(`The focus did not reach ${part}.`)
}

/** Runs in the page: whether the focus is in the part, and what covers the first or last line of the focused element. */
function describeFocus(part: string) {
  const focused = document.activeElement ?? document.body
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const covered = [top + 2, bottom - 2].flatMap((y) => {
    const hit = document.elementFromPoint((left + right) / 2, y)
    if (hit && (focused.contains(hit) || hit.contains(focused))) return []
    return `${focused.outerHTML.slice(0, 200)} at ${y} by ${hit?.outerHTML.slice(0, 200)}`
  })
  return { hasArrived: focused.closest(part) !== null, covered }
}
