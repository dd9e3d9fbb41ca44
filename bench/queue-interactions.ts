import type { Page } from '@playwright/test'
import { readConfig } from '#platform/config/settings.ts'
import { openDatabaseContext } from '#platform/db/database-context.ts'
import { signIn } from '../tests/e2e/staff.ts'
import type { Interaction } from './page-interactions.ts'
import { addPendingBills } from './queue-dataset.ts'

const rows = 5_000

/** Adds five thousand pending bills to a portal with demo data. */
export async function fillQueue(dataDir: string) {
  const databaseContext = await openDatabaseContext(readConfig({ DATA_DIR: dataDir }), 'command', () => {})
  await addPendingBills(databaseContext, 'QUEUE', rows).finally(() => databaseContext.close())
}

/** Signs in and opens the queue. */
export async function openQueue(page: Page) {
  await signIn(page, 'alpine')
  await page.goto('/authorization')
  await waitForQueue(page)
}

const waitForQueue = (page: Page) => page.getByText(/^5,\d\d\d pending authorizations$/).waitFor()

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Interactions with a queue of 5,000, 50 per page. */
const listInteractions: readonly Interaction[] = [
  {
    name: 'load the page',
    act: (page) => page.goto('/authorization'),
    settled: waitForQueue,
  },
  {
    name: 'open it from the menu',
    prepare: (page) => page.goto('/home'),
    click: (page) => page.getByRole('link', { name: /^Authorizations / }).first(),
    settled: waitForQueue,
  },
  {
    name: 'filter what is overdue',
    click: (page) => button(page, /Overdue/).first(),
    undo: (page) => button(page, 'Clear filters').click(),
  },
  {
    name: 'type a provider',
    prepare: (page) => page.getByLabel('Provider').focus(),
    act: (page) => page.keyboard.press('c'),
    undo: (page) => button(page, 'Clear filters').click(),
  },
  { name: 'sort by patient', click: (page) => button(page, 'Patient Name') },
  { name: 'sort by due time', click: (page) => button(page, 'Due').last() },
  {
    name: 'next page',
    click: (page) => button(page, 'Next page'),
    undo: (page) => button(page, 'Previous page').click(),
  },
  {
    name: 'assign a bill',
    click: (page) => button(page, /change the assignee/).first(),
    undo: (page) => page.keyboard.press('Escape'),
  },
]

const heading = '[role="dialog"] [data-autofocus]'
const pdf = 'div:not([hidden]) > section[aria-label^="PDF of"] figure'

const decide = (page: Page) => button(page, /^Decide: /).first()

/** Opens the first bill, unless one is open, and waits until the PDF of the next one has been prefetched. */
async function reviewBill(page: Page) {
  if (!(await page.getByRole('dialog').isVisible())) await decide(page).click()
  await page
    .locator('div[hidden] > section[aria-label^="PDF of"] figure span')
    .first()
    .waitFor({ state: 'attached' })
}

async function denyBill(page: Page) {
  await reviewBill(page)
  await page.keyboard.press('d')
}

const closeReview = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

/** Reviewing the bills of the queue one after the other. */
const reviewInteractions: readonly Interaction[] = [
  { name: 'open the review', click: decide, changes: heading, undo: closeReview },
  {
    name: 'show the next bill',
    prepare: reviewBill,
    click: (page) => page.getByRole('dialog').getByRole('button', { name: 'Next', exact: true }),
    changes: heading,
  },
  {
    name: 'show the next bill and its PDF',
    prepare: reviewBill,
    act: (page) => page.keyboard.press('Alt+PageDown'),
    changes: pdf,
  },
  {
    name: 'save, and show the next bill',
    prepare: denyBill,
    act: (page) => page.keyboard.press('Control+Enter'),
    changes: heading,
  },
  {
    name: 'save, and show the next bill and its PDF',
    prepare: denyBill,
    act: (page) => page.keyboard.press('Control+Enter'),
    changes: pdf,
  },
]

/** Drawing the queue, working with the list, and reviewing its bills. */
export const queueInteractions = [...listInteractions, ...reviewInteractions]
