import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { ErrorState, focusOrMain, Skeleton, Spinner } from './content-states.tsx'

test('an error state says what failed and focuses the page before it retries', async () => {
  const onRetry = vi.fn(() => document.activeElement)
  const { user } = await renderComponent(
    <ErrorState message="We couldn’t load the map." retryLabel="Reload" onRetry={onRetry} />,
  )
  expect(screen.getByText('We couldn’t load the map.')).toBeVisible()
  await expectAccessible()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Reload' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(onRetry.mock.results).toEqual([{ type: 'return', value: screen.getByRole('main') }])
})

test('a skeleton announces what loads and reserves the height of each part', async () => {
  await renderComponent(<Skeleton label="Loading mail" heights={[36, 24, 24]} />)
  const status = screen.getByRole('status')
  expect(status).toHaveTextContent(/^Loading mail$/)
  const rems = [...status.innerHTML.matchAll(/height: calc\(([\d.]+)rem/g)].map(([, size]) => Number(size))
  expect(rems.map((size) => size * 16)).toEqual([36, 24, 24])
  await expectAccessible()
})

test('a spinner announces what loads and hides its drawing from screen readers', async () => {
  await renderComponent(<Spinner label="Loading page" />)
  const status = screen.getByRole('status')
  expect(status).toHaveTextContent(/^Loading page$/)
  expect(status.firstElementChild).toHaveAttribute('aria-hidden', 'true')
  await expectAccessible()
})

test('the focus goes to an element or, once it is gone, to the main content', async () => {
  await renderComponent(<button type="button">Open</button>)
  const button = screen.getByRole('button', { name: 'Open' })
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  focusOrMain(button)
  expect(button).toHaveFocus()
  button.remove()
  focusOrMain(button)
  expect(screen.getByRole('main')).toHaveFocus()
  document.body.focus()
  focusOrMain()
  expect(screen.getByRole('main')).toHaveFocus()
  expect(focus).toHaveBeenCalledWith({ preventScroll: true })
})
