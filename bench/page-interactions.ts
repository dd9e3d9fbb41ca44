import type { Locator, Page } from '@playwright/test'

type Around = {
  name: string
  prepare?: (page: Page) => Promise<unknown>
  /** Waits until what the action shows has arrived, so that its tasks are measured too. */
  settled?: (page: Page) => Promise<unknown>
  /** The selector of a text that the action changes. The time is then until the new text is painted. */
  changes?: string
  undo?: (page: Page) => Promise<unknown>
}
/** A user action; the target of `click` is located in advance, so that the search for it is not measured. */
export type Interaction = Around &
  ({ act: (page: Page) => Promise<unknown> } | { click: (page: Page) => Locator })

const row = (page: Page) => page.locator('tbody tr').nth(3).getByRole('checkbox')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const close = (page: Page) => page.keyboard.press('Escape')
const clear = (page: Page) => button(page, 'Clear selection').click()
const combo = (page: Page, name: string) => page.getByRole('combobox', { name })

/** Interactions with 250 results, 50 per page, and with the form above them. */
export const interactions: readonly Interaction[] = [
  { name: 'select a row', act: (page) => row(page).click(), undo: (page) => row(page).click() },
  {
    name: 'select the page',
    act: (page) => page.getByRole('checkbox', { name: 'Select this page' }).click(),
    undo: clear,
  },
  { name: 'select all 250', act: (page) => button(page, 'Select all 250').click(), undo: clear },
  { name: 'sort by name', act: (page) => button(page, 'Name').click() },
  { name: 'sort by distance', act: (page) => button(page, 'Distance (mi)').click() },
  {
    name: 'next page',
    act: (page) => button(page, 'Next page').click(),
    undo: (page) => button(page, 'Previous page').click(),
  },
  {
    name: 'hide a column',
    prepare: (page) => button(page, 'Columns').click(),
    act: (page) => page.getByRole('checkbox', { name: 'Fax' }).click(),
    undo: async (page) => {
      await page.getByRole('checkbox', { name: 'Fax' }).click()
      await close(page)
    },
  },
  { name: 'open the provider types', act: (page) => combo(page, 'Provider type').click(), undo: close },
  {
    name: 'type into the provider types',
    prepare: (page) => combo(page, 'Provider type').click(),
    act: (page) => page.keyboard.press('o'),
    undo: close,
  },
  {
    name: 'type into the provider name',
    prepare: (page) => page.getByLabel('Provider name').focus(),
    act: (page) => page.keyboard.press('m'),
  },
]
