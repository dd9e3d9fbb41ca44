import { useSelector } from '@tanstack/react-store'
import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { expect, test } from 'vitest'
import type { ApiRequest } from '#platform/web/api-client.ts'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { confirmReading } from '../contract.ts'
import { messages } from '../messages.ts'
import { ReadingLimitDialog } from './reading-limit-dialog.tsx'
import { readingPaused, watchReadingLimit } from './reading-limit-store.ts'

const text = messages.readingLimit
const respond = (status: number, body: object) =>
  act(() => watchReadingLimit({} as ApiRequest, async () => Response.json(body, { status })))

test('asks for a reason after a response about the limit, and only then', async () => {
  const api = stubApi()
  const { user } = await renderComponent(<ReadingLimitDialog />)
  await respond(429, { detail: 'Too many requests.' })
  expect(screen.queryByRole('dialog')).toBeNull()
  const response = await respond(429, { reason: 'reading-limit' })
  expect(await response.json()).toEqual({ reason: 'reading-limit' })
  expect(await screen.findByRole('dialog', { name: text.title })).toBeVisible()
  await expectAccessible()
  await user.type(screen.getByRole('textbox', { name: text.reason }), 'short')
  await user.click(screen.getByRole('button', { name: text.confirm }))
  expect((await screen.findAllByText(text.reasonFault(10, 500)))[0]).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: text.reason }), ' but now long enough ')
  api.fail(confirmReading, 503)
  await user.click(screen.getByRole('button', { name: text.confirm }))
  expect(await screen.findByText(text.failed)).toBeVisible()
  api.reply(confirmReading, { confirmed: 1 })
  await user.click(screen.getByRole('button', { name: text.confirm }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.requests(confirmReading).at(-1)?.body).toEqual({ reason: 'short but now long enough' })
})

test('closes without a confirmation when the hour is over', async () => {
  const api = stubApi()
  api.fail(confirmReading, 404)
  const { user } = await renderComponent(<ReadingLimitDialog />)
  await respond(429, { reason: 'reading-limit' })
  await user.type(await screen.findByRole('textbox', { name: text.reason }), 'Review of all cases')
  await user.click(screen.getByRole('button', { name: text.confirm }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each(['Escape', 'Cancel'])('%s returns the focus to where it was', async (action) => {
  stubApi()
  const { user } = await renderComponent(<Page />)
  screen.getByRole('button', { name: 'Open' }).focus()
  await respond(429, { reason: 'reading-limit' })
  expect(await screen.findByRole('textbox', { name: text.reason })).toHaveFocus()
  if (action === 'Escape') await user.keyboard('{Escape}')
  else await user.click(screen.getByRole('button', { name: text.cancel }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
})

test('returns the focus to the dialog below if the focused element is gone', async () => {
  stubApi()
  const { user } = await renderComponent(<Page />)
  const button = screen.getByRole('button', { name: 'Open' })
  button.focus()
  await respond(429, { reason: 'reading-limit' })
  expect(await screen.findByRole('textbox', { name: text.reason })).toHaveFocus()
  const below = document.createElement('div')
  below.tabIndex = -1
  below.setAttribute('aria-modal', 'true')
  button.replaceWith(below)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(below).toHaveFocus())
  below.remove()
})

/** A page to which the dialog is added when it opens. */
function Page() {
  const isPaused = useSelector(readingPaused)
  return (
    <>
      <button type="button">Open</button>
      {isPaused && <ReadingLimitDialog />}
    </>
  )
}
