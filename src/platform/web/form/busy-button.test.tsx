import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderComponent } from '#test-support/render-component.tsx'
import { BusyButton } from './busy-button.tsx'

const button = () => screen.getByRole('button', { name: 'Download' })

test('while it is busy, the button keeps the focus, says so and ignores keys and clicks', async () => {
  let finish: () => void = () => {}
  const start = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  function Download() {
    const [isBusy, setBusy] = useState(false)
    const run = async () => {
      setBusy(true)
      await start()
      setBusy(false)
    }
    return (
      <BusyButton isBusy={isBusy} onClick={run}>
        Download
      </BusyButton>
    )
  }
  const { user } = await renderComponent(<Download />)
  await user.tab()
  await user.keyboard('{Enter}')
  expect(button()).toHaveFocus()
  expect(button()).toBeEnabled()
  expect(button()).toHaveAttribute('aria-disabled', 'true')
  await user.keyboard('{Enter}')
  await user.click(button())
  expect(start).toHaveBeenCalledTimes(1)
  await act(async () => finish())
  expect(button()).not.toHaveAttribute('aria-disabled')
  expect(button()).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(start).toHaveBeenCalledTimes(2)
})

test.each([true, false])(
  'a busy button submits no form, by click or key (disabled: %s)',
  async (disabled) => {
    const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    const { user } = await renderComponent(
      <form onSubmit={submit}>
        <input aria-label="Note" />
        <BusyButton type="submit" isBusy disabled={disabled}>
          Download
        </BusyButton>
      </form>,
    )
    await user.click(button())
    await user.type(screen.getByRole('textbox'), '{Enter}')
    expect(submit).not.toHaveBeenCalled()
  },
)

test('a disabled button is disabled unless it is busy', async () => {
  await renderComponent(
    <BusyButton isBusy={false} disabled>
      Download
    </BusyButton>,
  )
  expect(button()).toBeDisabled()
})
