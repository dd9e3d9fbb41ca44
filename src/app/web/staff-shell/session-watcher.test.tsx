import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { updateSession } from '#sign-in/web/session-store.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { renderComponent } from '#test-support/render-component.tsx'
import { SessionWatcher } from './session-watcher.tsx'

test('after the end of the session, nothing is left of saved decisions or of those in progress', async () => {
  tokenStore.set({ token: 'a-token', exp: 4_000_000_000, name: 'Ada Sampleton' })
  const { queries } = await renderComponent(<SessionWatcher />)
  const decisions = queries.getMutationCache()
  const save = (mutationFn: () => Promise<string>) =>
    decisions.build(queries, { mutationFn, gcTime: 600_000 }).execute(undefined)
  const { promise, resolve } = Promise.withResolvers<string>()
  await save(async () => 'ITN1 of Ada')
  const pending = save(() => promise)
  expect(decisions.getAll()).toHaveLength(2)
  act(() => updateSession({ endReason: 'session_expired' }))
  await waitFor(() => expect(decisions.getAll()).toEqual([]))
  resolve('ITN2 of Ada')
  expect(await pending).toBe('ITN2 of Ada')
  expect(decisions.getAll()).toEqual([])
})
