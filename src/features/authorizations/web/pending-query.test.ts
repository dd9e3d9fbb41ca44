import { expect, test } from 'vitest'
import { createPendingBill, createPendingList } from '#test-support/pending-bill.ts'
import { mergeOrder, mergePending } from './pending-query.ts'

const list = (bills: ReturnType<typeof createPendingBill>[]) =>
  createPendingList({ bills, mayDecide: true, version: '1' })
const at = (time: string) => ({ receivedAt: `2026-01-01T${time}:00.000Z` })
const due = (time: string) => ({ dueAt: `2026-01-01T${time}:00.000Z` })
const itns = ({ bills }: ReturnType<typeof list>) => bills.map(({ itnNumber }) => itnNumber)

const known = list([
  createPendingBill('DUE', { ...at('12:00'), ...due('14:00'), dueInMinutes: 20 }),
  createPendingBill('B', at('12:00')),
  createPendingBill('C', at('13:00')),
])

test('a whole list replaces the known one', () => {
  const whole = list([createPendingBill('D')])
  expect(mergePending(known, whole)).toBe(whole)
})

test('changes remove, replace and add bills, in the order of the list', () => {
  const changes = list([
    createPendingBill('A', at('12:00')),
    createPendingBill('LATER', { ...at('12:30'), ...due('15:00') }),
    createPendingBill('C', { ...at('11:00'), round: 2 }),
  ])
  const merged = mergePending(known, { ...changes, removed: ['B', 'NEVER-LISTED'], version: '2' })
  expect(itns(merged)).toEqual(['DUE', 'LATER', 'C', 'A'])
  expect(merged).toMatchObject({ version: '2', bills: [{}, {}, { round: 2 }, {}] })
})

test('the minutes of all other bills go on', () => {
  const merged = mergePending(known, { ...list([]), removed: [], readAt: '2026-01-01T14:00:30.000Z' })
  expect(merged.bills.map((bill) => [bill.waitingMinutes, bill.dueInMinutes])).toEqual([
    [120, -1],
    [120, null],
    [60, null],
  ])
})

const named = (...itns: string[]) => itns.map((itnNumber) => ({ itnNumber }))

test('a resubmitted bill keeps its position, a removed one leaves no gap, and a new one comes last', () => {
  expect(mergeOrder(named('NEW', 'C', 'D', 'B'), ['A', 'B', 'C', 'D'])).toEqual(named('B', 'C', 'D', 'NEW'))
})

test('a list that only lost bills, or gained none, stays the same list', () => {
  const rest = named('B', 'D')
  expect(mergeOrder(rest, ['A', 'B', 'C', 'D'])).toBe(rest)
  expect(mergeOrder(named(), ['A'])).toEqual([])
  expect(mergeOrder(named('A', 'B', 'A-2'), ['A', 'B'])).toEqual(named('A', 'B', 'A-2'))
})
