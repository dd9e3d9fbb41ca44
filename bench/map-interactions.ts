import type { Page } from '@playwright/test'
import type { Interaction } from './page-interactions.ts'

const map = (page: Page) => page.getByRole('region', { name: 'Map of the results' })
const markers = (page: Page) => map(page).locator('..').getByRole('button')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const leave = (page: Page) => button(page, 'Zoom in').focus()

/** Interactions with a map of 50 providers; keys instead of clicks where markers may overlap. */
export const mapInteractions: readonly Interaction[] = [
  { name: 'highlight a card by its marker', act: (page) => markers(page).first().focus(), undo: leave },
  { name: 'go from a marker to its card', act: (page) => markers(page).first().press('Enter'), undo: leave },
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
