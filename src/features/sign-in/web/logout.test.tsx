import { screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test, vi } from 'vitest'
import { expectAccessible, renderComponent } from '#test-support/render-component.tsx'
import { stubApi } from '#test-support/stub-api.ts'
import { endSession } from '../contract.ts'
import { Logout } from './logout.tsx'

async function renderLogout(reply: (api: ReturnType<typeof stubApi>) => void) {
  const api = stubApi()
  reply(api)
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
  const onLogout = vi.fn()
  const { user } = await renderComponent(
    <StrictMode>
      <Logout onLogout={onLogout} />
    </StrictMode>,
  )
  return { api, replace, onLogout, user }
}

test.each([
  [
    'the identity provider',
    (api: ReturnType<typeof stubApi>) => api.reply(endSession, { redirect: '/idp' }),
    '/idp',
  ],
  ['the start page without a session', (api: ReturnType<typeof stubApi>) => api.fail(endSession, 401), '/'],
])('ends the session once and continues to %s', async (_what, reply, url) => {
  const { api, replace, onLogout } = await renderLogout(reply)
  await waitFor(() => expect(replace.mock.calls).toEqual([[url]]))
  expect(onLogout).toHaveBeenCalledOnce()
  expect(api.requests(endSession)).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('clears the browser, shows that the server could not be reached and can be repeated', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const { onLogout, replace, user } = await renderLogout((api) => api.disconnect(endSession))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'An Error Occurred' })).toBeVisible()
  expect(onLogout).toHaveBeenCalledOnce()
  expect(replace).not.toHaveBeenCalled()
  await expectAccessible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
})
