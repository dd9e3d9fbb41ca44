import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { ConfirmModal } from './confirm-modal.tsx'

async function renderQuestion(isRisky: boolean) {
  const onYes = vi.fn()
  const onNo = vi.fn()
  const { user } = await renderComponent(
    <ConfirmModal opened title="Search in progress" isRisky={isRisky} onYes={onYes} onNo={onNo}>
      Replace it?
    </ConfirmModal>,
  )
  expect(await screen.findByRole('dialog', { name: 'Search in progress' })).toHaveTextContent('Replace it?')
  return { user, onYes, onNo }
}

test.each([
  ['Yes', false],
  ['No', true],
])('%s has the focus if isRisky is %s', async (name, isRisky) => {
  await renderQuestion(isRisky)
  await waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus())
  await expectAccessible()
})

test('Yes confirms; No, Escape and the close icon decline', async () => {
  const { user, onYes, onNo } = await renderQuestion(false)
  await user.click(screen.getByRole('button', { name: 'Yes' }))
  expect([onYes.mock.calls.length, onNo.mock.calls.length]).toEqual([1, 0])
  await user.click(screen.getByRole('button', { name: 'No' }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect([onYes.mock.calls.length, onNo.mock.calls.length]).toEqual([1, 3])
})
