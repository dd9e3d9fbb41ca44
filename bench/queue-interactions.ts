import type { Page } from '@playwright/test'
import { createPendingBill } from '#test-support/pending-bill.ts'
import { signIn } from '../tests/e2e/staff.ts'
import type { Interaction } from './page-interactions.ts'

const rows = 5_000
const minutesPerDay = 24 * 60
const names = 'Sampleton Mockbury Draftwick Quillfeather Placeholder Testerman'.split(' ')
const currencies = ['USD', 'USD', 'EUR', 'CHF'] as const

/** As many bills as a busy queue contains, from a month overdue to two months ahead. */
const bills = Array.from({ length: rows }, (_, at) => {
  const dueInMinutes = at * 25 - 30 * minutesPerDay
  const currency = currencies[at % currencies.length] ?? 'USD'
  const amount = `${(at * 617) % rows}.50`
  return createPendingBill(`ITN${at + 1}`, {
    patientName: `${names[at % names.length]}, Ada ${(at * 617) % rows}`,
    providerName: `Mercy ${at % 40} Hospital`,
    ...{ currency, totalCharge: Number(amount), totalChargeAmount: amount },
    totalChargeFormatted: `${currency} ${amount}`,
    dueAt: new Date(Date.now() + dueInMinutes * 60_000).toISOString(),
    ...{ dueInMinutes, waitingMinutes: (rows - at) * 30 },
  })
})

/** Signs in and opens the queue; five thousand bills replace the server's response. */
export async function openQueue(page: Page) {
  await signIn(page, 'alpine')
  await page.route('/api/itn/bills', (route) =>
    route.fulfill({ json: { bills, notice: null, mayDecide: true, version: '' } }),
  )
  await page.route('/api/itn/queue', (route) =>
    route.fulfill({ json: { pending: rows, version: '', reviewing: [] } }),
  )
  await page.goto('/authorization')
  await page.getByText('5,000 pending authorizations').waitFor()
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Interactions with a queue of 5,000, 50 per page. */
export const queueInteractions: readonly Interaction[] = [
  {
    name: 'filter what is overdue',
    click: (page) => button(page, /Overdue/).first(),
    undo: (page) => button(page, 'Clear filters').click(),
  },
  {
    name: 'type a provider',
    prepare: (page) => page.getByLabel('Provider').focus(),
    act: (page) => page.keyboard.press('7'),
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
