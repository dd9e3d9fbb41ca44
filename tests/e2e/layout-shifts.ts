import type { Page } from '@playwright/test'
import { expect } from './portal-test.ts'

/** How far parts of a page may move while it loads: the sum of the scores, less than a fifth of what counts as good. */
const maxShift = 0.02

/** How long the responses of the API take, in turn, so that the parts of a page arrive one after another. */
const delays = [300, 500, 200, 400, 100, 200, 100, 500, 300, 400]

/** Slows down the API for the pages that open from now on, and records what moves on them. */
export async function slowDown(page: Page) {
  await page.addInitScript(recordShifts)
  let requests = 0
  await page.route('**/api/**', async (route) => {
    const delay = delays[requests % delays.length]
    requests += 1
    await new Promise((resolve) => setTimeout(resolve, delay))
    // A page that has closed needs no response.
    await route.continue().catch(() => {})
  })
}

/** A part that moved, and its rectangles before and after. */
type LayoutShiftAttribution = { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }

/** Runs in the page: records its layout shifts, except those that follow an input. */
function recordShifts() {
  const shifts: { value: number; moved: string[] }[] = []
  Object.assign(window, { layoutShifts: shifts })
  const describe = ({ node, previousRect: from, currentRect: to }: LayoutShiftAttribution) =>
    `${(node?.textContent ?? '').slice(0, 40)}: ${[from.x, from.y, from.width, from.height].map(Math.round)} to ${[to.x, to.y, to.width, to.height].map(Math.round)}`
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: LayoutShiftAttribution[]
      }
      if (!hadRecentInput) shifts.push({ value, moved: sources.map(describe) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Requires that nothing has moved since the page opened. */
export async function expectNoShift(page: Page) {
  await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const shifts = await page.evaluate(
    () => (window as unknown as { layoutShifts: { value: number; moved: string[] }[] }).layoutShifts,
  )
  const score = shifts.reduce((sum, { value }) => sum + value, 0)
  expect(score, JSON.stringify(shifts)).toBeLessThan(maxShift)
}
