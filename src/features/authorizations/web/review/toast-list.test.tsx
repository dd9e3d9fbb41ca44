import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { narrowScreen } from '#test-support/narrow-screen.ts'
import { createPendingBill } from '#test-support/pending-bill.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { DecisionToasts } from './decision-toasts.tsx'
import type { UndoState } from './use-undo.ts'

const undo = vi.fn<UndoState['undo']>()

/** Toasts of this many decisions, newest first. */
const toasts = (count: number, seconds = 20): UndoState['toasts'] =>
  Array.from({ length: count }, (_, place) => ({
    saved: {
      bill: createPendingBill(`ITN${count - place}`),
      decision: {},
      message: `Saved ${count - place}`,
      decisionId: `${place}`,
      savedAt: 0,
      undoEndsAt: 30_000,
      isProposal: false,
    },
    seconds,
    isUndoing: false,
  }))

/** A list of toasts that grows or shrinks at the press of a number. */
function List({ count: initial, seconds }: { count: number; seconds?: number }) {
  const [count, setCount] = useState(initial)
  return (
    <>
      {[3, 4].map((number) => (
        <button key={number} type="button" onFocus={() => setCount(number)}>
          {number}
        </button>
      ))}
      <DecisionToasts
        undoState={{ toasts: toasts(count, seconds), undo, undoLast: () => {}, closeToast: () => {} }}
        onFocusLost={() => {}}
      />
    </>
  )
}

const shown = () =>
  screen.queryAllByRole('button', { name: /^Undo/ }).map((button) => button.getAttribute('aria-label'))

test('every decision can be undone: the three newest at once, the others after Show more', async () => {
  const { user } = await renderComponent(<List count={5} />)
  expect(shown()).toEqual(['Undo: ITN5', 'Undo: ITN4', 'Undo: ITN3'])
  await user.click(screen.getByRole('button', { name: 'Show 2 more', expanded: false }))
  expect(shown()).toHaveLength(5)
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Undo: ITN1' }))
  expect(undo.mock.calls.map(([{ bill }]) => bill.itnNumber)).toEqual(['ITN1'])
  await user.click(screen.getByRole('button', { name: 'Show fewer', expanded: true }))
  expect(shown()).toHaveLength(3)
})

test('a list that has become short is short again when it grows', async () => {
  const { user } = await renderComponent(<List count={5} />)
  await user.click(screen.getByRole('button', { name: 'Show 2 more' }))
  await user.click(screen.getByRole('button', { name: '3' }))
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '4' }))
  expect(screen.getByRole('button', { name: 'Show 1 more' })).toBeVisible()
  expect(shown()).toHaveLength(3)
})

test('a long undo time is shown in minutes and seconds', async () => {
  await renderComponent(<List count={1} seconds={605} />)
  expect(screen.getByText('10:05 left')).toBeVisible()
})

test('a narrow screen shows the newest decision, and the others after Show more', async () => {
  narrowScreen()
  const { user } = await renderComponent(<List count={3} />)
  expect(shown()).toEqual(['Undo: ITN3'])
  await user.click(screen.getByRole('button', { name: 'Show 2 more' }))
  expect(shown()).toHaveLength(3)
})
