import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { now, setClock } from '#platform/contract/clock.ts'
import { removeTabValues, staffPrefix } from '#platform/web/storage.ts'
import { createPendingBill, createPendingList, stubQueue } from '#test-support/pending-bill.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import {
  listDenialReasons,
  listInfoNeeded,
  listPendingAuthorizations,
  openItnPdf,
  type PendingAuthorization,
  withdrawProposal,
} from '../../contract.ts'
import { Authorizations } from '../authorizations.tsx'
import { describeDue } from '../due-label.tsx'
import { noFilter } from './pending-filter.ts'
import { createBucketFinder, divideQueue } from './queue-parts.ts'

const hour = 60
const day = 24 * hour

test.each([
  [-1, '2026-06-02T09:59:00Z', 'overdue', 'Overdue by 1 min'],
  [-200, '2026-06-02T06:40:00Z', 'overdue', 'Overdue by 3 h'],
  [-2 * day - 5, '2026-05-31T09:55:00Z', 'overdue', 'Overdue by 2 days'],
  [0, '2026-06-02T10:00:30Z', 'soon', '1 min left'],
  [150, '2026-06-02T12:30:00Z', 'soon', '2 h left'],
  [13 * hour, '2026-06-02T23:00:00Z', 'soon', 'Due today 11:00 PM'],
  [15 * hour, '2026-06-03T01:00:00Z', 'soon', 'Due tomorrow 1:00 AM'],
  [day, '2026-06-03T10:00:00Z', 'soon', 'Due tomorrow 10:00 AM'],
  [40 * hour, '2026-06-04T02:00:00Z', 'later', 'Due 6/4/2026'],
  [5 * day, '2026-06-07T10:00:00Z', 'later', 'Due 6/7/2026'],
])('%i minutes before it is due, a bill is described in words', (minutesLeft, dueAt, level, words) => {
  // A clock of the browser that is two days slow changes nothing.
  const restore = setClock(() => new Date('2026-05-31T10:00:00Z'))
  expect(describeDue(dueAt, minutesLeft)).toEqual({ level, words })
  restore()
})

test('without due times, every wait belongs to exactly one span, with boundaries at whole days', () => {
  const waits = [
    0,
    day - 1,
    day,
    4 * day - 1,
    4 * day,
    8 * day - 1,
    8 * day,
    31 * day - 1,
    31 * day,
    400 * day,
  ]
  const bills = waits.map((waitingMinutes) => createPendingBill('W', { waitingMinutes }))
  const counts = divideQueue(bills, noFilter, 0).buckets.map(({ count }) => count)
  expect(counts).toEqual([2, 2, 2, 2, 1, 1, 0])
})

test('a bill is due today until midnight, later after it, and overdue as soon as the time is over', () => {
  const dues = [
    ['2026-06-02T09:59:00Z', -1],
    ['2026-06-02T10:00:00Z', 0],
    ['2026-06-02T23:59:00Z', 839],
    ['2026-06-03T00:00:00Z', 840],
    ['2026-06-04T10:01:00Z', 2881],
    [null, null],
  ] as const
  const bills = dues.map(([dueAt, dueInMinutes]) => createPendingBill('D', { dueAt, dueInMinutes }))
  const { find } = createBucketFinder(bills, 0)
  expect(bills.map(find)).toEqual(['overdue', 'today', 'today', 'later', 'later', 'none'])
  expect(bills.map(createBucketFinder(bills, 840).find)).toEqual([
    'overdue',
    'overdue',
    'overdue',
    'today',
    'later',
    'none',
  ])
})

test('amounts are summed exactly by currency', () => {
  const bills = [
    createPendingBill('A', { totalChargeAmount: '0.10' }),
    createPendingBill('B', { totalChargeAmount: '0.20' }),
    createPendingBill('C', { totalChargeAmount: '5', currency: 'JPY' }),
  ]
  const amounts = divideQueue(bills, noFilter, 0).buckets.find(({ count }) => count > 0)?.amounts
  expect(amounts).toEqual([
    { currency: 'USD', amount: '0.30' },
    { currency: 'JPY', amount: '5' },
  ])
})

/** The fields of a bill that is due some minutes from now. */
const dueIn = (minutes: number) => ({
  dueAt: new Date(now().getTime() + minutes * 60_000).toISOString(),
  dueInMinutes: minutes,
})

async function renderQueue(bills: PendingAuthorization[], owner = 'me') {
  const api = stubApi()
  stubQueue(api)
  api.reply(listPendingAuthorizations, createPendingList({ bills, mayDecide: true, version: '' }))
  for (const endpoint of [listDenialReasons, listInfoNeeded]) api.reply(endpoint, { lookupItems: [] })
  api.fail(openItnPdf, 500)
  const offer = { clients: [{ code: 'ALP3', name: 'Alpine' }], isFailed: false, retry: () => {} }
  const page = <Authorizations owner={owner} offer={offer} openItn={undefined} onOpened={() => {}} />
  const view = await renderComponent(page, { path: '/authorization' })
  const table = await screen.findByRole('table', { name: 'Pending authorizations' })
  return { ...view, api, table }
}

const listItns = () =>
  within(screen.getByRole('table', { name: 'Pending authorizations' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => /ITN\d/.exec(row.textContent ?? '')?.[0])

const bills = [
  createPendingBill('ITN1', dueIn(-200)),
  createPendingBill('ITN2', { ...dueIn(30), providerName: 'Harbor Clinic' }),
  createPendingBill('ITN3', { ...dueIn(9 * day), currency: 'EUR', totalChargeAmount: '7.00' }),
  createPendingBill('ITN4'),
]

test('the queue shows the time left, least first, and bills without a due time last', async () => {
  const { table } = await renderQueue(bills)
  expect(table).toHaveTextContent('Overdue by 3 h')
  expect(table).toHaveTextContent('30 min left')
  expect(listItns()).toEqual(['ITN1', 'ITN2', 'ITN3', 'ITN4'])
  await expectAccessible()
})

test('the parts of the queue filter it together with the other filters, and can be deselected', async () => {
  const { user } = await renderQueue(bills)
  const parts = within(screen.getByRole('group', { name: 'Due' }))
  const press = (name: RegExp) => user.click(parts.getByRole('button', { name }))
  expect(parts.getAllByRole('button').map(({ textContent }) => textContent?.trim())).toEqual([
    '1 Overdue $1.25K',
    expect.stringMatching(/^\d Due today/),
    expect.stringMatching(/^\d Due later/),
    '1 No due time $1.25K',
  ])
  await press(/Overdue/)
  expect(parts.getByRole('button', { name: /Overdue/ })).toHaveAttribute('aria-pressed', 'true')
  expect(listItns()).toEqual(['ITN1'])
  expect(screen.getByText('1 of 4 shown')).toBeVisible()
  await expectAccessible()
  await user.type(screen.getByLabelText('Provider'), 'harbor')
  expect(await screen.findByText('No pending authorizations match these filters.')).toBeVisible()
  expect(parts.getByRole('button', { name: /Overdue/ })).toHaveTextContent('0')
  await press(/Overdue/)
  expect(listItns()).toEqual(['ITN2'])
  expect(parts.queryByRole('button', { name: /No due time/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(listItns()).toHaveLength(4)
})

test('the filters outlast an expired session, and those of other people are not used', async () => {
  const { user } = await renderQueue(bills)
  await user.type(screen.getByLabelText('Provider'), 'harbor')
  expect(listItns()).toEqual(['ITN2'])
  for (const [owner, shown] of [
    ['me', ['ITN2']],
    ['somebody else', ['ITN1', 'ITN2', 'ITN3', 'ITN4']],
  ] as const) {
    cleanup()
    removeTabValues(staffPrefix)
    await renderQueue(bills, owner)
    expect(listItns()).toEqual(shown)
  }
})

test('a chosen part stays while other filters leave nothing in it', async () => {
  const { user } = await renderQueue(bills)
  const none = () => screen.queryByRole('button', { name: /No due time/ })
  await user.click(none() as HTMLElement)
  await user.type(screen.getByLabelText('Provider'), 'harbor')
  await screen.findByText('No pending authorizations match these filters.')
  expect(none()).toHaveAttribute('aria-pressed', 'true')
  await user.click(none() as HTMLElement)
  expect(none()).toBeNull()
  expect(listItns()).toEqual(['ITN2'])
})

test('bills that need a second person are a part of the queue, which filters it', async () => {
  const amounts = { patientResponsibility: '0.00', maximumCovered: '1250.50' }
  const proposal = { by: 'Bob Mockbury', isMine: false, at: '2026-01-01T12:30:00Z', ...amounts }
  const proposed = createPendingBill('ITN5', { ...dueIn(-60), proposal })
  const { api, user } = await renderQueue([...bills, proposed])
  const part = screen.getByRole('button', { name: /Needs a second person/ })
  expect(part).toHaveTextContent('1 Needs a second person $1.25K')
  expect(screen.getByRole('button', { name: /Overdue/ })).toHaveTextContent('2')
  await user.click(part)
  expect(listItns()).toEqual(['ITN5'])
  await expectAccessible()
  // The open bill is up to date, although the filter leaves it out.
  await user.click(screen.getByRole('button', { name: /^Decide/ }))
  const review = within(await screen.findByRole('dialog'))
  api.reply(withdrawProposal, { message: 'The proposed approval was withdrawn.' })
  const withdrawn = [...bills, { ...proposed, proposal: null }]
  api.reply(listPendingAuthorizations, createPendingList({ bills: withdrawn, mayDecide: true, version: '' }))
  await user.click(review.getByRole('button', { name: 'Withdraw proposal' }))
  await waitFor(() => expect(review.queryByRole('note')).toBeNull())
  await user.click(review.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(listItns()).toEqual([]))
  await user.click(part)
  expect(listItns()).toHaveLength(5)
  expect(screen.queryByRole('button', { name: /Needs a second person/ })).toBeNull()
})

test('without a rule, the parts of the queue are waiting times', async () => {
  const { user } = await renderQueue([
    createPendingBill('ITN1'),
    createPendingBill('ITN2', { waitingMinutes: 40 * day }),
  ])
  const parts = within(screen.getByRole('group', { name: 'Time waiting' }))
  await user.click(parts.getByRole('button', { name: /31 to 60 days/ }))
  expect(listItns()).toEqual(['ITN2'])
})

test('the times of the list go on without loading it again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { table } = await renderQueue([
      createPendingBill('ITN1', { ...dueIn(30), waitingMinutes: 23 * hour }),
      createPendingBill('ITN2', { waitingMinutes: day - 1 }),
    ])
    expect(table).toHaveTextContent(/30 min left.*23 h 0 min/)
    const restore = setClock(() => new Date(Date.now() + 70 * 60_000))
    act(() => void vi.advanceTimersByTime(60_000))
    expect(table).toHaveTextContent(/Overdue by 40 min.*1 day/)
    restore()
  } finally {
    vi.useRealTimers()
  }
})

test('a click anywhere in a row opens its bill', async () => {
  const { user, table } = await renderQueue(bills)
  await user.click(within(table).getByText('Harbor Clinic'))
  expect(await screen.findByRole('dialog', { name: /ITN2/ })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
