import type { Page } from '@playwright/test'
import type { Interaction } from './page-interactions.ts'

const map = (page: Page) => page.getByRole('region', { name: 'Map of the results' })
const markers = (page: Page) => map(page).locator('..').getByRole('button')
const pin = (page: Page) => markers(page).and(page.locator('[aria-haspopup]')).first()
const popup = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const close = (page: Page) => page.keyboard.press('Escape')

/** Interactions with a map of 50 providers; keys instead of clicks where markers may overlap. */
export const mapInteractions: readonly Interaction[] = [
  { name: 'open a popup', act: (page) => pin(page).press('Enter'), undo: close },
  {
    name: 'select in a popup',
    prepare: (page) => pin(page).press('Enter'),
    act: (page) => popup(page).getByRole('checkbox').click(),
    undo: close,
  },
  {
    name: 'close a popup',
    prepare: (page) => pin(page).press('Enter'),
    act: (page) => button(page, 'Close').click(),
  },
  {
    name: 'zoom in',
    act: (page) => button(page, 'Zoom in').click(),
    undo: (page) => button(page, 'Zoom out').click(),
  },
  { name: 'move the map by a key', act: (page) => map(page).press('ArrowRight') },
  {
    name: 'next page of markers',
    act: (page) => button(page, 'Next page').click(),
    undo: (page) => button(page, 'Previous page').click(),
  },
]
