import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { dismissError, showError, useErrorNotice, withdrawError } from './error-notice.tsx'

function show(message: string): number {
  let number = 0
  act(() => {
    number = showError(message)
  })
  return number
}
const alert = () => screen.queryByRole('alert')

test('an error is announced with its title until it is closed', async () => {
  const { user } = await renderComponent(null)
  expect(alert()).toBeNull()
  show('We couldn’t save the note.')
  expect(alert()).toHaveTextContent('ErrorWe couldn’t save the note.')
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Close error' }))
  expect(alert()).toBeNull()
})

test('an error replaces the earlier one, and a repeated one is announced again', async () => {
  await renderComponent(null)
  show('We couldn’t save the note.')
  show('We couldn’t load the mail.')
  const first = screen.getByRole('alert')
  expect(first).toHaveTextContent('We couldn’t load the mail.')
  show('We couldn’t load the mail.')
  expect(screen.getByRole('alert')).not.toBe(first)
  act(dismissError)
  expect(alert()).toBeNull()
})

test('an error can be withdrawn unless another one has replaced it', async () => {
  await renderComponent(null)
  const earlier = show('We couldn’t save the note.')
  const later = show('We couldn’t load the mail.')
  act(() => withdrawError(earlier))
  expect(alert()).toHaveTextContent('We couldn’t load the mail.')
  act(() => withdrawError(later))
  expect(alert()).toBeNull()
})

/** Renders a page whose request fails or is retried as the test says. */
async function renderFailing() {
  let update: (errorUpdatedAt: number) => void = () => {}
  function Page() {
    const [errorUpdatedAt, setTime] = useState(0)
    update = setTime
    useErrorNotice({ isError: errorUpdatedAt > 0, errorUpdatedAt }, 'We couldn’t load the mail.')
    return null
  }
  const { user } = await renderComponent(<Page />)
  return { user, failAt: (time: number) => act(() => update(time)), retry: () => act(() => update(0)) }
}

test('each failure of a request shows its error, also after an earlier one was closed', async () => {
  const { user, failAt } = await renderFailing()
  expect(alert()).toBeNull()
  failAt(1)
  expect(alert()).toHaveTextContent('We couldn’t load the mail.')
  await user.click(screen.getByRole('button', { name: 'Close error' }))
  failAt(1)
  expect(alert()).toBeNull()
  failAt(2)
  expect(alert()).toHaveTextContent('We couldn’t load the mail.')
})

test('a retry withdraws the error of its request and no other', async () => {
  const { failAt, retry } = await renderFailing()
  failAt(1)
  retry()
  expect(alert()).toBeNull()
  failAt(2)
  show('We couldn’t save the note.')
  retry()
  expect(alert()).toHaveTextContent('We couldn’t save the note.')
})
